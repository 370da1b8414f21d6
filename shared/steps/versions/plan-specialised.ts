import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import { toAsked } from "../../agents/asked.ts";
import type { DeliverableView, SpecialisedAgent } from "../../agents/define-agent.ts";
import { FORM } from "../../agents/form-cell.ts";
import { OPERATIONS_PROMPT } from "../../agents/prompts.ts";
import { JsonObject } from "../../contracts/json.ts";
import type { PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Source } from "../../contracts/records.ts";
import { resolveReferences } from "../../domain/references/reference.ts";
import { asksAgain } from "../../domain/routing/again-words.ts";
import { readStandingWishes, type StandingWishes, wishedNow } from "../../domain/routing/standing-wish.ts";
import { supersededBy } from "../../domain/routing/supersede.ts";
import { isDismissal, isUndo, meansAnother, onlyRefuses, wantsBack } from "../../domain/routing/take-back.ts";
import {
  afterChange,
  correctLast,
  newUndoable,
  onlyTakesBack,
  type Undoable,
  undoLast,
} from "../../domain/routing/undo.ts";
import { isFault } from "../../errors/fault.ts";
import type { GoesBack, Unclear } from "./follow-up-policy.ts";
import { asksNothing, type Nothing, type ReadAs, whyNothing } from "./why-nothing.ts";

/** A message that is to change the deliverable. */
export type Change = {
  readonly text: string;
  /** It asks for something that what was delivered does not hold: if no operation fits, something has to be added. */
  readonly must_add: boolean;
  /** It is a change even if no operation comes of it: it brings a source, the brief is made from it, the work goes on by it. */
  readonly stands_alone: boolean;
};

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
    if (isUndo(change.text, from.is_busy === true || asked.length > 0)) {
      undoable = undoLast(undoable);
      asked.push({ operations: [], became: [{ op: "undo" }] });
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
    const said = readStandingWishes(change.text);
    const seen = { view: from.view, brief, rules: from.rules };
    const now = asksNothing(said) ? nothingToDo : await operationsOf(ask, agent, { ...change, text: said.rest }, seen);
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

/** What a message is read against: the deliverable as it was delivered, the brief as it is by now, and the person's rules. */
type Seen = { readonly view: DeliverableView; readonly brief: JsonObject; readonly rules: readonly string[] };

const nothingToDo: ReadAs = { operations: [] };

/**
 * Rules first, then the model; what the model makes up is dropped by the schema. None when rules understand the message and
 * there is nothing to do; null when nothing fits it. Without a usable model a wish is not lost: it is added as it stands.
 */
async function operationsOf(ask: AskModel, agent: SpecialisedAgent, change: Change, seen: Seen): Promise<ReadAs> {
  if (isDismissal(change.text)) return nothingToDo;
  const { policy } = agent;
  const recognised = policy.recognise(change.text, seen.view, seen.brief);
  const chosen = recognised === null ? await askForOperations(ask, agent, change, seen) : chosenBy(recognised);
  const good = chosen.operations.flatMap((operation) => {
    const parsed = policy.operation.safeParse(operation);
    return parsed.success ? [parsed.data] : [];
  });
  if (good.length > 0) return { operations: good };
  // What takes something back, or asks for the same once more, is no wish for a section.
  const mayAdd = !(wantsBack(change.text) || onlyRefuses(change.text) || asksAgain(change.text));
  if (mayAdd && change.must_add) return { operations: [policy.fallback(change.text)] };
  if (mayAdd && chosen.kind === "no_model") return { operations: [policy.fallback(change.text)], is_unread: true };
  return { operations: recognised === null ? null : [] };
}

/** Operations as they were proposed. `no_model`: none was there that could be used, and nobody has read the message. */
type Chosen = { readonly kind: "chosen" | "no_model"; readonly operations: readonly JsonObject[] };

const chosenBy = (operations: readonly JsonObject[]): Chosen => ({ kind: "chosen", operations });

async function askForOperations(
  ask: AskModel,
  agent: SpecialisedAgent,
  change: Change,
  { view, brief, rules }: Seen,
): Promise<Chosen> {
  const pointed = resolveReferences(change.text, view.parts, view.earlier).parts;
  const parts = [...view.parts, ...pointed.filter((part) => !view.parts.includes(part))];
  try {
    const answer = await ask.structured({
      name: "choose_operations",
      system: `${agent.instructions}\n\n${OPERATIONS_PROMPT}`,
      input: {
        message: change.text,
        points_at: pointed.map((part) => part.id),
        parts: parts.map(({ id, kind, ordinal, label, text }) => ({
          id,
          kind,
          ordinal,
          label,
          text: text.slice(0, 300),
        })),
        brief,
        rules,
        operations: JsonObject.parse(z.toJSONSchema(agent.policy.operation, { io: "input", unrepresentable: "any" })),
      },
      schema: z.strictObject({ operations: z.array(JsonObject).max(10) }),
    });
    return chosenBy(answer.operations);
  } catch (error) {
    if (!isFault(error)) throw error;
    return { kind: "no_model", operations: [] };
  }
}
