import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import type { AssistantTurn, ToolSpec } from "../../converse-body.ts";
import { parseJson } from "../parse-json.ts";
import { callTools, isObject, type PastCall, type RequestView } from "../request-view.ts";
import { argumentsFor, type CellRole, cellsIn } from "../structured/plan-cells.ts";
import { namedValue } from "../structured/wish-arguments.ts";
import { asSentence, shortened, withReadableNumbers } from "../text/finish.ts";
import { sentencesIn } from "../text/passages.ts";
import { wordsOf } from "../text/sentences.ts";
import { stemOf, subjectStems } from "../text/stems.ts";
import { relevance, topicOf } from "../text/topics.ts";
import { type Answer, answerQuestion } from "./answer-question.ts";
import { say } from "./sayings.ts";
import { noteOf, type TurnView } from "./turn-view.ts";
import { isAboutWaking } from "./waking-words.ts";

const own = new Set(["schedule_follow_up", "schedule_followup", "list_follow_ups", "cancel_follow_up", "give_answer"]);
const statistics = ["median", "mean", "sum", "min", "max", "count"];
const foundAtMost = 3;
const lateFromSeconds = 120;

/** Something a tool found now. */
type Finding = { readonly id: string; readonly text: string; readonly source: string };

/**
 * The next step of a turn that was woken: it looks once with the tool that fits its note, then says what it was woken
 * for, what it found and whether that is different from before. Its own note never makes it schedule again.
 */
export function wokenTurn(turn: TurnView, view: RequestView): AssistantTurn | Answer {
  const wake = turn.wake ?? {};
  const note = noteOf(wake);
  const looked = view.past.findLast(({ name }) => !own.has(name));
  if (looked === undefined) {
    const look = lookFor(note, turn, view);
    if (look !== undefined) return callTools(view, [look]);
  }
  const revised = revisedSince(wake) ? [say("revised", turn.language)] : [];
  const opening = [say("woken", turn.language, { note: shortened(note, 400) }), ...lateness(wake, turn), ...revised];
  const rest = looked === undefined ? fromResult(note, turn) : fromLook(looked, note, turn);
  return { text: [...opening, rest.text].join("\n\n"), rests_on: rest.rests_on, supported: rest.supported };
}

/** The call that fits the note: a table is computed again when the note is about figures, else the sources are searched. */
function lookFor(
  note: string,
  turn: TurnView,
  view: RequestView,
): { readonly name: string; readonly input: JsonObject } | undefined {
  const cells = cellsIn(view.tools.filter(({ name }) => !own.has(name)).map(asCell));
  const table = turn.sources.find(({ is_table }) => is_table);
  const statistic = namedValue(note, statistics);
  const isFigures =
    statistic !== undefined ||
    /\d|figure|number|table|zahl|tabelle|chiffre|tableau|cifra|tabla|numero|tabella/iu.test(note);
  const hasTexts = turn.sources.some(({ is_table }) => !is_table);
  const roles: readonly CellRole[] = table !== undefined && (isFigures || !hasTexts) ? ["table", "search"] : ["search"];
  const cell = roles.map((role) => cells.find((one) => one.role === role)).find((one) => one !== undefined) ?? cells[0];
  if (cell === undefined || (cell.role === "table" && table === undefined)) return undefined;
  const known: JsonObject = {
    query: shortened(queryOf(note, turn), 300),
    topic: shortened(queryOf(note, turn), 300),
    ...(table === undefined ? {} : { source_id: table.id }),
    ...(statistic === undefined ? {} : { statistic }),
  };
  return { name: cell.id, input: argumentsFor(cell, known, { note, artifacts: turn.artifacts }) };
}

function asCell(tool: ToolSpec): JsonObject {
  return { id: tool.name, description: tool.description ?? "", input: tool.inputSchema.json };
}

/** What the note is about; the main point when the note only says "this". */
function queryOf(note: string, turn: TurnView): string {
  const about = note.includes(": ") ? note.slice(note.indexOf(": ") + 2) : note;
  const main = turn.parts.find(({ kind }) => kind === "claim")?.text ?? "";
  const words = wordsOf(about).filter((word) => subjectStems(about).includes(stemOf(word)) && !isAboutWaking(word));
  return words.length > 0 || main === "" ? [...new Set(words.length > 0 ? words : wordsOf(about))].join(" ") : main;
}

