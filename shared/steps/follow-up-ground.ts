import type { AskModel } from "../agents/ask-model.ts";
import type { Agent, DeliverableView } from "../agents/define-agent.ts";
import type { Entry, Run, Verdict } from "../contracts/records.ts";

/** An entry with its whole text and where it goes. */
export type Routed = { readonly entry: Entry; readonly text: string; readonly verdict: Verdict };

/** What follow-ups to a run are read against. */
export type Ground = {
  readonly run: Run;
  readonly agent: Agent;
  readonly ask: AskModel;
  readonly view: DeliverableView;
  /** The last delivery as text; empty when there is none. */
  readonly shown: string;
};
