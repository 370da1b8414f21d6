import { askedTopic } from "../../../../shared/domain/references/asked-topic.ts";
import { scanPointers, wordsOf } from "../../../../shared/domain/references/reference-scan.ts";
import { fold, ordinalPosition } from "../../../../shared/domain/references/reference-words.ts";
import { goesDeeper } from "../../../../shared/domain/routing/route-change-words.ts";
import { asSentence, shortened } from "../text/finish.ts";
import { contentStems, subjectStems } from "../text/stems.ts";
import { flat, phrases } from "../text/word-list.ts";
import { countOfPoints, grouping, namedValue, topicIn } from "./wish-arguments.ts";
import { wishes } from "./wish-phrases.ts";

/** Everything an objective and its follow-ups ask of a plan; what comes later wins. */
export type PlanWishes = {
  readonly topic: string;
  readonly count: number | undefined;
  readonly statistic: string | undefined;
  readonly group_by: string | undefined;
  readonly format: string | undefined;
  readonly length: string | undefined;
  readonly sections: readonly string[];
  readonly expanded: readonly number[];
  readonly questions: readonly string[];
};

const statistics = ["median", "mean", "sum", "min", "max", "count"];
const formats = ["table", "email", "bullets"];

/** Reads what is wished. The objective gives the topic; every text may add sections, questions and shape. */
export function readWishes(objective: string, followUps: readonly string[]): PlanWishes {
  const all = [objective, ...followUps];
  const removed = all
    .flatMap((text) => (said("remove_section", text) ? [topicIn(text)] : []))
    .flatMap((topic) => (topic === undefined ? [] : [topic]));
  const sections = all.flatMap(sectionsIn).filter((topic) => !removed.some((gone) => sameTopic(gone, topic)));
  const last = <T>(read: (text: string) => T | undefined) => all.map(read).findLast((value) => value !== undefined);
  return {
    topic: last(newTopic) ?? topicOfObjective(objective),
    count: last(countOfPoints),
    statistic: last((text) => namedValue(text, statistics)),
    group_by: last((text) => grouping(text, [])),
    format: last((text) =>
      said("change_format", text) || /\b(?:table|tabelle|tableau|tabla|tabella)\b/iu.test(text)
        ? namedValue(text, formats)
        : undefined,
    ),
    length: last(lengthIn),
    sections: sections.filter((topic, index) => sections.findIndex((other) => sameTopic(other, topic)) === index),
    expanded: [...new Set(followUps.flatMap(expandedIn))],
    questions: followUps.filter((text) => asks(text) && sectionsIn(text).length === 0),
  };
}

function said(op: string, text: string): boolean {
  return wishes.find(([name]) => name === op)?.[1].test(flat(text)) === true;
}

function lengthIn(text: string): string | undefined {
  if (said("shorten", text)) return "short";
  return said("lengthen", text) ? "normal" : undefined;
}

function newTopic(text: string): string | undefined {
  return said("set_topic", text) ? topicIn(text) : undefined;
}

