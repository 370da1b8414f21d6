import { fold } from "../references/reference-words.ts";

/** The words and numbers of a text, in lower case without accents and marks. */
export function plainWords(text: string): readonly string[] {
  return fold(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const listed = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split("|")).map((phrase) => plainWords(phrase).join(" ")));

/** Phrases that agree, in many languages. */
export const yesPhrases = listed(
  "yes|yeah|yep|yup|y|sure|sure thing|ok|okay|of course|certainly|absolutely|definitely|go ahead|do it|do that|do so|please do|correct|that's right|that is right|right|confirm|confirmed|i confirm|agreed|i agree|affirmative|why not|no problem|fine|sounds good|yes please|you may|approved|i approve",
  "ja|jawohl|jep|jo|klar|na klar|gern|gerne|natürlich|sicher|einverstanden|mach das|mach es|machen sie das|in ordnung|geht in ordnung|passt|genau|richtig|stimmt|ja bitte|auf jeden fall|kein problem|ich stimme zu|bestätigt",
  "oui|ouais|bien sûr|d'accord|vas-y|allez-y|certainement|exact|exactement|volontiers|pas de problème|c'est bon|je confirme|tout à fait",
  "sí|claro|claro que sí|por supuesto|vale|de acuerdo|adelante|hazlo|hágalo|correcto|sin problema|confirmo|está bien",
  "certo|certamente|va bene|fallo pure|fallo|esatto|nessun problema|confermo|d'accordo|volentieri",
  "sim|com certeza|pode ser|jazeker|natuurlijk|akkoord|tak|oczywiście|ano|jasně|igen|evet|tamam|kyllä|joo|da|да|конечно|так|ναι|はい|ええ|是|是的|好|好的|可以|对|네|예|نعم|כן|हाँ|हां|ok da",
);

/** Phrases that refuse, in many languages. */
export const noPhrases = listed(
  "no|nope|nah|n|don't|do not|please don't|please do not|never|negative|rather not|i'd rather not|not now|not yet|no thanks|no thank you|no way|better not|don't do it|do not do it|don't do that|disagree|i disagree|denied|rejected",
  "nein|nö|nee|lieber nicht|besser nicht|bitte nicht|auf keinen fall|keinesfalls|niemals|noch nicht|nein danke|mach das nicht|mach es nicht|tu das nicht|nicht",
  "non|surtout pas|pas du tout|jamais|non merci|pas encore|plutôt pas|ne le fais pas|ne le faites pas|hors de question",
  "claro que no|de ninguna manera|nunca|mejor no|todavía no|no gracias|no lo hagas|en absoluto",
  "assolutamente no|mai|meglio di no|non ancora|no grazie|non farlo|per niente",
  "não|nao|nunca|neen|liever niet|niet|nie|ne|nej|nei|hayır|nem|ei|нет|ні|όχι|いいえ|いや|不|不是|不要|不行|아니요|아니|لا|לא|नहीं",
);

/** Words around an answer that say nothing of their own. */
export const fillers = listed(
  "please|thanks|thank|you|i|we|d|ll|would|will|should|could|say|go|with|use|take|want|prefer|choose|pick|select|like|the|a|an|it|is|s|let|lets|make|be|to|for|my|our|answer|one|that|then|well|um|uh|hm|option|choice",
  "bitte|danke|ich|wir|würde|möchte|will|nehme|nimm|nehmen|hätte|gern|gerne|der|die|das|den|dem|ein|eine|einen|es|ist|dann|also|antwort|für|mit|zu|sagen|wähle|option",
  "merci|s'il|te|vous|plaît|je|nous|voudrais|veux|prends|prendre|choisis|le|la|les|un|une|des|l|de|c|est|ce|alors|réponse|pour|avec|dirais|dis",
  "gracias|por|favor|yo|quiero|quisiera|prefiero|elijo|el|los|las|una|unos|es|pues|entonces|respuesta|para|con|diría|digo|usa",
  "grazie|per|favore|io|vorrei|voglio|preferisco|scelgo|il|lo|gli|uno|è|allora|risposta|con|direi|dico|prendo",
);

/** Words that say about how much, around a number. */
export const approximations = listed(
  "about|around|approximately|roughly|circa|ca|maybe|perhaps|exactly|just|only|at|least|most|ungefähr|etwa|rund|zirka|genau|nur|environ|à|peu|près|exactement|seulement|unos|unas|alrededor|aproximadamente|exactamente|solo|circa|più|o|meno|esattamente",
);

/** Words that stand for what a question names. */
export const pronouns = listed(
  "it|that|this|them|those|these|all|so|do|does|es|das|dies|sie|ihn|alle|alles|le|la|les|cela|ça|tout|lo|los|las|eso|esto|todo|ciò|questo|quello|tutto",
);

/** Words that turn a sentence into its opposite. */
const negations = listed(
  "not|no|don|t|never|without|nicht|kein|keine|keinen|nie|ohne|pas|ne|n|jamais|sans|nunca|sin|ni|non|mai|senza|nem|nie",
);

/** True when something in a text may turn its sense round. */
export const hasNegation = (words: readonly string[]): boolean => words.some((word) => negations.has(word));
