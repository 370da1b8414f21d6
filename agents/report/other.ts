import type { Corrected, DeliverableView } from "../../shared/agents/define-agent.ts";
import { nounKind } from "../../shared/domain/references/reference-words.ts";
import { Statistic } from "../cells/statistics.ts";
import { Format } from "../deliverable.ts";
import type { Language } from "../language.ts";
import { phrase } from "../phrases.ts";
import { statisticName } from "../statistic-names.ts";
import { Brief, Operation, sectionStep } from "./brief.ts";
import { expandPart } from "./recognise.ts";

type Part = DeliverableView["parts"][number];

/** One thing that may be meant. `was`: it is what was not meant. */
type Option = { readonly label: string; readonly operation: Operation; readonly was: boolean };

/**
 * What "no, the other one" means after an operation: the one other there is, or a choice of all of them. Null after anything
 * that has no others: then nobody can tell what is spoken of.
 */
export function otherOperations({ last, brief: before, view, noun }: Corrected) {
  const brief = Brief.parse(before);
  const [operation, ...more] = last.flatMap((one) => Operation.safeParse(one).data ?? []);
  if (operation === undefined || more.length > 0) return null;
  const options = optionsFor(operation, brief, view);
  const isOther = noun !== "" && operation.op === "expand" && nounKind(noun) !== expandedKind(operation, view);
  if (isOther || options.length < 2) return null;
  const others = options.filter(({ was }) => !was);
  const [only] = others;
  if (only !== undefined && others.length === 1) return { operations: [only.operation], brief };
  const number = (brief.choice?.number ?? 0) + 1;
  // All of them in their places, so that "the second" is the second.
  const listed = options.map(({ label, operation: one }) => ({ label, operation: one }));
  return { operations: [], brief: { ...brief, choice: { number, is_open: true, options: listed } } };
}

function optionsFor(operation: Operation, brief: Brief, view: DeliverableView): readonly Option[] {
  switch (operation.op) {
    case "expand":
      return otherParts(operation, view, brief.language);
    case "change_format":
      return Format.options
        .filter((format) => format !== brief.format)
        .map((format) => ({
          label: phrase(brief.language, `as_${format}`, {}),
          operation: { op: "change_format", format },
          was: format === operation.format,
        }));
    case "recalculate":
      return operation.statistic === null || operation.columns !== null || operation.group_by !== null
        ? []
        : Statistic.options
            .filter((statistic) => statistic !== brief.statistic)
            .map((statistic) => ({
              label: statisticName(brief.language, statistic),
              operation: { op: "recalculate", statistic, columns: null, group_by: null },
              was: statistic === operation.statistic,
            }));
    case "remove_section":
      return brief.sections.map((topic) => ({
        label: topic,
        operation: { op: "remove_section", topic },
        was: topic === operation.topic || sectionStep(topic) === operation.topic,
      }));
    case "shorten":
    case "lengthen":
      return [
        { label: "shorten", operation: { op: "shorten" }, was: operation.op === "shorten" },
        { label: "lengthen", operation: { op: "lengthen" }, was: operation.op === "lengthen" },
      ];
    default:
      return [];
  }
}

type Expand = Extract<Operation, { op: "expand" }>;

/** The part that was expanded; before the first delivery points are known by their numbers. */
const partOf = ({ part_id }: Expand, { parts }: DeliverableView): Part | undefined =>
  parts.find(({ id, kind, ordinal }) => id === part_id || (kind === "claim" && part_id === `#${ordinal}`));

const expandedKind = (operation: Expand, view: DeliverableView): Part["kind"] | null =>
  partOf(operation, view)?.kind ?? null;

function otherParts(operation: Expand, view: DeliverableView, language: Language): readonly Option[] {
  const part = partOf(operation, view);
  if (part === undefined || part.kind === "source" || part.kind === "table") return [];
  const kind = part.kind;
  const alike = view.parts.filter((one) => one.kind === kind && one.within === part.within);
  return alike.flatMap((one, index): readonly Option[] => {
    const expand = expandPart(one, view);
    const text = kind === "section" ? one.label : one.text;
    const label = phrase(language, `the_${kind}`, { n: String(index + 1), text: clipped(text) });
    return expand === null ? [] : [{ label, operation: expand, was: one.id === part.id }];
  });
}

const clipped = (text: string): string => (text.length > 80 ? `${text.slice(0, 79).trimEnd()}…` : text);
