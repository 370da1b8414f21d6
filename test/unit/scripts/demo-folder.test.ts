import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFolder } from "../../../scripts/demo/read-folder.ts";

describe("a folder for the demo", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "demo-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);

  test("gives its texts and tables in alphabetical order, with the kind each has", () => {
    for (const name of ["d.JSON", "c.csv", "b.md", "a.txt"]) file(name, "[1]");
    expect(readFolder(folder).sources.map(({ name, media_type }) => [name, media_type])).toEqual([
      ["a.txt", "text/plain"],
      ["b.md", "text/markdown"],
      ["c.csv", "text/csv"],
      ["d.JSON", "application/json"],
    ]);
  });

  test("says of each file it leaves out why", () => {
    file("a.txt", "words");
    file("b.pdf", "%PDF");
    file("c.txt", new Uint8Array([0xff, 0xfe]));
    file("d.md", " \n");
    mkdirSync(join(folder, "e.txt"));
    expect(readFolder(folder).skipped).toEqual([
      "b.pdf is of a kind that cannot be read",
      "c.txt is not UTF-8 text",
      "d.md is empty",
      "e.txt is no file",
    ]);
  });

  test.each([
    ["that is empty", () => "", /it is empty/],
    ["with nothing to read", () => (file("b.pdf", "x"), ""), /b\.pdf is of a kind/],
    ["that is not there", () => "missing", /There is no folder/],
    ["that is a file", () => (file("a.txt", "x"), "a.txt"), /is a file/],
    ["with too many files", () => (Array.from({ length: 21 }, (_, n) => file(`${n}.txt`, "x")), ""), /too large/],
    ["with too much text", () => (file("a.txt", "x".repeat(3 * 1024 * 1024 + 1)), ""), /too large/],
  ])("%s is refused with a sentence", (_, make, sentence) => {
    const inside = make();
    expect(() => readFolder(join(folder, inside))).toThrow(sentence);
  });
});
