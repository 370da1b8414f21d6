import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { askedTopic } from "../../../../shared/domain/references/asked-topic.ts";
import { isObject } from "../request-view.ts";
import { languageOf } from "../text/languages.ts";
import { contentStems, coverage } from "../text/stems.ts";
import { argumentsFor, type CellRole, cellsIn, type PlanCell, type PlanSource, sourcesIn } from "./plan-cells.ts";
import { type PlanWishes, readWishes } from "./plan-wishes.ts";

type Node = {
  readonly step_id: string;
  readonly cell_id: string;
  readonly title: string;
  readonly args: JsonObject;
  readonly depends_on: readonly string[];
};

type Step = Omit<Node, "args"> & { readonly cell: PlanCell; readonly known: JsonObject };

/** What a plan is made from. */
type Planning = {
  readonly input: JsonObject;
  readonly cells: readonly PlanCell[];
  readonly sources: readonly PlanSource[];
  readonly wishes: PlanWishes;
};

/**
 * A plan for the objective and all follow-ups from the cells there are: sources are read, tables computed, points and
 * sections written, questions looked up, and everything is composed. The same wishes give the same steps, so what a
 * follow-up does not touch keeps its step, cell and arguments.
 */
export function makePlan(input: JsonObject): JsonObject {
  const followUps = (Array.isArray(input["follow_ups"]) ? input["follow_ups"] : []).map(textOf);
  const planning: Planning = {
    input,
    cells: cellsIn(input["cells"]),
    sources: sourcesIn(input["sources"]),
    wishes: readWishes(textOf(input["objective"]), followUps),
  };
  const reads = readSteps(planning);
  const made = [
    ...pointSteps(planning, reads),
    ...tableSteps(planning, reads),
    ...sectionSteps(planning, reads),
    ...searchSteps(planning, reads),
  ];
  const deeper = expandSteps(planning, made);
  const others = otherSteps(planning, [...made, ...deeper], reads);
  const work = [...made, ...deeper, ...others];
  const steps = [...reads, ...work, ...composeStep(planning, work.length > 0 ? work : reads)];
  return { nodes: steps.map((step) => toNode(step, planning)) };
}

function cellOf(planning: Planning, role: CellRole): PlanCell | undefined {
  return planning.cells.find((cell) => cell.role === role);
}

function step(
  cell: PlanCell,
  stepId: string,
  about: { readonly title: string; readonly known?: JsonObject; readonly after?: readonly string[] },
): Step {
  return {
    step_id: stepId,
    cell_id: cell.id,
    cell,
    title: about.title,
    known: about.known ?? {},
    depends_on: about.after ?? [],
  };
}

function readSteps(planning: Planning): readonly Step[] {
  const cell = cellOf(planning, "read");
  if (cell === undefined) return [];
  return planning.sources.map(({ id, name }, index) =>
    step(cell, `read:${index + 1}`, { title: `Read ${name}`, known: { source_id: id } }),
  );
}

/** The reading steps of some sources; none when sources are not read in steps of their own. */
function readersOf(sources: readonly PlanSource[], reads: readonly Step[]): readonly string[] {
  return reads.filter(({ known }) => sources.some(({ id }) => id === known["source_id"])).map(({ step_id }) => step_id);
}

function pointSteps(planning: Planning, reads: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "points");
  const texts = planning.sources.filter(({ is_text }) => is_text);
  if (cell === undefined || (texts.length === 0 && planning.sources.length > 0)) return [];
  const { topic, count } = planning.wishes;
  const known = { topic, ...(count === undefined ? {} : { count }) };
  return [step(cell, "points", { title: `Find the key points: ${topic}`, known, after: readersOf(texts, reads) })];
}

