import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { installEmulator } from "../../deploy/install-emulator.ts";

const folder = mkdtempSync(join(tmpdir(), "followthrough-emulator-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program that stands for a Python: it makes an environment with a copy of itself in it, and cannot install anything. */
const pythonWithoutPyPI = `#!/bin/sh
case "$2" in
  venv) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  pip) echo "ERROR: No matching distribution found for ministack" >&2; exit 1 ;;
esac
`;

test("says that there is no Python", async () => {
  expect(await installEmulator(join(folder, "no-python"), folder)).toEqual({
    kind: "unavailable",
    why: expect.stringMatching(/there is no Python 3\.10 or newer as `.*no-python`/),
  });
});

test("says that PyPI cannot be had, and leaves nothing that looks installed", async () => {
  const python = join(folder, "python");
  writeFileSync(python, pythonWithoutPyPI);
  chmodSync(python, 0o755);
  expect(await installEmulator(python, join(folder, "emulator"))).toEqual({
    kind: "unavailable",
    why: "pip cannot get ministack from PyPI: ERROR: No matching distribution found for ministack",
  });
  expect(readdirSync(join(folder, "emulator"))).toEqual([]);
});
