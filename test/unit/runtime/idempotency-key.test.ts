import { expect, test } from "vitest";
import { parseIdempotencyKey } from "../../../shared/runtime/idempotency-key.ts";

test.each([
  { header: "8e03978e-40d5-43dd-bc93-6894a57f9324", value: "8e03978e-40d5-43dd-bc93-6894a57f9324" },
  { header: '"8e03978e"', value: "8e03978e" },
  { header: '  "a b"  ', value: "a b" },
  { header: String.raw`"a\"b\\c"`, value: String.raw`a"b\c` },
  { header: "a".repeat(255), value: "a".repeat(255) },
])("$header is the key $value", ({ header, value }) => {
  expect(parseIdempotencyKey(header)).toEqual({ kind: "key", value });
});

test.each(["", "  ", '""', '"a', 'a"', "a b", "a,b", '"a","b"', '"a";p=1', "é", '"é"', '"\u0000"', "a".repeat(256)])(
  "%j is not a key",
  (header) => {
    expect(parseIdempotencyKey(header)).toEqual({ kind: "malformed" });
  },
);

test("a missing header is no key", () => {
  expect(parseIdempotencyKey(undefined)).toEqual({ kind: "absent" });
});
