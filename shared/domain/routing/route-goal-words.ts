/* Words by which a follow-up sets another goal, in folded text of the five languages. */

const letters = "(?![\\p{L}\\d])";

/** Sets another goal. Another question or thing may be about the same. */
export const newGoal = new RegExp(
  "^(?:" +
    [
      "new (?:task|goal|topic|request|subject)|(?:a )?(?:different|another|next|separate|unrelated) (?:task|topic|subject|goal)|change of (?:topic|subject)|unrelated|start (?:over|again|fresh) (?:with|on)|let's (?:move on|switch) to",
      "(?:neue|andere|nachste) aufgabe|neues (?:thema|ziel)|(?:ein )?anderes thema|themenwechsel",
      "nouvelle (?:tache|demande)|nouveau sujet|autre (?:tache|sujet)|(?:rien|sans rapport|ca n'a rien) a voir|changeons de sujet|changement de sujet",
      "(?:nueva|otra) tarea|(?:nuevo|otro) tema|(?:cambiando|cambiemos) de tema|cambio de tema",
      "nuov[oa] (?:compito|attivita|argomento|tema)|(?:un')?altr[oa] (?:compito|attivita|argomento)|cambi(?:o|amo) (?:di )?argomento|cambiamo tema",
    ].join("|") +
    `)${letters}`,
  "u",
);

/**
 * Gives up all that was asked, for what stands behind it. What is only forgotten is no goal, and neither is what comes in
 * place of a part: "forget the table, keep the list".
 */
export const givesUp = new RegExp(
  "^(?:forget|never ?mind|leave|vergiss|vergesst|lass|oublie[zr]?|laisse(?:z)?(?: tomber)?|olvida(?:te|lo)?|deja(?:lo)?|dimentica(?:lo)?|lascia(?: perdere| stare)?)(?: (?:about|de|di))?(?: (?:(?:all|everything) (?:of )?)?(?:that|this|it|all|everything)| (?:das alles|das|es|alles)| (?:ca|cela|tout(?: (?:ca|cela))?)| (?:eso|esto|todo(?: eso)?|lo (?:anterior|de antes))| (?:questo|quello|tutto(?: questo| quello)?))?" +
    " ?(?:[,.;:–-]+ (?:(?:and|und|et|y|e) )?|(?<= )(?:and|und|et|y|e) )((?:\\S+ )+\\S+)",
  "u",
);

/** "Now write about X instead": the same kind of work on another matter. */
export const otherMatter = new RegExp(
  "^(?:now\\s+|instead\\s+|rather\\s+)?(?:(?:write|do (?:it|one|this|the same)|report|research)\\s+(?:about|on|for)|(?:change|switch)\\s+the\\s+topic\\s+to|schreib(?:e)?\\s+(?:jetzt\\s+|nun\\s+|lieber\\s+|stattdessen\\s+)*uber|ecri[st]?(?:vez)?\\s+(?:maintenant\\s+|plutot\\s+)*sur|escribe\\s+(?:ahora\\s+|mejor\\s+)*sobre|scrivi\\s+(?:ora\\s+|adesso\\s+|invece\\s+|piuttosto\\s+)*(?:su|sul|sulla|sui|sugli|sulle|di))" +
    letters,
  "u",
);

/** "Now", "instead": what tells another matter from a part of this one. */
export const insteadWords =
  /(?<!\p{L})(?:instead|now|rather|stattdessen|lieber|jetzt|nun|plutot|maintenant|a la place|ahora|mejor|en su lugar|ora|adesso|piuttosto|invece)(?!\p{L})/u;

const verbs =
  "write|draft|prepare|create|make|research|investigate|compare|plan|build|translate|organi[sz]e|schreib(?:e)?|erstell(?:e)?|recherchiere|vergleiche|plane|verfasse|ecri[st]|redige|prepare|compare|organise|escrib(?:e|a)|redacta|prepara|investiga|compara|organiza|scrivi|redigi|prepara|confronta|organizza";
const works =
  "report|summary|overview|analysis|article|comparison|plan|memo|study|essay|itinerary|bericht|zusammenfassung|analyse|artikel|vergleich|uberblick|aufsatz|rapport|resume|article|comparaison|dossier|informe|resumen|analisis|articulo|comparacion|rapporto|relazione|riassunto|analisi|articolo|confronto";
const about = "about|on|of|for|uber|zu|zum|zur|sur|de|sobre|su|sul|sull'|sulla|sui|sugli|sulle|di";
/** Of those, what has an article in it. */
export const holdsArticle = /^(?:zum|zur|sul|sull'|sulla|sui|sugli|sulle)$/u;
/** The result itself is no other matter: "a summary of this report". */
const ownMatter =
  "(?!\\s+(?:this|that|these|those|it|them|the (?:above|report|result|results|findings|points?|answer)|y?our|both|its|their|diese[mnrs]?|das|den (?:bericht|punkten)|dem bericht|(?:dein|euer|eur|ihr|unser)e?[mnrs]?|beide[nrs]?|(?:den|die) beiden|ce|cela|ca|le rapport|tes|ta|ton|vos|votre|nos|notre|ces|est[eo]s?|est[ao]|eso|el informe|tus?|sus?|nuestr[oa]s?|amb[oa]s|quest[oaie]|il rapporto|la relazione|(?:i |le |il |la )?(?:tu[oae]i?|vostr[oaie]|nostr[oaie])|entramb[ie]|ambedue)(?![\\p{L}\\d]))";

/** "Look into whales", and not "look into it", "into the costs" or "why that is", which may be of the result. */
export const research = new RegExp(
  "^(?:research|investigate|look into|look up|find out about|search for|do (?:some )?research (?:on|about|into)|recherchier(?:e|en)?|untersuch(?:e|en)?|such(?:e|en)? (?:mir )?informationen|fais (?:\\S+ )?recherches?|recherche[zr]?|cherche[zr]?|investiga(?:r)?|busca(?:r)?|averigua(?:r)?|cerca(?:re)?|ricerca(?:re)?|indaga(?:re)?)" +
    `${letters}${ownMatter}(?! (?:the|why|how|what|whether|if|der|die|den|dem|warum|wieso|wie|was|ob|le|la|les|l'|pourquoi|comment|si|el|los|las|por|como|que|lo|il|i|gli|perche|come|cosa|se)(?![\\p{L}\\d]))`,
  "u",
);

/** "Write a report on X", "research Y": a whole piece of work of its own, with the word before X and the two that X begins with. */
export const wholeWork = new RegExp(
  `^(?:now\\s+|next\\s+)?(?:${verbs})(?:-moi|-nous|me|nos|mi|ci)?\\s+(?:me\\s+|us\\s+|mir\\s+|uns\\s+)?(?:an?|another|eine?n?|une?|una|un)\\s+(?:\\S+\\s+){0,3}?(?:${works})\\s+(?:\\S+\\s+){0,2}?(${about})${letters}${ownMatter}\\s*(\\S*)\\s*(\\S*)`,
  "u",
);
