import type { TestAnswer, TestRequest } from "../support/http.ts";

/** Something that is sent, and what its answer is taken for. */
export type Act = {
  readonly request: Omit<TestRequest, "owner">;
  readonly key: string | null;
  /** Whose token it is sent with, if not their own. */
  readonly as?: string;
  answered(answer: TestAnswer): void;
};
