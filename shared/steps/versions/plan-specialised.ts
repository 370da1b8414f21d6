import type { AskModel } from "../../agents/ask-model.ts";
import { toAsked } from "../../agents/asked.ts";
import type { DeliverableView, SpecialisedAgent } from "../../agents/define-agent.ts";
import { FORM } from "../../agents/form-cell.ts";
import { JsonObject } from "../../contracts/json.ts";
import type { PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Source } from "../../contracts/records.ts";
import { readStandingWishes, type StandingWishes, setsRules, wishedNow } from "../../domain/routing/standing-wish.ts";
import { supersededBy } from "../../domain/routing/supersede.ts";
import { isUndo, meansAnother } from "../../domain/routing/take-back.ts";
import {
  afterChange,
  correctLast,
  newUndoable,
  onlyTakesBack,
  type Undoable,
  undoLast,
} from "../../domain/routing/undo.ts";
import type { GoesBack, Unclear } from "./follow-up-policy.ts";
import { type Change, nothingToDo, readOperations, type Seen } from "./read-operations.ts";
import { asksNothing, type Nothing, whyNothing } from "./why-nothing.ts";

/** A plan and what led to it, in the order of the changes. */
export type Planned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly (readonly JsonObject[])[];
  /** Index of the later change that undid it, or null. */
  readonly superseded_by: readonly (number | null)[];
  readonly unclear: readonly Unclear[];
  readonly goes_back: GoesBack;
};

/** Reads each message as operations on the brief and makes the plan that belongs to the result. */
export async function planSpecialised(
  ask: AskModel,
  agent: SpecialisedAgent,
  from: {
    readonly brief: JsonObject;
    readonly view: DeliverableView;
    readonly sources: readonly Source[];
    readonly rules: readonly string[];
    /** The briefs before the last version, the latest first, which "cancel that" goes back to. */
    readonly before?: readonly JsonObject[];
    /** For each change the version that it goes back to, if that is all it asks. */
    readonly restored?: readonly (Pick<Revision, "brief" | "dag_version"> | null)[];
    /** What the messages of the last version became, which "no, the other one" speaks of. */
    readonly last?: readonly JsonObject[];
    /** A version is under way, which "never mind" takes back. */
    readonly is_busy?: boolean;
  },
  changes: readonly Change[],
): Promise<Planned> {
  const { policy } = agent;
  const apply = (brief: JsonObject, operation: JsonObject) => policy.apply(brief, operation);
  const asked: Asked[] = [];
  let undoable = newUndoable(from.brief, from.before ?? []);
  for (const change of changes) {
    const { brief } = undoable;
    const said = readStandingWishes(change.text);
    if (isUndo(said.rest, from.is_busy === true || asked.length > 0)) {
      const seen = { view: from.view, brief: undoLast(undoable).brief, rules: from.rules };
      const operations = wishedOperations(agent, said.wishes, seen);
      undoable = takeBack(undoable, said, (back) => operations.reduce(apply, back));
      asked.push({ operations, became: [{ op: "undo" }, ...operations, ...remembered(said)] });
      continue;
    }
    const restored = from.restored?.[asked.length] ?? null;
    if (restored !== null) {
      undoable = afterChange(undoable, restored.brief);
      asked.push({ operations: [], became: [{ op: "go_back_to", version: restored.dag_version }] });
      continue;
    }
    const other = otherOf(policy, { text: change.text, asked, undoable, from });
    if (other !== null) {
      undoable = correctLast(undoable, () => other.brief);
      asked.push({ operations: other.operations, became: [{ op: "undo" }, ...other.operations] });
      continue;
    }
    const seen = { view: from.view, brief, rules: from.rules };
    const now = asksNothing(said)
      ? nothingToDo
      : await readOperations(ask, agent, { ...change, text: said.rest }, seen);
    const operations = [...(now.operations ?? []), ...wishedOperations(agent, said.wishes, seen)];
    const nothing = whyNothing(said, { ...change, ...now });
    asked.push({ operations, became: [...operations, ...remembered(said)], nothing });
    undoable = afterChange(undoable, operations.reduce(apply, brief));
  }
  const undone = undoable.undone_by;
  const effective = asked.map((one, index) => (undone[index] === null ? one : { operations: [] }));
  const superseded = supersededBy(undoable.base, effective, apply);
  return {
    brief: undoable.brief,
    nodes: nodesFor(policy, undoable.brief, from.sources),
    became: asked.map(({ became }) => became),
    superseded_by: superseded.map((later, index) => undone[index] ?? later),
    // What was taken back right away needs no word.
    unclear: asked.flatMap(({ nothing = null }, index) =>
      nothing === null || undone[index] !== null ? [] : [{ index, ...nothing }],
    ),
    goes_back: { versions: undoable.versions, is_all: onlyTakesBack(undoable) },
  };
}

