import { expect, test } from "vitest";
import { KEY_MS, Promises } from "./promises.ts";

const said = (seq: number, at: number) => ({ event_id: "evt_1", session_id: "ses_1", key: "ada-1", seq, at });

test("a key is answered the same for its time", () => {
  const promises = new Promises();
  promises.accept(said(1, 0));
  expect(() => promises.accept(said(18, KEY_MS - 1))).toThrow(
    "the key ada-1 was answered with evt_1 (18) after evt_1 (1)",
  );
});

// Seed 4859: the old answer at 800 s, and a new one at 803 s, when a commit had forgotten the key.
test("an old answer after that time does not prolong it", () => {
  const promises = new Promises();
  promises.accept(said(1, 0));
  promises.accept(said(1, 800_000));
  expect(() => promises.accept(said(18, 803_000))).not.toThrow();
  expect(() => promises.accept(said(30, 804_000))).toThrow("(30) after evt_1 (18)");
});