function fromResult(note: string, turn: TurnView): Answer {
  const answer = answerQuestion(note, turn);
  return answer.supported
    ? { ...answer, text: say("found", turn.language, { text: answer.text }) }
    : { ...answer, text: say("found_nothing", turn.language) };
}

function fromLook(looked: PastCall, note: string, turn: TurnView): Answer {
  const found = looked.ok ? findingsIn(parseJson(looked.text)) : [];
  if (found.length === 0) return { text: say("found_nothing", turn.language), rests_on: [], supported: true };
  const known = found.every(({ text }) => isRow(text)) ? answerQuestion(queryOf(note, turn), turn) : undefined;
  const told = sayable(found, note);
  const quotes = told.map(
    ({ text, source }) => `${asSentence(withReadableNumbers(text))}${source === "" ? "" : ` (${source})`}`,
  );
  // Single rows of a table say little; what was computed of all of them says more.
  const text = known?.supported === true ? known.text : quotes.join(" ");
  const ids = [...(known?.rests_on ?? []), ...told.map(({ id }) => id)].filter((id) => id !== "");
  const said = say("found", turn.language, { text });
  return { text: `${said}\n\n${changes(found, turn)}`, rests_on: [...new Set(ids)], supported: true };
}

/** A row of a table as a search gives it: "column: value; column: value". */
function isRow(text: string): boolean {
  return /^[^:;.]+: [^;]*; /.test(text);
}

/** Of passages the sentences that speak of the note, of figures the first few. */
function sayable(found: readonly Finding[], note: string): readonly Finding[] {
  const topic = topicOf(note);
  const sentences = sentencesIn(found);
  const about = sentences
    .map((sentence) => ({ sentence, score: relevance(topic, sentence.stems) }))
    .filter(({ sentence, score }) => sentence.whole && score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ sentence }) => ({ ...sentence.passage, text: sentence.text }));
  return (about.length > 0 ? about : found).slice(0, foundAtMost);
}

/** What is different from the earlier result: claims of the same id with other words, and what was not there. */
function changes(found: readonly Finding[], turn: TurnView): string {
  const before = new Map([...turn.parts, ...turn.evidence].map(({ id, text }) => [id, text]));
  const known = [...before.values()].join("\n");
  const different = found.flatMap(({ id, text }) => {
    const earlier = before.get(id);
    return earlier !== undefined && earlier !== "" && earlier !== text ? [{ earlier, text }] : [];
  });
  if (different.length > 0) {
    return different
      .map(({ earlier, text }) =>
        say("changed", turn.language, { before: shortened(earlier, 300), after: shortened(text, 300) }),
      )
      .join("\n");
  }
  // Sources never change within a run, so a passage of one is nothing new even if it was not quoted before.
  const isOfSource = (id: string) => turn.sources.some((source) => id.startsWith(`${source.id}.`));
  const isKnown = found.every(({ id, text }) => before.has(id) || known.includes(text) || isOfSource(id));
  return say(isKnown ? "unchanged" : "new_there", turn.language);
}

/** Claims, results and passages in a tool's answer, wherever they stand; the innermost objects that have an id and a text. */
function findingsIn(value: Json | undefined): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => findingsIn(item));
  if (!isObject(value))
    return typeof value === "string" && value.includes(" ") ? [{ id: "", text: value, source: "" }] : [];
  const inner = Object.values(value)
    .filter((one) => typeof one === "object")
    .flatMap(findingsIn)
    .filter(({ id }) => id !== "");
  const { id, text, source } = value;
  if (typeof text !== "string" || text === "") return inner;
  return [{ id: typeof id === "string" ? id : "", text, source: typeof source === "string" ? source : "" }];
}

function lateness(wake: JsonObject, turn: TurnView): readonly string[] {
  const seconds = wake["late_seconds"];
  return typeof seconds === "number" && seconds >= lateFromSeconds
    ? [say("late", turn.language, { minutes: String(Math.round(seconds / 60)) })]
    : [];
}

function revisedSince(wake: JsonObject): boolean {
  const since = wake["changed_since"];
  return isObject(since) && since["result_revised"] === true;
}
