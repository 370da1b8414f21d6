import { describe, expect, test } from "vitest";
import type { Part } from "../../../../shared/contracts/part.ts";
import { resolveReferences } from "../../../../shared/domain/references/reference.ts";
import { type Earlier, namesVersion, versionsMeant } from "../../../../shared/domain/references/version-words.ts";
import { someParts } from "../../../support/report-view.ts";

/** The parts of an older version: the same, with other claims. */
const partsOf = (version: number): readonly Part[] =>
  someParts.map((part) => (part.kind === "claim" ? { ...part, id: `v${version}_${part.id}` } : part));

/** Versions 1, 3 and 4 were delivered; 2 was superseded before it was. */
const delivered = [1, 3, 4];
const earlierFor = (text: string): Earlier => ({
  delivered,
  versions: versionsMeant(text, delivered).map((dag_version) => ({ dag_version, parts: partsOf(dag_version) })),
});
const ids = (text: string) => resolveReferences(text, someParts, earlierFor(text)).parts.map(({ id }) => id);

describe("a part of an older version", () => {
  test.each([
    ["Expand the third point of the first version", ["v1_c_00000003"]],
    ["the third point from version 1", ["v1_c_00000003"]],
    ["the third point in v1", ["v1_c_00000003"]],
    ["the third point of the original version", ["v1_c_00000003"]],
    ["point 2 of the previous version", ["v3_c_00000002"]],
    ["the last point of the previous version", ["v3_c_00000005"]],
    ["point 2 of the second version", ["v3_c_00000002"]],
    ["point 2 of version 3", ["v3_c_00000002"]],
    ["points 1 and 2 of the old version", ["v3_c_00000001", "v3_c_00000002"]],
    ["the first point of the risks section of the first version", ["v1_c_0000000a"]],
    ["In the first version, the third point", ["v1_c_00000003"]],
    ["In the previous version the third point was better, bring it back", ["v3_c_00000003"]],
    ["Führe den dritten Punkt der ersten Version aus", ["v1_c_00000003"]],
    ["den dritten Punkt aus der vorigen Fassung", ["v3_c_00000003"]],
    ["Développe le troisième point de la première version", ["v1_c_00000003"]],
    ["le troisième point de la version précédente", ["v3_c_00000003"]],
    ["Amplía el tercer punto de la primera versión", ["v1_c_00000003"]],
    ["el tercer punto de la versión anterior", ["v3_c_00000003"]],
    ["Espandi il terzo punto della prima versione", ["v1_c_00000003"]],
    ["il terzo punto della versione precedente", ["v3_c_00000003"]],
  ])("%s", (text, meant) => {
    expect(ids(text)).toEqual(meant);
  });

  test("and one of the current version in the same message are told apart", () => {
    expect(ids("Replace the second point with the third point of the first version")).toEqual([
      "c_00000002",
      "v1_c_00000003",
    ]);
    expect(ids("In the first version there was a table. Expand the third point")).toEqual(["c_00000003"]);
  });

  test("has its id put behind the words, and no word of the phrase is left over", () => {
    const text = "Expand the third point of the first version, please";
    const { text: annotated, mentions } = resolveReferences(text, someParts, earlierFor(text));
    expect(annotated).toBe("Expand the third point of the first version [v1_c_00000003], please");
    expect(mentions.map(({ from, to }) => text.slice(from, to))).toEqual(["third point of the first version"]);
    const before = "In the first version, the third point";
    const said = resolveReferences(before, someParts, earlierFor(before)).mentions;
    expect(said.map(({ from, to }) => before.slice(from, to))).toEqual(["In the first version", "third point"]);
  });
});

describe("the current version", () => {
  test.each([
    "the third point",
    "the third point of the last version",
    "the third point of the current version",
    "point 3 of version 4",
  ])("%s", (text) => {
    expect(versionsMeant(text, delivered)).toEqual([]);
    expect(ids(text)).toEqual(["c_00000003"]);
  });
});

test("a version that never was has no parts, and the current one is not taken for it", () => {
  expect(ids("the third point of the seventh version")).toEqual([]);
  expect(versionsMeant("the previous version", [1])).toEqual([]);
});

test("only a message that names a version makes anybody look it up", () => {
  expect(namesVersion("the third point of the first version")).toBe(true);
  expect(namesVersion("Use v2")).toBe(true);
  for (const text of ["the third point", "a conversion of 2", "version", "vitamin 2", "the first one"]) {
    expect(namesVersion(text), text).toBe(false);
  }
});

test("without earlier versions everything is as it was", () => {
  const text = "the third point of the first version";
  expect(resolveReferences(text, someParts).parts.map(({ id }) => id)).toEqual(["c_00000003"]);
});
