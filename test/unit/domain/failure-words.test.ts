import { expect, test } from "vitest";
import { failureWords, whatFailed, whyFailed } from "../../../shared/domain/failure-words.ts";
import { Fault } from "../../../shared/errors/fault.ts";

const said = (error: unknown) => failureWords(whatFailed.start_run, whyFailed(error, "fold_failed"));

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
