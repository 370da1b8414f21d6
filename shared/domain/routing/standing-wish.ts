import { fold } from "../references/reference-words.ts";
import { clipCodePoints } from "../text/clip-text.ts";
import { foldedOf } from "./clean-words.ts";
import { politeWords } from "./route-words.ts";
import { opening } from "./word-patterns.ts";

/** What a message says about how everything has to be from now on, and what it asks beside that. */
export type StandingWishes = {
  /** In the person's own words, one sentence each. */
  readonly wishes: readonly string[];
  /** Sentences that take such a wish back. */
  readonly lifted: readonly string[];
  /** The message without these sentences; all of it when there are none. */
  readonly rest: string;
};

/** True when something is to hold from now on, or no longer. */
export const setsRules = ({ wishes, lifted }: Pick<StandingWishes, "wishes" | "lifted">): boolean =>
  wishes.length + lifted.length > 0;

/** Characters of a message in which wishes are looked for; what is longer is material. */
const charactersRead = 4_000;
/** Of one wish, in code points. A rule that is longer is a text. */
const wishCharacters = 350;
/** Wishes of one message, and of those it takes back; more are a specification, which is read like any other text. */
const wishesAtMost = 8;

/** The Italian `mai` is also the month of May in German and French, so it counts only before a verb of a rule. */
const never =
  "never|not ever|nie|niemals|jamais|nunca|jamas|mai(?= (?:us|utilizz|cit|menzion|mostr|scriv|calcol|arrotond|rispond|prend|mett|nomin|inclu|fare|dare)\\w*)";
const always = "always|immer|grundsatzlich|toujours|systematiquement|siempre|sempre";
/** What also says when something happens: "nuclear power in the future". */
const someday =
  "going forward|in (?:the )?future|as a rule|at all times|kunftig|in zukunft|a l'avenir|en el futuro|en adelante|in futuro";
const fromNow =
  "from now on|from here on|under no circumstances|on no account|" +
  "ab jetzt|ab sofort|von jetzt an|auf keinen fall|unter keinen umstanden|" +
  "desormais|dorenavant|a partir de maintenant|en aucun cas|" +
  "de ahora en adelante|a partir de ahora|en ningun caso|bajo ninguna circunstancia|" +
  "d'ora in poi|d'ora in avanti|da adesso in poi|in nessun caso";
const verbs =
  "use|quote|cite|mention|show|give|write|include|keep|call|name|compute|calculate|report|convert|round|answer|reply|speak|take|put|work|state|spell|list|refer|trust|make|" +
  "zitier\\w*|nimm|nehmen|verwend\\w*|nutz\\w*|benutz\\w*|nenn\\w*|zeig\\w*|gib|geben|schreib\\w*|rechn\\w*|rund\\w*|antwort\\w*|erwahn\\w*|halt\\w*|mach\\w*|stell\\w*|" +
  "utilis\\w*|cit\\w*|mentionn\\w*|montr\\w*|donn\\w*|ecri\\w*|calcul\\w*|arrondi\\w*|repond\\w*|prend\\w*|gard\\w*|indiqu\\w*|fai[st]|faites|" +
  "us[aea]\\w*|cit\\w*|mencion\\w*|muestr\\w*|d[ae]|escrib\\w*|redonde\\w*|respond\\w*|tom\\w*|mant\\w*|indic\\w*|pon|haz|" +
  "menzion\\w*|mostr\\w*|dai|scriv\\w*|calcol\\w*|arrotond\\w*|rispond\\w*|prendi|mantieni|metti|fai";
/** The verbs of them that say how something is made, and never what it is about. */
const manner =
  "use|quote|cite|keep|convert|round|answer|reply|speak|put|spell|trust|make|" +
  "zitier\\w*|nimm|nehmen|verwend\\w*|nutz\\w*|benutz\\w*|rechn\\w*|rund\\w*|antwort\\w*|" +
  "utilis\\w*|cite[rz]?|arrondi\\w*|repond\\w*|prend\\w*|us[aea]\\w*|redonde\\w*|respond\\w*|pon|" +
  "cita\\w*|arrotond\\w*|rispond\\w*|prendi|metti";
/** Tells what happens or happened rather than how something has to be. */
const tells =
  "(?<!(?<!\\p{L})(?:ich|you|i|we) )(?:is|are|was|were|be|been|has|have|had|will|would(?! you)|could(?! you)|might|may|rose|rises|rise|fell|falls|fall|went|goes|stood|stayed|stays|expect|expects|\\p{L}+[a-df-z]ed|" +
  "ist|sind|war|waren|hat|haben|hatten?|wird|werden|wurden?|lag|lagen|stieg|stiegen|fiel|fielen|blieb|blieben|" +
  "est|sont|etait|etaient|ont|avait|sera|seront|serait|reste|restent|son|era|eran|fue|fueron|esta|estan|ha|han|habia|seran|" +
  "(?<!(?:mach|nimm|schreib|gib|halt|zeig|stell|nenn|rechn|formulier)\\p{L}* )es|" +
  "e|sono|erano|fu|furono|hanno|aveva|saranno|what|which|who|how|was|welche[rns]?|wie|ce que|ce qui|lo que|quello che|cio che)(?![\\p{L}\\d'])";
