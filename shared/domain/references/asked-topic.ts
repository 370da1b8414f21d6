import { fold } from "./reference-words.ts";

const it =
  "(?:it|this|that|they|these|the (?:sources?|files?|documents?|texts?|report|material|data)|es|er|sie|(?:in )?(?:die|den|der|das|dem) (?:quellen?|texte?n?|dateien?|dokumente?n?|bericht|unterlagen)|ca|cela|il|elles?|(?:les|la|le|dans les) (?:sources?|textes?|fichiers?|documents?|rapport)|(?:las?|los|el|en las|en los) (?:fuentes?|textos?|archivos?|documentos?|informe)|(?:le|la|i|il|nelle|nei) (?:fonti|fonte|testi|documenti|rapporto|relazione))";
const about =
  "(?:(?:about|on|regarding|uber|zu|zum|zur|sur|de|du|des|a propos (?:de|du|des)|au sujet (?:de|du|des)|sobre|acerca de|del|su|sul|sulla|sui|sugli|sulle|di|della|dei|riguardo a)(?= )|d'|sull'|dell')";
const says =
  "(?:say|says|said|tell|tells|know|sagt|sagen|steht|stehen|erfahr\\w*|dit|disent|disons|savent|dice|dicen|sabe|saben|dice|dicono|sanno)";

/** How people ask for what is known of something; the topic is what stands behind. */
const openings: readonly RegExp[] = [
  new RegExp(`what (?:do|does|did) ${it} ${says}(?: us| me)? ${about} ?`, "u"),
  new RegExp(`what ${it} ${says} ${about} ?`, "u"),
  new RegExp(`what(?:'s| is) (?:in ${it} |there |known |said )${about} ?`, "u"),
  new RegExp(`(?:is|are) there (?:anything|something|more|any \\S+) ${about} ?`, "u"),
  /(?:what|how) about |tell me (?:more )?about |anything (?:else )?(?:about|on) /u,
  new RegExp(`was (?:${says} )?${it} (?:alles )?${about} ?`, "u"),
  new RegExp(`was (?:${says}|ist) (?:denn )?(?:da |dort )?${about} ?`, "u"),
  /was ist mit |wie (?:sieht es|steht es) (?:mit|bei) |(?:gibt es|steht) (?:etwas|was|mehr) (?:uber|zu|zum|zur) |(?:erzahl|sag) mir (?:mehr )?(?:uber|zu|von) /u,
  new RegExp(`(?:que ${says}|ce que|qu'est-ce que) ${it}(?: ${says})? ${about} ?`, "u"),
  new RegExp(`(?:ce que|qu'est-ce que) ${it} ${says} ${about} ?`, "u"),
  /(?:qu'en est-il|parle-moi|dis-m'en plus|y a-t-il (?:quelque chose|autre chose)) (?:(?:sur|de|du|des)(?= )|d')(?: la| le| l')? ?/u,
  new RegExp(`(?:lo que|que) (?:${says} )?${it}(?: ${says})? ${about} ?`, "u"),
  new RegExp(`(?:lo que|que) ${says} ${it} ${about} ?`, "u"),
  /(?:que (?:hay|pasa) (?:con|de|sobre)|hablame de|cuentame (?:mas )?(?:de|sobre)|hay algo (?:de|sobre)) /u,
  new RegExp(`(?:quello|cio|cosa|che cosa) (?:che )?(?:${says} )?${it}(?: ${says})? ${about} ?`, "u"),
  /(?:che (?:ne e|mi dici) (?:di|del|della)|parlami (?:di|del|della)|c'e qualcosa (?:su|sul|sulla|di)) /u,
];

/** What stands behind a topic and does not belong to it. */
const behind = new RegExp(
  `(?: ${says}| zusammen| in (?:the|den|les|las|le) \\S+| please| bitte| s'il te plait| por favor| per favore| then| denn)+$`,
  "u",
);
const article = /^(?:the|a|an|die|der|das|den|dem|le|la|les|l'|el|los|las|il|lo|gli|i) ?/u;

/** Longest topic, in characters. */
const topicCharacters = 120;

/**
 * What a message asks about when it asks what is known of something: `solar power` of "What does it say about solar power?".
 * Null when it asks otherwise. English, German, French, Spanish, Italian; the words come as they were written.
 */
export function askedTopic(message: string): string | null {
  const text = message.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  const folded = fold(text).replaceAll("’", "'");
  const found = openings
    .map((opening) => opening.exec(folded))
    .filter((match) => match !== null)
    .toSorted((one, other) => one.index - other.index || other[0].length - one[0].length)[0];
  if (found === undefined) return null;
  const from = found.index + found[0].length;
  const end = /[?!.;\n]/.exec(folded.slice(from))?.index ?? folded.length - from;
  const bare = folded
    .slice(from, from + end)
    .replace(behind, "")
    .trimEnd();
  const start = article.exec(bare)?.[0].length ?? 0;
  const topic = text.slice(from + start, from + bare.length).trim();
  return topic === "" || topic.length > topicCharacters ? null : topic;
}
