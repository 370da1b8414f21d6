import type * as z from "zod";
import { RunBudget } from "../contracts/budget.ts";
import { FollowUpSettings } from "../contracts/follow-up-settings.ts";
import { AgentSlug } from "../contracts/ids.ts";
import type { Json, JsonObject } from "../contracts/json.ts";
import type { Part } from "../contracts/part.ts";
import type { PlanNode } from "../contracts/plan-records.ts";
import type { OnBusy, Source } from "../contracts/records.ts";
import { WakeUp } from "../contracts/wake-up.ts";
import type { Debounce } from "../domain/mailbox/debounce.ts";
import type { Earlier } from "../domain/references/version-words.ts";
import { PROMISE } from "../domain/runs/promise-step.ts";
import type { Proposed } from "../domain/runs/suggestions.ts";
import type { Ask, Cell } from "./cell.ts";
import { FORM } from "./form-cell.ts";
import { TURN } from "./turn-cell.ts";

export type { Part } from "../contracts/part.ts";

/** A passage or row that a claim rests on. */
export type Evidence = { readonly id: string; readonly source: string; readonly text: string };

/** Everything the policy of a specialised agent may look at when it reads a message. */
export type DeliverableView = {
  readonly content: Json;
  readonly parts: readonly Part[];
  /** Versions before it that the message points at; absent when it points at none. */
  readonly earlier?: Earlier;
};

/**
 * How a specialised agent works: its plan is a pure function of a brief, and a follow-up is one or more operations on
 * that brief. So a revision is the difference of two plans, and what did not change is not run again.
 */
export type DeliverablePolicy = {
  readonly brief: z.ZodType<JsonObject>;
  /** The brief before the first message was read. */
  initial(input: string, sources: readonly Source[]): JsonObject;
  /** A discriminated union on `op`; its JSON Schema is what the model is told. */
  readonly operation: z.ZodType<JsonObject>;
  /** The operations a message asks for, when rules alone can tell; null to ask the model. Parts are already resolved to ids. */
  recognise(message: string, view: DeliverableView, brief: JsonObject): readonly JsonObject[] | null;
  /**
   * What a person means who only says that it was not that ("no, the other one"), given the operations that were made last
   * and the brief without them: the one alternative there is, or the choice that `form` asks for. Null when it cannot be
   * told what could be meant. Pure. Absent: such a message is read like any other.
   */
  other?(corrected: Corrected): { readonly operations: readonly JsonObject[]; readonly brief: JsonObject } | null;
  /** What a message becomes that asks for something the deliverable does not hold and that no other operation fits. */
  fallback(message: string): JsonObject;
  /** The brief after one operation. Pure. */
  apply(brief: JsonObject, operation: JsonObject): JsonObject;
  /**
   * What a person may want to ask or change next, in their language; templates over the delivery. What a brief has done
   * already is not proposed again. Pure.
   */
  suggest?(delivery: DeliverableView, brief: JsonObject): readonly Proposed[];
  /** The whole plan, without `deliver`. Pure, and the same brief always gives the same plan. */
  plan(brief: JsonObject, sources: readonly Source[]): readonly PlanNode[];
  /** Absent: a brief never lacks anything. */
  readonly form?: BriefForm;
};

/** A correction that does not say what is meant instead. */
export type Corrected = {
  /** What was made of the last message. */
  readonly last: readonly JsonObject[];
  /** The brief without that. */
  readonly brief: JsonObject;
  readonly view: DeliverableView;
  /** What kind of part is spoken of ("the other table"); empty when none is. */
  readonly noun: string;
};

/** What to ask when a brief lacks something. While it does, only the form is planned. */
export type BriefForm = {
  /** Questions for what is missing; none when nothing is. Pure. */
  missing(brief: JsonObject): readonly Ask[];
  /** The brief with answers, by the names of the questions; it may be filled in again with others. Pure. */
  fill(brief: JsonObject, answers: JsonObject): JsonObject;
};

