import { askedTopic } from "../../shared/domain/references/asked-topic.ts";
import { cardinalNumber, fold } from "../../shared/domain/references/reference-words.ts";
import type { Operation } from "./brief.ts";
import { formatNouns, shortWords, statisticWords } from "./wish-words.ts";

/** What the first message of a report says: what it is about, and how it is wished. */
export type FirstInput = {
  /** The words of the topic; empty when it only points at the sources. */
  readonly topic: string;
  /** What it is about are the sources as they are: "these files". */
  readonly points_at_sources: boolean;
  /** It asks for a report, as "write a report on …" does. */
  readonly is_request: boolean;
  readonly wishes: readonly Operation[];
};

/** Characters of a first message that are read; what is behind them can only be material. */
const charactersRead = 2_000;

/** Takes a first message apart. English, German, French, Spanish and Italian; another language is topic as a whole. */
export function readFirstInput(message: string): FirstInput {
  const text = message.slice(0, charactersRead).normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const { rest, wishes } = takeWishes(text);
  const head = readHead(rest);
  const asked = askedTopic(rest);
  const words = asked ?? head.topic;
  const topic = words.replaceAll(/\s+([,.;!?])/g, "$1").replaceAll(/^[\s,.:;–-]+|[\s,.:;!?–-]+$/g, "");
  const points_at_sources = topic !== "" && pointsAtSources.test(fold(topic));
  return {
    topic: points_at_sources ? "" : topic.slice(0, 200),
    points_at_sources,
    is_request: head.is_request || asked !== null,
    wishes: once([...head.wishes, ...wishes]),
  };
}

const pointsAtSources =
  /^(?:(?:what is in|all|the|these|this|those|my|our|your|attached|given|provided|uploaded|of|alle|die|der|den|diese|dieser|diesen|meine|angehangten|les|ces|mes|los|las|estos|estas|mis|le|i|gli|queste|questi)\s+)*(?:sources?|files?|documents?|data|texts?|attachments?|material|it|them|this|everything|quellen?|dateien?|dokumente?n?|daten|texte?n?|anhange?n?|fichiers|donnees|textes|fuentes?|archivos?|documentos?|datos|textos?|fonti|documenti|dati|testi)?$/;

/** Sections that are common enough to be taken for one behind "with the …". */
const commonSections =
  "risks?|costs?|benefits?|opportunities|chances|recommendations?|limitations?|background|history|timeline|outlook|next steps|" +
  "alternatives|consequences|causes|effects|challenges|trends|advantages|disadvantages|pros and cons|open questions|" +
  "risiken|kosten|nutzen|vorteilen?|nachteilen?|empfehlungen|hintergrund|ausblick|ursachen|folgen|alternativen|" +
  "risques|couts|avantages|inconvenients|recommandations|contexte|perspectives|causes|consequences|" +
  "riesgos|costes|costos|beneficios|ventajas|desventajas|recomendaciones|contexto|perspectivas|causas|consecuencias|" +
  "rischi|costi|benefici|vantaggi|svantaggi|raccomandazioni|contesto|prospettive|cause|conseguenze";

const withWord =
  "with|including|plus|along with|and add|add|mit|inklusive|samt|avec|y compris|con|incluyendo|inclusi|inclusi i|compresi";
