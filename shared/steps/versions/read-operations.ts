import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import type { DeliverableView, SpecialisedAgent } from "../../agents/define-agent.ts";
import { OPERATIONS_PROMPT } from "../../agents/prompts.ts";
import { JsonObject } from "../../contracts/json.ts";
import { resolveReferences } from "../../domain/references/reference.ts";
import { asksAgain } from "../../domain/routing/again-words.ts";
import { isDismissal, onlyRefuses, wantsBack } from "../../domain/routing/take-back.ts";
import { isFault } from "../../errors/fault.ts";
import type { ReadAs } from "./why-nothing.ts";

/** A message that is to change the deliverable. */
export type Change = {
  readonly text: string;
  /** It asks for something that what was delivered does not hold: if no operation fits, something has to be added. */
  readonly must_add: boolean;
  /** It is a change even if no operation comes of it: it brings a source, the brief is made from it, the work goes on by it. */
  readonly stands_alone: boolean;
  /** The brief is made from its words already. */
  readonly is_first?: boolean;
};

/** What a message is read against: the deliverable as it was delivered, the brief as it is by now, and the person's rules. */
export type Seen = { readonly view: DeliverableView; readonly brief: JsonObject; readonly rules: readonly string[] };

/** Rules understand the message, and there is nothing to do. */
export const nothingToDo: ReadAs = { operations: [] };

/**
 * Rules first, then the model; what the model makes up is dropped by the schema. None when rules understand the message and
 * there is nothing to do; null when nothing fits it. Without a usable model a wish is not lost: it is added as it stands.
 */
export async function readOperations(
  ask: AskModel,
  agent: SpecialisedAgent,
  change: Change,
  seen: Seen,
): Promise<ReadAs> {
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
  if (mayAdd && chosen.kind === "no_model" && change.is_first !== true)
    return { operations: [policy.fallback(change.text)], is_unread: true };
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