function tableSteps(planning: Planning, reads: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "table");
  if (cell === undefined) return [];
  const { statistic, group_by } = planning.wishes;
  return planning.sources.flatMap((source, index) =>
    source.is_table
      ? [
          step(cell, `metrics:${index + 1}`, {
            title: `Compute the ${statistic ?? "figures"} of ${source.name}`,
            known: {
              source_id: source.id,
              ...spoken(planning),
              ...(statistic === undefined ? {} : { statistic }),
              ...(group_by === undefined ? {} : { group_by }),
            },
            after: readersOf([source], reads),
          }),
        ]
      : [],
  );
}

function sectionSteps(planning: Planning, reads: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "section");
  if (cell === undefined) return [];
  const after = readersOf(
    planning.sources.filter(({ is_text }) => is_text),
    reads,
  );
  return planning.wishes.sections.map((topic) =>
    step(cell, `section:${slugOf(topic)}`, { title: `Write the section “${topic}”`, known: { topic }, after }),
  );
}

function searchSteps(planning: Planning, reads: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "search");
  if (cell === undefined) return [];
  const after = readersOf(planning.sources, reads);
  return planning.wishes.questions.map((question) => {
    const query = (askedTopic(question) ?? question.replace(/[?\s]+$/u, "")).slice(0, 300);
    return step(cell, `search:${slugOf(question)}`, { title: `Look up: ${query}`, known: { query }, after });
  });
}

function expandSteps(planning: Planning, made: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "expand");
  const makers = made.filter(({ cell: { role } }) => role === "points");
  const after = (makers.length > 0 ? makers : made).map(({ step_id }) => step_id);
  if (cell === undefined || after.length === 0) return [];
  return planning.wishes.expanded.map((number) =>
    step(cell, `expand:${number}`, {
      title: `Go deeper into point ${number}`,
      known: { point_id: `#${number}`, claim_id: `#${number}` },
      after,
    }),
  );
}

/** Cells of no known kind whose description speaks of what is asked; the best of all cells when nothing else fits at all. */
function otherSteps(planning: Planning, made: readonly Step[], reads: readonly Step[]): readonly Step[] {
  const asked = contentStems([textOf(planning.input["objective"]), ...planning.wishes.questions].join(" "));
  const scored = planning.cells
    .filter(({ role }) => role !== "compose" && role !== "read")
    .map((cell) => ({
      cell,
      share: coverage(contentStems(`${cell.id.replaceAll("_", " ")} ${cell.description}`), asked),
    }))
    .toSorted((a, b) => b.share - a.share);
  const fitting = scored.filter(({ cell, share }) => cell.role === "other" && share >= 0.2);
  const chosen = fitting.length > 0 || made.length > 0 ? fitting : scored.slice(0, 1);
  const known = { topic: planning.wishes.topic, query: planning.wishes.topic };
  return chosen.map(({ cell }) =>
    step(cell, slugOf(cell.id), {
      title: `Use ${cell.id.replaceAll("_", " ")}`,
      known,
      after: readersOf(planning.sources, reads),
    }),
  );
}

function composeStep(planning: Planning, work: readonly Step[]): readonly Step[] {
  const cell = cellOf(planning, "compose");
  if (cell === undefined) return [];
  const { topic, format, length } = planning.wishes;
  const after = work.map(({ step_id }) => step_id);
  const known = {
    title: topic,
    order: after,
    ...spoken(planning),
    ...(format === undefined ? {} : { format }),
    ...(length === undefined ? {} : { length }),
  };
  return [step(cell, "compose", { title: "Put it together", known, after })];
}

/** The person's language, where it is not the one that cells speak by themselves. */
function spoken({ input }: Planning): JsonObject {
  const language = languageOf(textOf(input["objective"]));
  return language === "en" ? {} : { language };
}

function toNode({ cell, known, ...rest }: Step, planning: Planning): JsonObject {
  const request: JsonObject = {
    objective: planning.input["objective"] ?? "",
    sources: planning.input["sources"] ?? [],
  };
  return { ...rest, title: rest.title.slice(0, 200), args: argumentsFor(cell, known, request) };
}

function slugOf(text: string): string {
  const slug = text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "x" : slug;
}

function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return isObject(value) && typeof value["text"] === "string" ? value["text"] : "";
}
