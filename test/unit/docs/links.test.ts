import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const documents = ["README.md", ...globSync("{docs,examples}/**/*.md", { cwd: root })];

/** Where the links of a document lead that stay in the repository: a file, and a heading of it or "". */
function linksOf(document: string): readonly (readonly [file: string, heading: string])[] {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => {
      const [path = "", heading = ""] = link.split("#");
      return [path === "" ? document : join(dirname(document), path), heading] as const;
    });
}

/** The headings of a document as links name them. */
const headingsOf = (document: string): readonly string[] =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link of %s leads somewhere", (document) => {
  for (const [file, heading] of linksOf(document)) {
    expect(existsSync(join(root, file)), `${document}: ${file}`).toBe(true);
    if (heading !== "") expect(headingsOf(file), `${document}: ${file}`).toContain(heading);
  }
});

test("the README leads to every document", () => {
  const linked = linksOf("README.md").map(([file]) => file);
  expect(linked).toEqual(expect.arrayContaining(globSync("docs/*.md", { cwd: root })));
});
