import type { AskModel } from "../../agents/ask-model.ts";
import type { DeliverableView } from "../../agents/define-agent.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Run, Source, Verdict } from "../../contracts/records.ts";
import type { Proposed } from "../../domain/runs/suggestions.ts";
import type { Routed } from "../fold/follow-up-ground.ts";
import type { PlanMemory } from "./recall-memory.ts";

/** What a first version is made from. */
export type FirstAsked = {
  readonly ask: AskModel;
  readonly text: string;
  readonly sources: readonly Source[];
  readonly memory: PlanMemory;
};

/** What a further version is made from. */
export type Revising = {
  readonly ask: AskModel;
  readonly run: Run;
  /** The run had failed or was canceled, and goes on again with this version. */
  readonly is_revived: boolean;
  /** The last delivery. */
  readonly view: DeliverableView;
  /** The version that is built on; null for a start from nothing. */
  readonly base: Revision | null;
  /** The versions before the base, the latest first, as many as may be taken back. */
  readonly before: readonly Revision[];
  /** For each change the version that it goes back to, if that is all it asks. */
  readonly restored: readonly (Revision | null)[];
  readonly sources: readonly Source[];
  readonly memory: PlanMemory;
  /** A version is under way, or waits for the person. */
  readonly is_busy: boolean;
};

/** A plan, what it was made from, and what became of each message. */
export type Replanned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly CausedBy["became"][];
  /** Index of the later message that undid it, or null. */
  readonly superseded_by: readonly (number | null)[];
  /** Messages of which the person has to be told; absent when there is none. */
  readonly unclear?: readonly Unclear[];
  /** Absent when nothing is taken back. */
  readonly goes_back?: GoesBack;
};

/**
 * A message that comes to nothing, by its index: a correction that does not say what is meant and could mean anything, or a
 * wish that nothing the agent does fits; one that nobody could read, because there was no usable model; or one that asks
 * to stop beside a rule. `in_version`: something of it is in the version all the same, the rule that it sets, or what was
 * added for want of a reader.
 */
export type Unclear = {
  readonly index: number;
  readonly why: "correction" | "no_operation" | "unread" | "stop";
  readonly in_version?: true;
};

/** How many versions were taken back, and whether that is all that was done. */
export type GoesBack = { readonly versions: number; readonly is_all: boolean };

/** What suggestions are made from. */
export type Suggesting = {
  readonly ask: AskModel;
  readonly run: Run;
  readonly brief: JsonObject;
  readonly view: DeliverableView;
};

/**
 * How an agent takes what a person says. Sessions, runs, versions, memory and the mailbox are the same for every agent; this
 * is all in which specialised and general ones differ.
 */
export type FollowUpPolicy = {
  /** Where a message may go; a route this kind of agent does not have becomes the one that stands for it. */
  allow(verdict: Verdict): Verdict;
  /** Version 1, from the first words. */
  first(asked: FirstAsked): Promise<Replanned>;
  /** A further version, from the one before and what was said since. */
  revise(from: Revising, changes: readonly Routed[]): Promise<Replanned>;
  /** What a person may want to ask next about a delivery. */
  suggest(delivered: Suggesting): Promise<readonly Proposed[]>;
  /** What it would still suggest under another brief; null when only a new delivery can tell. */
  stillSuggests(view: DeliverableView, brief: JsonObject): readonly Proposed[] | null;
};