const opening =
  /^(?:please|bitte|por favor|per favore|s'il (?:te|vous) plaît|can you|could you|kannst du|können sie|i need|i want|ich brauche|ich möchte|je veux|quiero|voglio)[\s,]+/iu;
/** What is said before a goal that is not the first. */
const anew =
  /^(?:(?:and )?now (?:for )?something (?:completely |entirely )?(?:else|different)|(?:jetzt |nun )?(?:mal )?(?:et)?was (?:ganz )?anderes|autre chose|rien à voir|otra cosa|(?:tutt')?altra cosa|forget (?:that|this|it|all that)|vergiss das|oublie (?:ça|cela)|olvida eso|lascia perdere)(?:\s*[:,.–-]+\s*|\s+(?:and|und|et|y|e)\s+)|^(?:new|next|another|neue[rs]?|nächste[rs]?|andere[rs]?|nouve(?:lle|au)|autre|nuev[oa]|otr[oa]|nuov[oa]|altr[oa])\s+(?:task|goal|topic|request|question|aufgabe|frage|thema|tâche|demande|question|sujet|tarea|pregunta|tema|compito|domanda|argomento)\s*[:,.–-]*\s*/iu;
const work =
  /^(?:write|draft|prepare|create|make|give me|produce|research|investigate|find out|list(?: up)?|name|enumerate|nenne\p{L}*|cite[rz]?|enum[eé]r\p{L}*|nombra|elenca|analy[sz]e|summari[sz]e|report on|look into|explain|schreib\p{L}*|erstell\p{L}*|recherchier\p{L}*|untersuch\p{L}*|analysier\p{L}*|fasse|écri\p{L}*|rédige\p{L}*|recherche\p{L}*|analyse\p{L}*|résume\p{L}*|escrib\p{L}*|investiga\p{L}*|analiza\p{L}*|resum\p{L}*|scriv\p{L}*|ricerca\p{L}*|analizza\p{L}*|riassum\p{L}*)\s+/iu;
const kind =
  /^(?:(?:me|us|a|an|the|short|brief|detailed|full|mir|uns|einen?|eine|kurzen?|un|une|una|uno|le|la|el|il|lo)\s+)*(?:report|summary|overview|list|liste|lista|elenco|brief|briefing|analysis|paper|article|note|bericht|zusammenfassung|überblick|rapport|résumé|synthèse|informe|resumen|relazione|rapporto|riassunto)\s+(?:on|about|of|über|zu|zum|zur|von|sur|de|du|des|sobre|su|sul|sulla|di|del|della)\s+/iu;

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** What an objective names beside its subject; it becomes sections. */
const beside = /,?\s+(?:including|inklusive|einschließlich|y compris|incluyendo|incluidos|compresi|inclusi)\s.*$/iu;

/** What an objective is about: its first sentence without the words that ask for work. */
function topicOfObjective(objective: string): string {
  const asked = askedTopic(objective);
  if (asked !== null) return capital(asked);
  const first = (objective.split(/(?<=[.!?])\s|\n/u)[0] ?? objective).replace(anew, "").replace(opening, "");
  const bare = first
    .replace(beside, "")
    .replace(work, "")
    .replace(kind, "")
    .replace(/[.!?\s]+$/u, "")
    .trim();
  const topic = contentStems(bare).length > 0 ? bare : objective.trim();
  return shortened(asSentence(topic === "" ? "The sources" : topic).replace(/\.$/, ""), 160);
}

const alsoWanted = phrases(
  "risk|risks|risiken|risques|riesgos|rischi|cost|costs|kosten|couts|costes|costos|costi|benefits|vorteile|avantages|beneficios|vantaggi|outlook|ausblick|perspectives|recommendations|empfehlungen|recommandations|recomendaciones|raccomandazioni",
);

/** Topics of sections a text asks for: "add a section on …", "and the risks". */
function sectionsIn(text: string): readonly string[] {
  if (said("remove_section", text)) return [];
  const deeper = expandedIn(text).length > 0;
  const added = text
    .split(
      /(?<=[.!?;\n])\s+|,\s+|\s+(?:and|und|et|y|e)\s+(?=(?:also |auch |aussi |también |anche )?(?:add|include|cover|ergänz|füg|ajout|inclu|añad|agreg|aggiung))/iu,
    )
    .filter((piece) => expandedIn(piece).length === 0)
    .flatMap((piece) => (said("add_section", piece) && !isFigures(piece) ? [topicIn(piece)] : []));
  const named = added.flatMap((topic) => (topic === undefined ? [] : [topic]));
  const bare = deeper ? undefined : namedSubject(text);
  return bare !== undefined && named.length === 0 ? [bare] : named;
}

/** "Nimm den Median": other figures and no section. */
function isFigures(text: string): boolean {
  return said("recalculate", text) && namedValue(text, statistics) !== undefined;
}

/** "What about the risks?", "Including the costs": a well-known subject that is named beside the work. */
function namedSubject(text: string): string | undefined {
  const found = alsoWanted.exec(flat(text))?.[0].trim();
  const isAsked =
    / (?:including|include|with|and|also|about|inklusive|einschliesslich|mit|und|auch|avec|et|aussi|con|y|tambien|e|anche) /.test(
      flat(text),
    );
  return found !== undefined && isAsked ? asSentence(found).replace(/\.$/, "") : undefined;
}

/** Numbers of the points a text asks to go deeper into. */
function expandedIn(text: string): readonly number[] {
  if (!(said("expand", text) || goesDeeper.test(fold(text).replaceAll("’", "'")))) return [];
  return scanPointers(wordsOf(text)).flatMap((pointer) =>
    pointer.kind === "claim" ? pointer.positions.filter((position) => position > 0) : [],
  );
}

function asks(text: string): boolean {
  return (
    text.trim().endsWith("?") &&
    subjectStems(text).length > 0 &&
    wordsOf(text).every(({ text: word }) => ordinalPosition(fold(word)) === null)
  );
}

function sameTopic(one: string, other: string): boolean {
  const [a, b] = [subjectStems(one), subjectStems(other)];
  return a.length === b.length && a.every((stem) => b.includes(stem));
}