/** Names what something is about. */
const topic =
  "(?:about|on|of|for|over|regarding|between|uber|zu|zum|zur|von|vom|zwischen|sur|de|du|des|entre|sobre|del|para|su|sul|sulla|sui|sugli|sulle|di|della|dei|tra|fra)(?![\\p{L}\\d])";
/** What a rule begins with behind words that may also say when something happens. */
const ruled =
  `(?:please|bitte|s'il (?:te|vous) plait,?|por favor|per favore) \\S+|${never}|${always}|only|just|nur|seulement|uniquement|solo|soltanto|no|not|kein\\w*|ohne|without|do|don't|dont|` +
  `i (?:want|need|prefer)|we (?:want|need)|(?:would|could|can) you|you (?:should|must)|ich (?:will|mochte)|je veux|quiero|voglio|ne|non|n'\\S+|${verbs}`;
const closing = `(?:,? (?:${politeWords}))?[.! ]*$`;
const joined = "in|en|as|als|mit|with|without|ohne|con|avec|sans|senza|sin|by|nach|par|por|per";

const before =
  /^(?:(?:please|also|and|but|oh|by the way|btw|note|important|remember|ok(?:ay)?|thanks?|bitte|auch|und|aber|ubrigens|wichtig|merk dir|s'il (?:te|vous) plait|aussi|et|mais|au fait|important|por favor|tambien|y|pero|por cierto|importante|per favore|anche|e|ma|a proposito)[\s,:!.–-]+)+/u;

/** Said so that it holds from now on: an adverb in front, a request with one, or a thing with one. */
const standing = opening(
  fromNow,
  `(?:${someday}),? (?=(?:(?!${tells})\\S+(?: |$)){1,60}$)(?:${ruled})`,
  `(?:${never})(?! (?:mind|heard|did|has|had|was|is|are|been)(?![\\p{L}\\d]))`,
  `(?:${always})(?! (?:has|have|had|was|is|are|been|the case|ist|war|waren|hat|est|etait|a ete|ha|han|es|era|fue|e)(?![\\p{L}\\d]))`,
  `(?:i|we|ich|wir|je|nous|yo|io) (?:\\S+ )?(?:${never}|${always}) (?:want|need|work|use|buy|deal|quote)`,
  `(?:i want|we want|make sure|be sure|see to it|ich will|ich mochte|je veux|quiero|voglio) .{0,40}(?:${never}|${always})`,
  `(?:do not|don't|dont) (?:ever )?(?:${verbs}) .{1,200} (?:ever|again|any ?more)`,
  `(?:do not|don't|dont) ever`,
  `(?:${verbs}) (?:(?!${tells})\\S+ ){0,3}(?:${never}|${always})`,
  `(?:ne |n')\\S+ (?:\\S+ )?jamais|non \\S+ (?:\\S+ )?mai|no \\S+ (?:\\S+ )?(?:nunca|jamas)`,
  `(?:(?!${tells})\\S+ ){1,3}(?:${always}|${never}) (?:${joined})(?! (?:\\d{4}(?!\\d)|(?:\\S+ ){1,3}(?:as|wie|que|come) ))`,
  `(?:(?!${tells})\\S+ ){1,40}(?:${fromNow})${closing}`,
  `(?:${manner}) (?:(?!${tells}|${topic})\\S+ ){1,20}(?:${someday})${closing}`,
);

/** Asks rather than wishes. */
const asks =
  /\?\s*$|^(?:why|how|what|when|where|who|which|is|are|was|were|do(?! not| ever)|does|did|has|have|can|could|warum|wieso|wie|was|wann|wo|wer|ist|sind|war|hat|haben|pourquoi|comment|est-ce|quand|qui|por que|como|cuando|quien|perche|come|quando|chi)(?![\p{L}\d])/u;

const lifting = opening(
  "you (?:can|may) .{1,80} again|.{1,80} (?:is|are) (?:fine|ok|okay|allowed) again|(?:forget|drop|ignore|lift) (?:the|my|that|this) (?:rule|constraint|restriction|instruction|preference)|no longer (?:always|never)|not always",
  "(?:du darfst|ihr durft|sie durfen) .{1,80} wieder|vergiss die (?:regel|vorgabe|einschrankung)|nicht mehr (?:immer|nie)|.{1,80} (?:ist|sind) wieder (?:erlaubt|in ordnung|ok)",
  "(?:tu peux|vous pouvez) (?:de nouveau|a nouveau) |oublie[rz]? la (?:regle|contrainte|consigne)|plus (?:toujours|forcement)",
  "(?:puedes|puede) volver a|olvida la (?:regla|restriccion|instruccion)|ya no (?:siempre|hace falta)",
  "(?:puoi|potete) (?:di nuovo|ancora) |dimentica la (?:regola|restrizione|istruzione)|non (?:piu )?sempre",
);

/**
 * Finds what a person wants to hold from now on ("never use supplier X", "immer in Euro"): whole sentences, verbatim. English,
 * German, French, Spanish, Italian; in another language a wish is a wish like any other. Only what a person wrote may be put in.
 */
export function readStandingWishes(message: string): StandingWishes {
  const sentences = sentencesOf(message.slice(0, charactersRead));
  const kinds = limited(sentences.map(kindOf));
  const of = (kind: "wish" | "lift") =>
    sentences
      .filter((_, index) => kinds[index] === kind)
      .map((sentence) => clipCodePoints(sentence.replace(hung, "").trim(), wishCharacters));
  const [wishes, lifted] = [of("wish"), of("lift")];
  if (!setsRules({ wishes, lifted })) return { wishes, lifted, rest: message };
  const rest = sentences.filter((_, index) => kinds[index] === "other").join("");
  return { wishes, lifted, rest: (rest + message.slice(charactersRead)).trim() };
}

/** What a wish hangs on. */
const hung = /^[\s,]*(?:(?:and|but|und|aber|et|mais|y|pero|e|ma)\s+)?/iu;

/** Where a wish is hung on something else: "make it a table and never use supplier X". */
const joint = new RegExp(
  `(?:\\s*,\\s*(?:(?:and|but|und|aber|et|mais|y|pero|e|ma)\\s+)?|\\s+(?:and|but|und|aber|et|mais|y|pero|e|ma)\\s+)(?=(?:please |bitte )?(?:(?:${never}|${always}) (?:${verbs}|${joined})|(?:${verbs}) (?:${never}|${always})|(?:${fromNow})|(?:${someday}),? (?:(?:please|bitte) \\S|${never}|${always}|${verbs})|(?:do not|don't) ever|(?:ne |n')\\S+ jamais|no \\S+ nunca|non \\S+ mai)(?![\\p{L}\\d]))`,
  "gu",
);

/** The sentences of a message with what stands between them, and wishes that hang on one apart from it. */
function sentencesOf(message: string): readonly string[] {
  const sentences = message.match(/[^.!?;\n]+(?:[.!?;\n]+(?=\s|$)|[.!?;\n](?=\S)|$)\s*|[.!?;\n]+\s*/gu) ?? [];
  return sentences.flatMap((sentence) => {
    const cuts = [...fold(sentence).matchAll(joint)].map(({ index }) => index);
    return [0, ...cuts].map((from, at) => sentence.slice(from, cuts[at] ?? sentence.length));
  });
}

type Kind = "wish" | "lift" | "other";

function limited(kinds: readonly Kind[]): readonly Kind[] {
  const counts = { wish: 0, lift: 0 };
  return kinds.map((kind) => {
    if (kind === "other") return kind;
    counts[kind] += 1;
    return counts[kind] > wishesAtMost ? "other" : kind;
  });
}

function kindOf(sentence: string): Kind {
  const words = wordsIn(sentence);
  if (lifting.test(words)) return "lift";
  return !asks.test(words) && standing.test(words) ? "wish" : "other";
}

/** Words by which a wish says that it holds from now on; without them it is an ordinary one. */
const holding = new RegExp(
  `(?<![\\p{L}\\d])(?:${fromNow}|${someday}|${always}|make sure|be sure|see to it|you|(?:i|we) (?:want|need)|quiero|voglio|je veux|ich will)(?![\\p{L}\\d])[\\s,:]*`,
  "giu",
);
const forbids = new RegExp(
  `(?<![\\p{L}\\d])(?:${never}|not|don't|dont|no|without|nicht|kein\\w*|ohne|ne|n'|pas|sans|sin|non|senza)(?![\\p{L}\\d])`,
  "u",
);

/**
 * What a standing wish asks for right now: "from now on use the median" asks to use the median. Null for one that forbids
 * something: there is nothing to do about it, only something to leave.
 */
export function wishedNow(wish: string): string | null {
  const words = fold(wish.normalize("NFC"));
  if (forbids.test(words.replace(/(?:under no circumstances|on no account)/u, "never"))) return null;
  const cuts = [...words.matchAll(holding)];
  const kept = cuts.reduceRight(
    (text, { index, 0: { length } }) => text.slice(0, index) + text.slice(index + length),
    wish.normalize("NFC"),
  );
  const asked = kept.replace(/^[\s,;:]+|[\s,;:]+$/gu, "");
  return asked === "" ? null : asked;
}

function wordsIn(sentence: string): string {
  return foldedOf(sentence)
    .replaceAll(/[¿¡\s]+/g, " ")
    .replace(hung, "")
    .trim()
    .replace(before, "");
}