const article = "the|a|an|den|die|der|das|les|le|la|los|las|el|i|gli|il|lo";
const sectionsBehind = new RegExp(
  `[\\s,]+(?:and\\s+)?(?:${withWord})\\s+(?:also\\s+)?((?:${article})\\s+(?:${commonSections})(?:(?:\\s*,\\s*|\\s+(?:and|und|et|y|e)\\s+)(?:(?:${article})\\s+)?(?:${commonSections}))*)(?![\\p{L}-])`,
  "u",
);
const sectionOn = new RegExp(
  `[\\s,]+(?:and\\s+)?(?:${withWord})\\s+(?:a|an|einem|einen|une|un|una)\\s+(?:section|chapter|abschnitt|kapitel|chapitre|seccion|apartado|sezione|capitolo)\\s+(?:on|about|uber|zu|zum|zur|sur|sobre|su|sui|sulla)\\s+(?:(?:${article})\\s+)?([^,.;]{2,60})`,
  "u",
);
const formatBehind =
  /[\s,]+(?:and\s+)?(?:(?:make it|present it|format it|formatted|shown)\s+)?(?:as|in|into|make it|als|in form|in|en|comme|sous forme|como|en forma|come|in forma)\s+(?:of\s+|de\s+|di\s+|d['’]|von\s+)?(?:an?|einer|eine|einen|einem|une?|una)?\s*(?:(short|brief|concise|kurzen?|kurze|courte?|corta|breve)\s+)?(?:bulleted\s+)?(table|tabular|bullet|bullets|list|e-?mail|tabelle|tabellenform|stichpunkten|liste|tableau|puces|courriel|tabla|vinetas|lista|correo|tabella|elenco)(?:\s+(?:points|form|format|puntato|electronico))?(?![\p{L}-])/u;
const shortBehind =
  /[\s,.;]+(?:and\s+)?(?:please\s+)?(?:keep it (?:short|brief|concise)|make it (?:short|brief)|(?:halte|halt|fasse?) (?:es|dich) kurz|bien court|en bref|que sea (?:corto|breve)|tienilo breve|in brief|in short)(?![\p{L}])/u;
const pointsBehind =
  /[\s,]+(?:and\s+)?(?:with|in|mit|en|avec|con)\s+(?:the\s+)?(?:top\s+)?(\d{1,2}|\p{L}+)\s+(?:(?:key|main|important|wichtigsten?|principaux|principales|principali)\s+)*(?:points|punkten|puntos|punti)(?:\s+(?:cles|clave|chiave))?(?![\p{L}])/u;
const statisticBehind =
  /[\s,]+(?:and\s+)?(?:with|using|use|by|mit|avec|con)\s+(?:the\s+|dem\s+|der\s+|la\s+|l['’])?(\p{L}+)(?:\s+(?:instead of|statt|au lieu de|en lugar de|invece (?:di|della))\s+(?:the\s+|des\s+|la\s+)?\p{L}+)?(?=[\s,.;!?]|$)/u;

type Wish = {
  readonly pattern: RegExp;
  readonly read: (found: RegExpExecArray, words: string) => readonly Operation[] | null;
};

const listed = /\s*,\s*|\s+(?:and|und|et|y|e)\s+/u;
const withoutArticle = new RegExp(`^(?:${article})\\s+`, "iu");

const wishesBehind: readonly Wish[] = [
  { pattern: sectionOn, read: (_, words) => [{ op: "add_section", topic: words.trim() }] },
  {
    pattern: sectionsBehind,
    read: (_, words) =>
      words.split(listed).map((topic) => ({ op: "add_section", topic: topic.trim().replace(withoutArticle, "") })),
  },
  { pattern: formatBehind, read: (found) => formatWish(found) },
  { pattern: shortBehind, read: () => [{ op: "shorten" }] },
  {
    pattern: pointsBehind,
    read: (found) => {
      const count = cardinalNumber(found[1] ?? "");
      return count === null || count < 1 || count > 20 ? null : [{ op: "set_points", count }];
    },
  },
  {
    pattern: statisticBehind,
    read: (found) => {
      const statistic = statisticWords.get(found[1] ?? "");
      return statistic ? [{ op: "recalculate", statistic, columns: null, group_by: null }] : null;
    },
  },
];

function formatWish(found: RegExpExecArray): readonly Operation[] | null {
  const format = formatNouns.get((found[2] ?? "").replace("-", ""));
  const short: readonly Operation[] = found[1] ? [{ op: "shorten" }] : [];
  return format ? [...short, { op: "change_format", format }] : null;
}

function takeWishes(text: string): { readonly rest: string; readonly wishes: readonly Operation[] } {
  let rest = text;
  const wishes: Operation[] = [];
  for (const { pattern, read } of wishesBehind) {
    const found = pattern.exec(fold(rest));
    if (!found) continue;
    const from = found.index + found[0].lastIndexOf(found[1] ?? "");
    const made = read(found, rest.slice(from, from + (found[1] ?? "").length));
    if (made === null) continue;
    wishes.push(...made);
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.trim();
  }
  return { rest, wishes };
}

const set = (line: string) => new Set(line.split(" "));

const politeness = set(
  "please can could would you i we need want d like bitte kannst du konnten sie mir uns ich brauche mochte will s il te vous plait peux tu pouvez moi nous " +
    "je voudrais por favor puedes quiero necesito me nos per favore puoi vorrei mi ci to",
);
const verbs = set(
  "write make create prepare draft give produce generate build compile do send report me us schreib schreibe schreiben erstelle erstell erstellen mach mache " +
    "verfasse gib berichte ecris ecrivez redige redigez fais faites prepare preparez cree creez donne donnez escribe haz prepara crea redacta dame " +
    "elabora hazme scrivi fai prepara redigi dammi scrivimi fammi",
);
const direct = set(
  "summarize summarise analyze analyse describe review compare outline assess examine fasse fass analysiere beschreibe vergleiche resume resumez analysez " +
    "decris decrivez analiza resume describe compara riassumi analizza descrivi confronta",
);
/** Ask for a list of what stands behind them: "list the causes". As nouns they are a form ("a list of …"). */
const listVerbs = set(
  "list name enumerate nenne nenn liste aufzahlen cite citez enumere enumerez enumera nombra lista elenca elencami dimmi",
);
const nouns = set(
  "report summary overview brief briefing analysis article note memo points bericht zusammenfassung uberblick ubersicht rapport synthese apercu informe resumen " +
    "analisis rapporto riassunto sintesi relazione analisi key main",
);
const adjectives = set(
  "short brief concise quick detailed full kurzen kurze kurzer court courte bref corto corta breve",
);
const prepositions = set(
  "on about of for from covering regarding uber zu zum zur von aus fur sur de du des d concernant sobre del acerca su sul sull sulla sui sugli sulle di dell della dei degli delle",
);
const articles = set(
  "the a an der die das den dem ein eine einen einer le la les l un une des el los las una il lo i gli uno",
);

/** Takes "write a short report on the …" off the front. */
function readHead(text: string): Omit<FirstInput, "points_at_sources"> {
  const words = [...fold(text).matchAll(/[\p{L}\d]+(?:-mail)?/gu)];
  const end = words.findIndex(({ 0: word }, index) => !isOpening(word) && !isFiller(word) && !endsHead(words, index));
  const head = words.slice(0, end < 0 ? words.length : end).map(({ 0: word }) => word);
  const isList = head.some((_, index) => isListVerb(words, index));
  const is_request = isList || head.some((word) => isOpening(word) || direct.has(word));
  if (!is_request) return { topic: text, is_request, wishes: [] };
  const stop = head.findIndex((_, index) => endsHead(words, index));
  if (stop < 0 && end >= 0) return { topic: text, is_request: false, wishes: [] };
  const topic = stop < 0 ? "" : behind(text, words, stop + 1);
  const wishes = head.slice(0, stop < 0 ? head.length : stop).flatMap(wishOf);
  const list: readonly Operation[] = isList ? [{ op: "change_format", format: "bullets" }] : wishes;
  const asksForList = list.some((wish) => wish.op === "change_format" && wish.format === "bullets");
  return { topic, is_request, wishes: asksForList ? [...list, ...countWish(topic)] : list };
}

function isOpening(word: string): boolean {
  return verbs.has(word) || nouns.has(word) || formatNouns.has(word.replace("-", ""));
}

function isFiller(word: string): boolean {
  return politeness.has(word) || articles.has(word) || adjectives.has(word);
}

/** A verb that takes the topic itself, as "summarise", or a preposition behind what is to be written. */
function endsHead(words: readonly RegExpExecArray[], index: number): boolean {
  const word = words[index]?.[0] ?? "";
  return (
    direct.has(word) ||
    isListVerb(words, index) ||
    (prepositions.has(word) && words.slice(0, index).some(({ 0: before }) => isOpening(before)))
  );
}

/** It asks for a list: only politeness stands before it. */
function isListVerb(words: readonly RegExpExecArray[], index: number): boolean {
  const isFirst = words.slice(0, index).every(({ 0: before }) => politeness.has(before));
  return isFirst && listVerbs.has(words[index]?.[0] ?? "") && !prepositions.has(words[index + 1]?.[0] ?? "");
}

/** How many a list is to have: "ten principles of …", "the five main causes". */
function countWish(topic: string): readonly Operation[] {
  const [first = "", next] = fold(topic).match(/[\p{L}\d]+/gu) ?? [];
  const count = cardinalNumber(first);
  return count !== null && count >= 2 && count <= 20 && next !== undefined ? [{ op: "set_points", count }] : [];
}

/** A report is what is made anyway, so the word is no wish. */
function wishOf(word: string): readonly Operation[] {
  const format = formatNouns.get(word.replace("-", ""));
  if (format === "report") return [];
  if (format) return [{ op: "change_format", format }];
  return adjectives.has(word) && shortWords.has(word) ? [{ op: "shorten" }] : [];
}

function behind(text: string, words: readonly RegExpExecArray[], index: number): string {
  let at = prepositions.has(words[index]?.[0] ?? "") ? index + 1 : index;
  while (articles.has(words[at]?.[0] ?? "")) at += 1;
  const from = words[at]?.index ?? text.length;
  return text.slice(from).replace(/\s+zusammen(?=[\s.!?]*$)/i, "");
}

/** The last wish of each kind; sections each. */
function once(wishes: readonly Operation[]): readonly Operation[] {
  return wishes.filter(
    (wish, index) => wish.op === "add_section" || !wishes.slice(index + 1).some((later) => later.op === wish.op),
  );
}
