/* Words that only ask to stop, in folded text of the five languages. */
import { foldedOf } from "./clean-words.ts";

const beside =
  "please|now|no|wait|ok|okay|(?:can|could|would|will) you|i want you to|bitte|jetzt|nein|sofort|kannst du|konnen sie|s'il (?:te|vous) plait|svp|maintenant|non|peux-tu|pouvez-vous|por favor|ahora|puedes|per favore|adesso|subito|puoi";

const work =
  "it|that|this|now|everything|all|all of it|it all|all that|all of this|the (?:run|work|job|task|report|whole thing)|working|working on (?:it|this|that)|writing|right (?:now|there|away)";
const alles = "alles|das alles|es|das|die arbeit|den (?:lauf|bericht|auftrag)|damit|sofort";
const tout = "tout|tout ca|tout cela|ca|cela|le travail|le rapport";
const todo = "todo|todo esto|esto|eso|el trabajo|el informe";
const tutto = "tutto|tutto questo|questo|quello|il lavoro|il rapporto|la relazione";

const stops = [
  `stop(?: (?:${work}))?`,
  "halt",
  `(?:abort|quit|terminate|kill)(?: (?:${work}))?`,
  "cancel(?: (?:everything|all|all of it|it all|all that|all of this|the (?:run|work|job|task|report|whole thing)))?",
  `stopp(?: (?:${alles}))?`,
  `(?:stoppe|stoppen sie|beende|beenden sie)(?: (?:${alles}))?`,
  `(?:anhalten|aufhoren|abbrechen|(?:${alles}) (?:abbrechen|anhalten|stoppen|beenden))`,
  `hor(?:e|en sie)? (?:bitte )?(?:(?:sofort|damit) )?auf(?: damit)?|brich(?: (?:${alles}))? ab|brechen sie(?: (?:${alles}))? ab`,
  `arrete[sz]?(?:-toi|-vous)?(?: (?:${tout}))?|halte|interromp(?:s|ez)(?: (?:${tout}))?|annule[rz]?(?: (?:tout|tout ca|tout cela|le travail|le rapport))?`,
  `para(?:lo)?(?: (?:${todo}))?|detente|deten(?:lo)?(?: (?:${todo}))?|alto|aborta(?:r)?|cancela(?:lo)?(?: (?:todo|todo esto|el trabajo|el informe))?|interrumpe(?: (?:${todo}))?`,
  `ferma(?:ti|te|lo)?(?: (?:${tutto}))?|alt|smettila|smetti|interrompi(?: (?:${tutto}))?|annulla(?: (?:tutto|tutto questo|il lavoro|il rapporto|la relazione))?`,
].join("|");

const onlyStops = new RegExp(
  `^(?:(?:${beside}) )*(?:(?:${stops})(?: (?:${beside}))*(?: |$))+(?:(?:${beside})(?: |$))*$`,
  "u",
);

/** Longest message that only asks to stop. Words; what is longer says more, and is not tried in all the ways it may be read. */
const wordsAtMost = 12;

/**
 * True for a message that does nothing but ask to stop: "Stop!", "cancel everything", "hör bitte auf". A message cannot stop
 * what goes on; who sends it is told what does.
 */
export function asksToStop(message: string): boolean {
  const words = foldedOf(message).match(/[\p{L}\p{N}'-]+/gu) ?? [];
  return words.length <= wordsAtMost && onlyStops.test(words.join(" "));
}