/** What became of one message; `nothing` says what of it came to nothing or was not read, and why. */
type Asked = {
  readonly operations: readonly JsonObject[];
  readonly became: readonly JsonObject[];
  readonly nothing?: Nothing | null;
};

/** Takes the last back; a rule beside that is something in its place. */
const takeBack = (undoable: Undoable, said: StandingWishes, instead: (brief: JsonObject) => JsonObject): Undoable =>
  setsRules(said) ? correctLast(undoable, instead) : undoLast(undoable);

/** What a message that only means another stands for; null for other messages, and when it cannot be told. */
function otherOf(
  policy: SpecialisedAgent["policy"],
  {
    text,
    asked,
    undoable,
    from,
  }: {
    readonly text: string;
    readonly asked: readonly { readonly operations: readonly JsonObject[] }[];
    readonly undoable: Undoable;
    readonly from: { readonly view: DeliverableView; readonly last?: readonly JsonObject[] };
  },
) {
  const noun = meansAnother(text);
  if (noun === null || policy.other === undefined) return null;
  const undone = undoLast(undoable);
  const index = undone.undone_by.indexOf(undoable.before.length);
  const last = index >= 0 ? (asked[index]?.operations ?? []) : (from.last ?? []);
  if (undone.brief === undoable.brief) return null;
  const other = policy.other({ last, brief: undone.brief, view: from.view, noun });
  return other === null ? null : { ...other, brief: other.operations.reduce(policy.apply, other.brief) };
}

/** The plan for a brief; for one that lacks something, the form that asks for it. */
export function nodesFor(
  policy: SpecialisedAgent["policy"],
  brief: JsonObject,
  sources: readonly Source[],
): readonly PlanNode[] {
  const missing = policy.form?.missing(brief) ?? [];
  if (missing.length === 0) return policy.plan(brief, sources);
  const args = JsonObject.parse({ questions: toAsked(missing) });
  return [{ step_id: FORM, cell_id: FORM, title: "Ask for what is missing", args, depends_on: [] }];
}

/** A brief under the rules that hold already when a run begins: "always as a table" is a table from the first version on. */
export function briefUnder(agent: SpecialisedAgent, brief: JsonObject, rules: readonly string[]): JsonObject {
  const seen = { view: { content: null, parts: [] }, brief, rules };
  return wishedOperations(agent, rules, seen).reduce(
    (before, operation) => agent.policy.apply(before, operation),
    brief,
  );
}

/** What rules ask for right now, as far as the agent's own rules can tell; the rest is for the steps to follow. */
function wishedOperations(agent: SpecialisedAgent, rules: readonly string[], seen: Seen): readonly JsonObject[] {
  return rules.flatMap((rule) => {
    const wish = wishedNow(rule);
    const operations = wish === null ? null : agent.policy.recognise(wish, seen.view, seen.brief);
    return (operations ?? []).filter((operation) => agent.policy.operation.safeParse(operation).success);
  });
}

/** What of a message is kept beyond this version, as it is shown in the revision. */
const remembered = ({ wishes, lifted }: StandingWishes): readonly JsonObject[] => [
  ...wishes.map((text) => ({ op: "remember", text })),
  ...lifted.map((text) => ({ op: "no_longer_remember", text })),
];
