import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFolder } from "../../../scripts/demo/read-folder.ts";

const many = Array.from({ length: 21 }, (_, index) => `${index}.txt`);
const tooMuch = 3 * 1024 * 1024 + 1;

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
    { folderThat: "is empty", names: [], size: 0, inside: "", sentence: /it is empty/ },
    { folderThat: "has nothing to read", names: ["b.pdf"], size: 1, inside: "", sentence: /b\.pdf is of a kind/ },
    { folderThat: "is not there", names: [], size: 0, inside: "missing", sentence: /There is no folder/ },
    { folderThat: "is a file", names: ["a.txt"], size: 1, inside: "a.txt", sentence: /is a file/ },
    { folderThat: "has too many files", names: many, size: 1, inside: "", sentence: /too large/ },
    { folderThat: "has too much text", names: ["a.txt"], size: tooMuch, inside: "", sentence: /too large/ },
  ])("that $folderThat is refused with a sentence", ({ names, size, inside, sentence }) => {
    for (const name of names) file(name, "x".repeat(size));
    expect(() => readFolder(join(folder, inside))).toThrow(sentence);
  });
});
