import type * as z from "zod";
import type { ProblemError } from "../contracts/problem.ts";

type Issue = z.core.$ZodIssue;

/** Errors named in one answer at most. */
const MAX_ERRORS = 20;
const MAX_POINTER = 200;

/** What is wrong with a body, each with a JSON Pointer to where. Says nothing of the values that were sent. */
export function bodyErrors(error: z.core.$ZodError): readonly ProblemError[] {
  return flatten(error.issues, []).map(({ path, detail }) => ({ pointer: pointerOf(path), detail }));
}

/** What is wrong with query parameters, each by its name. */
export function parameterErrors(error: z.core.$ZodError): readonly ProblemError[] {
  return flatten(error.issues, []).map(({ path, detail }) => ({
    parameter: String(path[0] ?? "").slice(0, 100),
    detail,
  }));
}

/** True when a limit was passed that means the request is too big and not wrong. */
export function isTooLarge(error: z.core.$ZodError): boolean {
  return leaves(error.issues).some((issue) => issue.code === "custom" && issue.params?.["too_large"] === true);
}

type Found = { readonly path: readonly PropertyKey[]; readonly detail: string };

function flatten(issues: readonly Issue[], above: readonly PropertyKey[]): readonly Found[] {
  return issues.flatMap((issue) => describe(issue, [...above, ...issue.path])).slice(0, MAX_ERRORS);
}

function describe(issue: Issue, path: readonly PropertyKey[]): readonly Found[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], detail: issue.message }));
  if (issue.code === "invalid_union" && issue.errors.length > 0) return flatten(nearest(issue.errors), path);
  const missing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return [{ path, detail: missing ? "is required" : issue.message }];
}

/** The issues of the alternative that the sender most likely meant: the one with the least wrong. */
function nearest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] {
  const wrong = (issues: readonly Issue[]) =>
    issues.reduce((sum, issue) => sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1), 0);
  return alternatives.reduce((best, next) => (wrong(next) < wrong(best) ? next : best), alternatives[0] ?? []);
}

function leaves(issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((issue) => (issue.code === "invalid_union" ? issue.errors.flatMap(leaves) : [issue]));
}

/** RFC 6901. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("")
    .slice(0, MAX_POINTER);
}
