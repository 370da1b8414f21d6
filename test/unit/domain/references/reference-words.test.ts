import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../../../../shared/domain/references/reference-words.ts";

/** What folding means, one character after the other. */
function foldedOneByOne(text: string): string {
  return Array.from(text, (character) => {
    const bare = character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return bare.length === character.length ? bare : character;
  }).join("");
}

describe("folding", () => {
  test.each([
    ["Kürze die ÄLTESTE Tabelle", "kurze die alteste tabelle"],
    ["Où est l'ÉNERGIE ?", "ou est l'energie ?"],
    ["ΤΕΛΟΣ", "τελοσ"],
    ["Straße, İstanbul, Å", "straße, istanbul, a"],
    ["𝐀 😀 №3", "𝐀 😀 №3"],
    ["", ""],
  ])("%s is %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(text)).toBe(foldedOneByOne(text));
  });

  test("every character of the first two planes becomes what it becomes alone, and keeps its length", () => {
    const wrong: string[] = [];
    for (let from = 0; from <= 0x1_ffff; from += 0x400) {
      const codes = Array.from({ length: 0x400 }, (_, index) => from + index);
      const text = codes.map((code) => `aB${String.fromCodePoint(code)}`).join("");
      const folded = fold(text);
      if (folded.length !== text.length || folded !== foldedOneByOne(text)) wrong.push(from.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  const half = fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code));
  const unit = fc.oneof(half, fc.constantFrom("A", "\u00e9", "e\u0301", "\u03a3"));
  test.each([
    ["any text", fc.string({ unit: "binary" })],
    ["text with halves of characters", fc.string({ unit })],
  ])("%s", async (_, texts) => {
    await fc.assert(fc.asyncProperty(texts, async (text) => fold(text) === foldedOneByOne(text)));
  });
});
