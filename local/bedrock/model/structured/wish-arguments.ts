import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { asSentence, shortened } from "../text/finish.ts";
import { stemOf } from "../text/stems.ts";
import { flat } from "../text/word-list.ts";
import { saidAs } from "./wish-phrases.ts";

/** What a text says it does not want: "sum instead of the mean". */
const unwanted =
  / (?:instead of|rather than|not|statt|anstatt|anstelle von|nicht|au lieu de|au lieu du|pas|plutot que|en vez de|en lugar de|no|invece di|invece della|non) (?:the |a |der |die |das |des |la |le |el |il |lo )?[^ ]+/gu;

/** The value of an enumeration that a text names first; undefined when it names none. */
export function namedValue(text: string, values: readonly string[]): string | undefined {
  const said = flat(text).replaceAll(unwanted, " ");
  const places = values.flatMap((value) => {
    const literal = said.indexOf(` ${flat(value.replaceAll("_", " ")).trim()} `);
    const at = literal >= 0 ? literal : (saidAs[value]?.exec(said)?.index ?? -1);
    return at < 0 ? [] : [{ value, at }];
  });
  return places.toSorted((a, b) => a.at - b.at)[0]?.value;
}

const groupers =
  /(?:\bby|\bper|\bfor each|\bnach|\bpro|\bje|\bpar|\bpor|\bper ogni)\s+(?:the\s+|each\s+|every\s+|jede[mnrs]?\s+|der\s+|dem\s+|chaque\s+|cada\s+|ogni\s+)?([\p{L}_][\p{L}\p{N}_]*)/iu;

/** The column a text asks to group by: one of the known ones if it names one, else the word behind "by", "nach", "par". */
export function grouping(text: string, columns: readonly string[]): string | undefined {
  const word = groupers.exec(text)?.[1];
  if (word === undefined) return undefined;
  const known = columns.find((column) => sameColumn(column, word));
  return known ?? (columns.length === 0 ? word : undefined);
}

/** The known columns a text names. */
export function columnsNamed(text: string, columns: readonly string[]): readonly string[] {
  const words = flat(text).trim().split(" ").map(stemOf);
  return columns.filter((column) => {
    const parts = flat(column.replaceAll(/[_-]/g, " ")).trim().split(" ").map(stemOf);
    return text.includes(column) || parts.every((part) => words.includes(part));
  });
}

function sameColumn(column: string, word: string): boolean {
  return stemOf(column) === stemOf(word) || column.toLowerCase() === word.toLowerCase();
}

/** The statistic before a column in the head of a table of figures. */
const statisticHead =
  /^(?:mean|median|sum|min|max|count|smallest value|largest value|number of values|mittelwert|summe|kleinster wert|größter wert|anzahl der werte|moyenne|médiane|somme|plus (?:petite|grande) valeur|nombre de valeurs|media|mediana|suma|valor más (?:bajo|alto)|número de valores|somma|valore (?:minimo|massimo)|numero di valori) (?:of|von|de|di) /i;

/** Columns of the tables among the parts: a table's text lists them, a row's text has each before its value. */
export function columnsOf(parts: readonly JsonObject[]): readonly string[] {
  const tables = parts
    .filter((part) => part["kind"] === "table")
    .flatMap((part) => String(part["text"] ?? "").split(", "));
  const rows = parts
    .filter((part) => part["kind"] === "row")
    .flatMap((part) =>
      Array.from(String(part["text"] ?? "").matchAll(/(?:^|; )([^:;]+): /g), ([, name]) => name ?? ""),
    );
  const bare = [...tables, ...rows].map((name) => name.replace(statisticHead, "").trim());
  return [...new Set(bare.filter((name) => name !== ""))];
}

const sectionOn =
  /\b(?:section|chapter|paragraph|part|abschnitt|kapitel|absatz|teil|chapitre|rubrique|paragraphe|sección|seccion|apartado|capítulo|sezione|capitolo|paragrafo)\s+(?:on|about|for|called|zu|zum|zur|über|ueber|mit|sur|à propos de|concernant|sobre|de|acerca de|su|sui|sul|sulla|sulle|riguardo)\s+(.+)$/iu;
