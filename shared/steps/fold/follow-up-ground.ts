import type { AskModel } from "../../agents/ask-model.ts";
import type { Agent, DeliverableView } from "../../agents/define-agent.ts";
import type { Question } from "../../contracts/question.ts";
import type { Entry, Run, Verdict } from "../../contracts/records.ts";

/**
 * An entry with its whole text and where it goes. `starts_over`: the changes that wait before it are given up for it, and of
 * a run that goes on what is not delivered.
 */
export type Routed = {
  readonly entry: Entry;
  readonly text: string;
  readonly verdict: Verdict;
  readonly starts_over: boolean;
};

/** What follow-ups to a run are read against. */
export type Ground = {
  readonly run: Run;
  readonly agent: Agent;
  readonly ask: AskModel;
  readonly view: DeliverableView;
  /** The last delivery as text; empty when there is none. */
  readonly shown: string;
  /** A run of the session is going on. */
  readonly is_busy: boolean;
  /** What the run asked; empty for a run that never asked anything. */
  readonly questions: readonly Question[];
};
