import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DurableLog } from "../../../local/process/durable-log.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

test("lines come back in their order", async () => {
  const path = join(emptyFolder(), "log");
  const log = await DurableLog.rewrite(path, [{ n: 0 }]);
  await Promise.all([1, 2, 3].map((n) => log.append({ n })));
  await log.append({ n: 4 });
  await log.close();
  expect(DurableLog.read(path)).toEqual([0, 1, 2, 3, 4].map((n) => ({ n })));
});

test("a line that was cut off by a crash never counted", async () => {
  const path = join(emptyFolder(), "log");
  const log = await DurableLog.rewrite(path, [{ n: 0 }]);
  await log.close();
  appendFileSync(path, '{"n":1');
  expect(DurableLog.read(path)).toEqual([{ n: 0 }]);
});

test("what a full disk refuses is not there, and the next line is whole", () => {
  const path = join(emptyFolder(), "log");
  const script = fileURLToPath(new URL("../../support/fill-log.ts", import.meta.url));
  // No file may be longer than 1 KB, and a write beyond that fails instead of ending the process.
  const limited = ["-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "limited", process.execPath, script, path];
  expect(JSON.parse(execFileSync("/bin/sh", limited, { encoding: "utf8" }))).toEqual(["kept", "EFBIG", "kept"]);
  expect(DurableLog.read(path)).toEqual([{ n: 0 }, { n: 1 }, { n: 3 }]);
});

test("rewriting leaves only what is given", async () => {
  const path = join(emptyFolder(), "log");
  await (await DurableLog.rewrite(path, [{ n: 0 }, { n: 1 }])).close();
  await (await DurableLog.rewrite(path, [{ n: 1 }])).close();
  expect(readFileSync(path, "utf8")).toBe('{"n":1}\n');
  expect(DurableLog.read(join(emptyFolder(), "none"))).toEqual([]);
});