const topicVerb =
  /\b(?:topic to|subject to|topic is|focus on|concentrate on|write about|instead about|was ist mit|schreib(?:e|t)? über|konzentriere dich auf|thema ist|le sujet est|écris sur|concentre-toi sur|el tema es|escribe sobre|céntrate en|il tema è|scrivi su|concentrati su|more about|more on|tell me about|what about|also cover|adding|add|including|include|append|cover|remove|drop|delete|leave out|take out|and the|ergänze?|füge?n?|nimm|entferne?|streiche?|lösche?|ajoute[rz]?|inclu(?:s|re|ez)|enlève|retire[rz]?|supprime[rz]?|añade|agrega|incluye|quita|elimina|borra|aggiungi|includi|togli|rimuovi)\s+(.+)$/iu;

const frame =
  /^(?:(?:a|an|the|some|any|something|more|new|further|another|section|chapter|paragraph|about|on|ein|eine|einen|einer|der|die|das|den|dem|auch|noch|noch etwas|etwas|mehr|neuen|neue|un|une|le|la|les|des|du|aussi|plus|el|los|las|una|uno|también|más|il|lo|gli|i|uno|anche|più|also|too|please|bitte|zu|zum|zur|über|sur|sobre|su|sui|sulle)\s+|l['’])+/iu;
const tail =
  /(?:[\s,]+(?:too|also|as well|please|again|instead|section|chapter|now|then|to it|to the report|there|hinzu|ein|auf|auch|noch|bitte|dazu|weg|abschnitt|aussi|également|s'il te plaît|s'il vous plaît|en plus|también|además|por favor|anche|inoltre|per favore))+$/iu;

/** What a section or text is to be about, as the message words it; undefined when it does not say. */
export function topicIn(text: string): string | undefined {
  const bare = text
    .replaceAll(/\[[^\]]*\]/g, " ")
    .replaceAll(/[.!?"“”„«»]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const found = sectionOn.exec(bare)?.[1] ?? topicVerb.exec(bare)?.[1];
  if (found === undefined) return undefined;
  const topic = found.replace(frame, "").replace(tail, "").replace(tail, "").trim();
  return topic === "" ? undefined : asSentence(topic).replace(/\.$/, "");
}

const asking =
  /^(?:please|bitte|could you|can you|would you|i want|i need|i would like|i'd like|we need|kannst du|können sie|ich möchte|ich brauche|peux-tu|pouvez-vous|je voudrais|puedes|quiero|necesito|puoi|vorrei|voglio|to|a|have|see|look at|look into|tell me|show me|know|find out|check)\s+/iu;

/** What a request is about, without the words that ask. */
export function topicOfRequest(text: string): string {
  let bare = text
    .replaceAll(/[.!?"“”„«»]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  for (let next = bare.replace(asking, ""); next !== bare; next = bare.replace(asking, "")) bare = next;
  const topic = bare.replace(frame, "").replace(tail, "").trim();
  return shortened(asSentence(topic === "" ? text.trim() : topic).replace(/\.$/, ""), 160);
}

const numberWords = [
  ["one", "eins", "einen", "ein", "un", "une", "uno", "una"],
  ["two", "zwei", "deux", "dos", "due"],
  ["three", "drei", "trois", "tres", "tre"],
  ["four", "vier", "quatre", "cuatro", "quattro"],
  ["five", "funf", "cinq", "cinco", "cinque"],
  ["six", "sechs", "seis", "sei"],
  ["seven", "sieben", "sept", "siete", "sette"],
  ["eight", "acht", "huit", "ocho", "otto"],
  ["nine", "neun", "neuf", "nueve", "nove"],
  ["ten", "zehn", "dix", "diez", "dieci"],
];

const countedPoints =
  / (\p{L}+|\d{1,2}) (?:\p{L}+ ){0,2}(?:points|point|findings|bullets|bullet points|punkte|punkten|aussagen|constats|puntos|conclusiones|punti)(?= )/u;

const countedList =
  / (?:list|list up|name|enumerate|list of|nenne|cite|citez|enumere|enumera|nombra|elenca|liste|lista) (?:(?:me|us|the|mir|die|les|los|las|le|i|gli) ){0,2}(\p{L}+|\d{1,2}) /u;

/** How many points a text asks for: "seven points", "the 3 key points", "list five causes"; undefined when it does not say. */
export function countOfPoints(text: string): number | undefined {
  const words = flat(text);
  const word = (countedPoints.exec(words) ?? countedList.exec(words))?.[1];
  if (word === undefined) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  const index = numberWords.findIndex((words) => words.includes(word));
  return index < 0 ? undefined : index + 1;
}
