import type { Task } from "../../contracts/plan-records.ts";
import type { Question } from "../../contracts/question.ts";
import type { Entry, Run, Verdict } from "../../contracts/records.ts";
import type { Given } from "../../domain/questions/questions.ts";
import type { MailboxChange, NewEvent } from "../../ports/stores.ts";

/** What is answered, by whom, and what else belongs to the same commit. */
export type Answering = {
  readonly run: Run;
  /** All of the run, as they were read. */
  readonly questions: readonly Question[];
  readonly given: readonly Given[];
  /** The message it comes from; null for defaults of questions whose time is over. */
  readonly by: { readonly entry: Entry; readonly text: string; readonly verdict: Verdict } | null;
  readonly change: Pick<MailboxChange, "close" | "keep">;
  readonly events: readonly NewEvent[];
};

/** Answers put into their questions, and the steps that can go on with them. */
export type Filled = Answering & {
  readonly at: number;
  readonly changed: readonly Question[];
  readonly answers: NonNullable<Run["answers"]>;
  /** All questions of the run, as they are from now on. */
  readonly after: readonly Question[];
  /** Waiting steps of which every question has an answer now. */
  readonly released: readonly Task[];
};
