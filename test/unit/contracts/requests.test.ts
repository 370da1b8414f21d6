import { describe, expect, test } from "vitest";
import { EventsQuery } from "../../../shared/contracts/parameters.ts";
import { PostMessage } from "../../../shared/contracts/post-message.ts";
import { StartRun } from "../../../shared/contracts/run.ts";
import { CreateSession } from "../../../shared/contracts/session.ts";

const source = (text: string) => ({ name: "a.txt", media_type: "text/plain", text });
const says = (text: unknown) => PostMessage.safeParse({ content: { text } }).success;

describe("the text of a message", () => {
  test.each(["Hi", " Hi ", "?", "好", "👩‍👩‍👧", "é", "‎Hi", "٠"])("may be %j", (text) => {
    expect(says(text)).toBe(true);
  });

  test.each([
    "",
    " ",
    "\n\t",
    "\u200b",
    "\u200d\ufeff\u2060",
    "\u00a0\u3000",
    "\u3164",
    "\u115f",
    "\u2800",
    "\u0000",
    "\ufe0f",
    1,
    null,
    ["a"],
  ])("may not be %j", (text) => {
    expect(says(text)).toBe(false);
  });

  test("is kept as it was sent, with halves of surrogate pairs replaced", () => {
    expect(PostMessage.parse({ content: { text: "  a\ud800b  " } }).content.text).toBe("  a\ufffdb  ");
  });

  test("may be 256 KB of UTF-8 and no more", () => {
    expect(says("x".repeat(262_144))).toBe(true);
    expect(says("x".repeat(262_145))).toBe(false);
    expect(says("é".repeat(131_073))).toBe(false);
  });
});

describe("a message without words", () => {
  const accepts = (content: object, rest: object = {}) => PostMessage.safeParse({ content, ...rest }).success;

  test("may bring a source or answers, and nothing else", () => {
    expect(accepts({ attachments: [source("a")] })).toBe(true);
    expect(accepts({ text: " \u200b", attachments: [source("a")] })).toBe(true);
    expect(accepts({}, { answers: { year: 2005 } })).toBe(true);
    expect(accepts({})).toBe(false);
    expect(accepts({ attachments: [] })).toBe(false);
    expect(accepts({}, { answers: {} })).toBe(false);
    expect(accepts({ text: " ", attachments: [] }, { answers: {} })).toBe(false);
  });

  test("is one of no characters", () => {
    expect(PostMessage.parse({ content: { text: " \n", attachments: [source("a")] } }).content.text).toBe("");
  });
});

describe("sources", () => {
  const accepts = (sources: readonly unknown[]) =>
    StartRun.safeParse({ agent: "report", input: "Hi", sources }).success;

  test("are texts or uploads", () => {
    expect(accepts([source("a"), { upload_id: "src_01J00000000000000000000001" }])).toBe(true);
    expect(accepts([{ ...source("a"), upload_id: "src_01J00000000000000000000001" }])).toBe(false);
    expect(accepts([{ ...source("a"), media_type: "image/png" }])).toBe(false);
    expect(accepts([{ ...source("a"), name: "a\nb" }])).toBe(false);
    expect(accepts([source("")])).toBe(false);
  });

  test("are at most 20, of 3 MB together", () => {
    expect(accepts(Array.from({ length: 20 }, () => source("a")))).toBe(true);
    expect(accepts(Array.from({ length: 21 }, () => source("a")))).toBe(false);
    const third = "x".repeat(1024 * 1024);
    expect(accepts([source(third), source(third), source(third)])).toBe(true);
    expect(accepts([source(third), source(third), source(`${third}x`)])).toBe(false);
  });
});

describe("objects that are stored as they are", () => {
  const accepts = (channel: unknown) => CreateSession.safeParse({ agent: "report", channel }).success;

  test.each([{}, { thread: "4711", deep: { list: [1, 0, -2.5, null, true] } }, { n: 9007199254740991 }, { n: 1e-99 }])(
    "may be %j",
    (channel) => {
      expect(accepts(channel)).toBe(true);
    },
  );

  test.each([[], "x", null, { "": 1 }, { n: 1e300 }, { n: 1e-200 }, { n: 9007199254740992 }, { a: "x".repeat(2048) }])(
    "may not be %j, which the table could not hold",
    (channel) => {
      expect(accepts(channel)).toBe(false);
    },
  );
});

test.each(["-1", "1.5", "1e3", "0x1", " 1", "", "99999999999", "٣"])("the number %j is refused in a query", (after) => {
  expect(EventsQuery.safeParse({ after }).success).toBe(false);
});
