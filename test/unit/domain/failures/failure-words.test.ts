import { describe, expect, test } from "vitest";
import { failureCodes } from "../../../../shared/domain/failures/failure-codes.ts";
import { failureWords, stepFailureWords, whyFailed } from "../../../../shared/domain/failures/failure-words.ts";
import { languageOf, languages } from "../../../../shared/domain/text/language.ts";
import { Fault } from "../../../../shared/errors/fault.ts";

const said = (error: unknown) => failureWords("start_run", whyFailed(error, "fold_failed"), "en");

test.each([
  {
    error: new Fault("model_refused_request", "reject", { reason: "input_too_long" }),
    words: /^The run could not be planned: it is more than the model can read .*\. What you can do: send less/,
  },
  {
    error: new Fault("model_refused_request", "reject", { reason: "access_missing" }),
    words: /may not use its model .*nothing that you send changes this: tell whoever runs the service/,
  },
  {
    error: new Fault("model_refused_request", "reject", { reason: "invalid_request", model_id: "secret" }),
    words: /the model refused the request \(model_refused_request\)\. What you can do: send it again in other words/,
  },
  {
    error: new Fault("unheard_of", "park"),
    words: /something went wrong \(unheard_of\)\. What you can do: send it again/,
  },
  { error: new TypeError("x is not a function"), words: /\(fold_failed\)\. What you can do/ },
])("a failure is said with what can be done: $words", ({ error, words }) => {
  expect(said(error)).toMatch(words);
  expect(said(error)).not.toMatch(/secret|not a function/);
});

test("a step is named as it is called, and its run can be done again", () => {
  const words = stepFailureWords("Read {reason} $&", { reason: "bad_plan" }, "en");
  expect(words).toMatch(
    /^Step "Read \{reason\} \$&" could not be done: .* \(bad_plan\)\. .* can also be retried as it is\.$/,
  );
});

const kinds = ["start_run", "follow_up", "wake", "answer"] as const;
const failures = [...Object.keys(failureCodes), "unheard_of"].map((code) => {
  const [reason = "", detail = ""] = code.split("/");
  return { reason, detail };
});

describe.each(languages)("in %s", (language) => {
  const wordsFor = (why: (typeof failures)[number]) => [
    ...kinds.map((kind) => failureWords(kind, why, language)),
    stepFailureWords("42", why, language),
  ];

  test.each(failures)("$reason $detail is said with its code, and with nothing left open", (why) => {
    for (const words of wordsFor(why)) {
      expect(words).toContain(`(${why.reason})`);
      expect(words).not.toMatch(/[{}]|undefined/);
    }
  });

  test("everything is said in words of its own, and of that language", () => {
    const all = failures.flatMap(wordsFor);
    expect(new Set(all).size).toBe(all.length);
    expect(languageOf(all.join(" "))).toBe(language);
    const english = new Set(failures.flatMap((why) => kinds.map((kind) => failureWords(kind, why, "en"))));
    expect(all.some((words) => english.has(words))).toBe(language === "en");
  });
});
