import fc from "fast-check";
import { expect, test } from "vitest";
import { answerPage, startOf } from "../../../shared/runtime/answer-page.ts";
import { decodeCursor, encodeCursor } from "../../../shared/runtime/cursor.ts";

const scope = { owner: "ada", list: "sessions" };

test("a cursor leads back to its position, for its owner and list alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (position, owner, list) => {
      const cursor = encodeCursor({ owner, list }, position);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(decodeCursor({ owner, list }, cursor)).toBe(position);
      expect(decodeCursor({ owner: `${owner}x`, list }, cursor)).toBeNull();
      expect(decodeCursor({ owner, list: `${list}x` }, cursor)).toBeNull();
    }),
  );
});

test("a damaged or invented cursor is no cursor", () => {
  const cursor = encodeCursor(scope, "12");
  fc.assert(fc.property(fc.string(), (text) => decodeCursor(scope, text) === null || text === cursor));
  expect(decodeCursor(scope, `${cursor}A`)).toBeNull();
  expect(decodeCursor(scope, ` ${cursor}`)).toBeNull();
});

test("a position of another form is refused even when it is sealed", () => {
  expect(startOf(scope, encodeCursor(scope, "x"), /^\d+$/)).toEqual({ kind: "invalid" });
  expect(startOf(scope, encodeCursor(scope, "5"), /^\d+$/)).toEqual({ kind: "from", position: "5" });
  expect(startOf(scope, undefined, /^\d+$/)).toEqual({ kind: "from", position: null });
});

test("a page ends early when its items are long, and always holds one", () => {
  const items = Array.from({ length: 5 }, (_, id) => ({ id: String(id), text: "x".repeat(900_000) }));
  const page = answerPage(scope, { items, more: false, positionOf: ({ id }) => id });
  expect(page.items).toHaveLength(2);
  expect(decodeCursor(scope, page.next_cursor ?? "")).toBe("1");
  const threeByteLetters = items.map(({ id }) => ({ id, text: "語".repeat(300_000) }));
  expect(answerPage(scope, { items: threeByteLetters, more: false, positionOf: ({ id }) => id }).items).toHaveLength(2);
  const huge = answerPage(scope, {
    items: [{ id: "a", text: "x".repeat(9_000_000) }],
    more: false,
    positionOf: ({ id }) => id,
  });
  expect(huge).toMatchObject({ items: [{ id: "a" }], next_cursor: null });
});
