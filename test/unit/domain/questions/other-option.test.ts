import { describe, expect, test } from "vitest";
import * as z from "zod";
import { otherOption } from "../../../../shared/domain/questions/other-option.ts";
import { aQuestion } from "../../../support/asked-questions.ts";

const answered = (name: string, options: readonly string[], answer: string, over: object = {}) =>
  aQuestion(name, z.enum(options), { status: "answered", answer, closed_at: 1, ...over });
const always = () => true;

describe("“no, the other one” after an answer", () => {
  test("is the other of two options", () => {
    const question = answered("size", ["small", "large"], "small");
    expect(otherOption([question], always)).toMatchObject({ given: [{ question, value: "large" }], refused: [] });
  });

  test("goes to the newest answer, and to none when something came after it", () => {
    const old = answered("size", ["small", "large"], "small");
    const newest = answered("color", ["red", "blue"], "blue", { closed_at: 2 });
    expect(otherOption([newest, old], always)).toMatchObject({ given: [{ question: newest, value: "red" }] });
    expect(otherOption([newest, old], ({ name }) => name === "size")).toBeNull();
  });

  test("asks which of several", () => {
    const question = answered("size", ["s", "m", "l"], "m");
    expect(otherOption([question], always)).toMatchObject({
      given: [],
      refused: [{ key: "size", why: { kind: "which_option", options: ["s", "l"] } }],
    });
  });

  test("answers no question that is open", () => {
    const open = aQuestion("size", z.enum(["small", "large"]));
    expect(otherOption([open], always)).toMatchObject({ given: [], refused: [{ key: "size" }] });
  });

  test("turns no approval round, and nothing that is no choice", () => {
    expect(otherOption([answered("may_i", ["do", "leave"], "leave", { each_time: true })], always)).toBeNull();
    expect(otherOption([aQuestion("count", z.int(), { status: "answered", answer: 3 })], always)).toBeNull();
    expect(otherOption([], always)).toBeNull();
  });
});
