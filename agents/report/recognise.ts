import type { DeliverableView } from "../../shared/agents/define-agent.ts";
import { resolveReferences } from "../../shared/domain/references/reference.ts";
import type { Brief, Operation } from "./brief.ts";
import { type Clause, looseWords, readClauses } from "./clauses.ts";
import { readFirstInput } from "./first-input.ts";
import { readRecalculate } from "./read-recalculate.ts";
import { readAdd, readRemove, readTopic } from "./read-sections.ts";
import { readPoints, readShape } from "./read-shape.ts";
import type { Reading } from "./reading.ts";
import { expandVerb, expandWords, fillers } from "./wish-words.ts";

/** Longest follow-up that rules read; a clear wish is short. */
const charactersAtMost = 1_000;

/**
 * The operations of a message whose every word is understood; null when a word is left over, so that nothing a person
 * said is silently dropped. The first message, before anything was made, only has its wishes picked out.
 */
export function recognise(message: string, view: DeliverableView, brief: Brief): readonly Operation[] | null {
  const text = message.normalize("NFC").trim();
  const first = readFirstInput(text);
  const isFirst = first.topic === brief.topic || (first.is_request && first.topic === "");
  if (view.content === null && isFirst) return first.wishes;
  if (text.length > charactersAtMost) return null;
  const operations = readClauses(text, resolveReferences(text, view.parts, view.earlier), (clause) =>
    readClause(clause, { view, brief }),
  );
  return operations === null || operations.length === 0 ? null : operations;
}

const readers: readonly ((clause: Clause, reading: Reading) => readonly Operation[] | null)[] = [
  readNothing,
  readExpand,
  readPoints,
  readRecalculate,
  readShape,
  readRemove,
  readTopic,
  readAdd,
];

function readClause(clause: Clause, reading: Reading): readonly Operation[] | null {
  for (const read of readers) {
    const operations = read(clause, reading);
    if (operations !== null) return operations;
  }
  return null;
}

/** "Please", "actually": a clause without a wish. */
function readNothing(clause: Clause): readonly Operation[] | null {
  return clause.mentions.length === 0 && looseWords(clause).every((word) => fillers.has(word)) ? [] : null;
}

function readExpand(clause: Clause, { view }: Reading): readonly Operation[] | null {
  const isExpand = expandVerb.test(clause.folded) && looseWords(clause).every((word) => isExpandWord(word));
  if (!isExpand || clause.mentions.length === 0) return null;
  if (clause.mentions.some(({ is_ambiguous }) => is_ambiguous)) return null;
  const operations = clause.mentions.flatMap(({ parts, missing }): readonly (Operation | null)[] => [
    ...parts.map((part) => expandPart(part, view)),
    // Before anything was delivered a point is only known by its number; the step finds it when the points are there.
    ...missing.map(({ kind, position }) =>
      view.content === null && kind === "claim" && position > 0
        ? ({ op: "expand", part_id: `#${position}`, text: null, within: null } as const)
        : null,
    ),
  ]);
  return operations.includes(null) ? null : operations.filter((operation) => operation !== null);
}

function isExpandWord(word: string): boolean {
  return expandWords.has(word) || fillers.has(word);
}

type Part = DeliverableView["parts"][number];

/** To go deeper into a part; null for one that cannot be gone into. */
export function expandPart(part: Part, view: DeliverableView): Operation | null {
  const op = "expand" as const;
  switch (part.kind) {
    case "claim":
      return { op, part_id: part.id, text: part.text, within: part.within };
    case "section":
      return { op, part_id: part.id, text: part.label, within: part.id };
    case "row": {
      const table = view.parts.find(({ id }) => id === part.within);
      return { op, part_id: part.id, text: part.text, within: table?.within ?? null };
    }
    case "table":
    case "source":
      return null;
  }
}
