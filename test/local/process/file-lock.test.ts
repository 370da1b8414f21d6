import { join } from "node:path";
import { expect, test } from "vitest";
import { FileLock } from "../../../local/process/file-lock.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

test("one holder at a time, in one process too", () => {
  const path = join(emptyFolder(), "lock");
  const first = FileLock.tryTake(path);
  expect(first).toBeDefined();
  expect(FileLock.tryTake(path)).toBeUndefined();
  first?.release();
  const second = FileLock.tryTake(path);
  expect(second).toBeDefined();
  second?.release();
});

test("a path that holds something else is an error, not a taken lock", () => {
  expect(() => FileLock.tryTake(emptyFolder())).toThrow();
});
