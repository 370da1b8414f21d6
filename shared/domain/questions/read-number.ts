import { cardinalNumber } from "../references/reference-words.ts";
import { approximations, fillers, plainWords } from "./answer-words.ts";

const NUMBER = /(?<![\p{L}\d])[+\-−]?\d+(?:[.,'’]\d+|[\u00a0\u202f ]\d{3}(?!\d))*/gu;
const units = new Set("percent prozent pour cent por ciento per cento euro euros dollar dollars usd eur".split(" "));

/**
 * The one number that a text is: `42`, `about 3,5 %`, `three points please`. Null when it holds no number, several, words
 * that are neither around a number nor of the question, or a number that can be read in two ways (`1.500`).
 */
export function readNumber(text: string, question: string, isWhole: boolean): number | null {
  const found = [...text.matchAll(NUMBER)].map(([token]) => token);
  const rest = plainWords(text.replaceAll(NUMBER, " "));
  const asked = new Set(plainWords(question));
  const isAround = (word: string) =>
    fillers.has(word) || approximations.has(word) || units.has(word) || asked.has(word);
  if (found.length === 1) return rest.every(isAround) ? parseNumber(found[0] ?? "", isWhole) : null;
  if (found.length > 1) return null;
  const written = rest.flatMap((word) => cardinalNumber(word) ?? []);
  const others = rest.filter((word) => cardinalNumber(word) === null);
  return written.length === 1 && others.every(isAround) ? (written[0] ?? null) : null;
}

/** `1234`, `-3.5`, `3,5`, `1,234.5`, `1.234,5`, `1 234`, `1'234`. What has one group of three behind one mark is read whole, or not at all. */
export function parseNumber(token: string, isWhole: boolean): number | null {
  const bare = token.replace("−", "-").replaceAll(/[\s\u00a0\u202f'’]/g, "");
  const marks = [...new Set(bare.match(/[.,]/g) ?? [])];
  const plain = marks.length === 2 ? withBothMarks(bare) : withOneMark(bare, marks[0], isWhole);
  const value = plain === null ? Number.NaN : Number(plain);
  return Number.isFinite(value) && (!isWhole || Number.isInteger(value)) ? value : null;
}

function withBothMarks(bare: string): string | null {
  const decimal = bare.lastIndexOf(",") > bare.lastIndexOf(".") ? "," : ".";
  const [whole = "", fraction = "", ...more] = bare.split(decimal);
  const isGrouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/.test(whole);
  return isGrouped && more.length === 0 ? `${whole.replaceAll(/[.,]/g, "")}.${fraction}` : null;
}

function withOneMark(bare: string, mark: string | undefined, isWhole: boolean): string | null {
  if (mark === undefined) return bare;
  const parts = bare.split(mark);
  const isGrouped = /^[+-]?\d{1,3}$/.test(parts[0] ?? "") && parts.slice(1).every((part) => part.length === 3);
  if (isGrouped && (parts.length > 2 || isWhole)) return parts.join("");
  return isGrouped || parts.length > 2 ? null : parts.join(".");
}

/** The text without marks around it. */
export const trimmed = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[\s"“”„«»'‘’]+|[\s"“”„«»'‘’]+$/gu, "");
