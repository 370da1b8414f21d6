import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DataFolder, readRunning } from "../../../local/process/data-folder.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

const endpoints = { dynamodb: "", sqs: "", scheduler: "", bedrock: "" };

test("a stack that starts where one was killed is not taken for that one", () => {
  const path = emptyFolder();
  writeFileSync(join(path, "stack.json"), JSON.stringify({ origin: "http://127.0.0.1:3999", pid: 1, endpoints }));
  const starting = DataFolder.open(path);
  expect(readRunning(path)).toBeUndefined();
  expect(() => DataFolder.open(path)).toThrow(`DATA_DIR ${path} is in use by another stack; stop it`);
  starting.announce("http://127.0.0.1:4000", endpoints);
  expect(() => DataFolder.open(path)).toThrow(
    `DATA_DIR ${path} is in use by the stack at http://127.0.0.1:4000 (process ${process.pid}); stop it`,
  );
  expect(readRunning(path)).toMatchObject({ origin: "http://127.0.0.1:4000" });
  starting.close();
});