type AgentBase = {
  readonly slug: string;
  readonly title: string;
  /** What the agent is for and how it works, for the model. */
  readonly instructions: string;
  readonly cells: readonly Cell[];
  /** Slugs of agents it may wake. */
  readonly can_call: readonly string[];
  /** It schedules on behalf of the agents it may call that left work unfinished, and never for itself. */
  readonly manager: boolean;
  readonly follow_ups: FollowUpSettings;
  /** What becomes of a message that comes while a run is going on and does not say so itself. */
  readonly on_busy: OnBusy;
  /** How long it waits for more before it takes follow-ups that came; absent: not at all. */
  readonly debounce?: Debounce;
  /** What one version of its runs may use. */
  readonly budget: RunBudget;
  /** Fixed times at which it starts work by itself. */
  readonly wake_up: readonly WakeUp[];
  /** The step whose artifact is what a person reads: the one step nothing else depends on. Parts of its content, for references. */
  parts(delivery: Json): readonly Part[];
  /** The delivery as Markdown, as it is shown in messages. */
  render(delivery: Json): string;
  /** The words behind ids that a delivery rests on; ids it does not know are left out. */
  evidence(
    ids: readonly string[],
    sources: readonly Source[],
    readSource: (id: string) => Promise<string>,
  ): Promise<readonly Evidence[]>;
};

/** Follow-ups are operations on a deliverable. */
export type SpecialisedAgent = AgentBase & { readonly kind: "specialised"; readonly policy: DeliverablePolicy };

/** Follow-ups are observations; the model plans, and a new goal starts a new run. */
export type GeneralAgent = AgentBase & { readonly kind: "general" };

export type Agent = SpecialisedAgent | GeneralAgent;

type Declared<A> = A extends unknown
  ? Omit<A, "follow_ups" | "can_call" | "manager" | "on_busy" | "budget" | "wake_up"> & {
      readonly manager?: boolean;
      readonly on_busy?: OnBusy;
      readonly budget?: z.input<typeof RunBudget>;
      readonly follow_ups?: z.input<typeof FollowUpSettings>;
      readonly can_call?: readonly string[];
      readonly wake_up?: readonly z.input<typeof WakeUp>[];
    }
  : never;

/** Cells of the runtime, which would be run instead of an agent's own. */
const builtIn: readonly string[] = ["deliver", FORM, PROMISE, TURN];

/** Declares an agent. @throws TypeError for a bad slug, a repeated name, settings or times that are none. */
export function defineAgent(declared: Declared<Agent>): Agent {
  if (!AgentSlug.safeParse(declared.slug).success)
    throw new TypeError(`agent slug "${declared.slug}" is not a lower-case slug`);
  const seen = new Set<string>();
  for (const cell of declared.cells) {
    if (seen.has(cell.id) || builtIn.includes(cell.id))
      throw new TypeError(`agent "${declared.slug}": cell id "${cell.id}" is taken`);
    seen.add(cell.id);
  }
  checkDebounce(declared);
  return {
    ...declared,
    can_call: declared.can_call ?? [],
    manager: declared.manager ?? false,
    on_busy: declared.on_busy ?? "revise",
    follow_ups: FollowUpSettings.parse(declared.follow_ups ?? {}),
    budget: RunBudget.parse(declared.budget ?? {}),
    wake_up: wakeUpsOf(declared),
  };
}

/** A queue message can wait for 15 minutes at most, and SQS counts in whole seconds: shorter times are rounded up. */
function checkDebounce({ slug, debounce }: Pick<Agent, "slug" | "debounce">): void {
  if (debounce === undefined) return;
  const { quiet_ms: quiet, max_wait_ms: most } = debounce;
  const isGood = Number.isInteger(quiet) && Number.isInteger(most) && quiet >= 1 && most >= quiet && most <= 600_000;
  if (!isGood) throw new TypeError(`agent "${slug}": debounce needs 1 <= quiet_ms <= max_wait_ms <= 600000`);
}

function wakeUpsOf({ slug, wake_up = [] }: Pick<Declared<Agent>, "slug" | "wake_up">): readonly WakeUp[] {
  const wakeUps = wake_up.map((one) => WakeUp.parse(one));
  if (new Set(wakeUps.map(({ name }) => name)).size < wakeUps.length)
    throw new TypeError(`agent "${slug}": two of its wake-ups have the same name`);
  return wakeUps;
}
