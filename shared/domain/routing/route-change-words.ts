/* Words by which a follow-up changes what was delivered, in folded text of the five languages. */
import { anywhere, opening } from "./word-patterns.ts";

/** A kind of change with the words that ask for it. */
export type ChangeWords = { readonly reason: string; readonly pattern: RegExp };

const rather =
  "(?:\\S+ )?(?:rather |better |instead |lieber |besser |doch |bitte |stattdessen |plutot |mejor |piuttosto |meglio |invece )?";
/** Pronouns that Romance languages hang on a verb: `traducilo`, `quitala`, `mets-le`. */
const it = "(?:lo|la|los|las|li|le|melo|mela|telo|ne|-l[ea]s?|-moi|-en)?";

const deeper: ChangeWords = {
  reason: "it asks to go deeper into a part",
  pattern: anywhere(
    "expand|elaborate|flesh out|(?:go|going|goes|dig) (?:\\S+ ){0,3}?(?:deeper|into)|more (?:detail|details|depth)|tell me more|say more|(?:hear|know|read|learn|like) more (?:about|on)|more (?:about|on) (?:the|this|that|point|row)",
    "vertiefe?n?|erweitere?|fuhre? .{1,80} aus|ausfuhrlicher|mehr details|genauer aus|(?:geh|gehe|gehen sie) (?:\\S+ ){1,6}(?:naher )?ein|mehr (?:uber|zu|zum|zur|dazu|daruber)|(?:zum|zur|zu|uber) .{1,40} mehr",
    "developpe[zr]?|approfondi\\w*|plus de details|en (?:savoir|dire) plus|dis-m'en plus|entre dans le detail",
    "amplia(?:lo|r)?|desarrolla(?:r|lo)?|profundiza(?:r)?|mas detalles|(?:cuentame|dime|saber) mas|entra en detalle",
    "espandi(?:lo)?|approfondisci|approfondire|piu dettagli|dimmi di piu|saperne di piu|piu a fondo|entra nel dettaglio|sviluppa",
  ),
};

/** Asks to go deeper into a part. */
export const goesDeeper: RegExp = deeper.pattern;

const form: ChangeWords = {
  reason: "it asks for another form",
  pattern: anywhere(
    "(?:make|turn|put|convert|format|rewrite|present|give|show|send|do) .{0,60}?(?:as|into|in|in the form of)? ?(?:an?|bullet|tabular) ?(?:short |brief |simple )?(?:table|bullet points?|bullets|list|bulleted list|e-?mail|report|form)|as (?:an?|bullet) ?(?:short )?(?:table|bullet points?|bullets|points|list|e-?mail|report)|in (?:table|tabular|bullet) (?:form|format|points)|in bullets|(?:into|as) (?:\\S+ )?(?:slides|a presentation|a memo|an article)",
    "als (?:kurze |einfache )?(?:tabelle|liste|e-?mail|mail|bericht|stichpunkte|folien|prasentation)|in (?:tabellenform|stichpunkten|stichworten)|(?:ei)?ne (?:kurze )?(?:tabelle|liste|e-?mail|mail) (?:da)?raus|daraus eine? (?:kurze )?(?:tabelle|liste|e-?mail)",
    "(?:en|dans|sous forme de|fais[- ]en|comme) (?:un |une )?(?:tableau|liste|e-?mail|mail|courriel|diapositives)|(?:como|en forma de|en) (?:una |un )?(?:tabla|lista|correo|e-?mail|vinetas|diapositivas)|(?:come|in forma di|fanne|in) (?:una |un |un')?(?:tabella|elenco|e-?mail|mail|diapositive)",
    // Nothing but the form: "bullet points please", "mejor en viñetas".
    "^(?:\\S+ ){0,2}(?:bullet points?|bullets|tabular|stichpunkte|tabelle|e-?mail|tableau|liste a puces|puces|vinetas|tabla|elenco puntato|tabella|elenco)(?: (?:please|bitte|s'il te plait|svp|por favor|per favore))?$",
  ),
};

const length: ChangeWords = {
  reason: "it asks for another length",
  pattern: anywhere(
    "(?:keep|make) (?:it|this|that|them|the \\S+) (?:\\S+ )?(?:short|shorter|brief|briefer|concise|long|longer)|shorten|shorter|condense|lengthen|longer|too (?:long|short|wordy|brief)|(?:only|just) (?:\\d+|two|three|four|five) points|(?:\\d+|two|three|four|five|six|ten) (?:key |more )?points|(?:half a|one|two|\\d+) (?:page|pages|sentences|paragraphs|words)(?: at most| max)?|in (?:one|two|three|\\d+) (?:sentences?|lines?|words)",
    "kurzer|kurze (?:es|den|das|die)|fasse? dich kurz|langer|zu (?:lang|kurz)|nur (?:\\d+|drei|funf) punkte|(?:eine halbe|eine|\\d+) seiten?(?: reicht| hochstens)?|in (?:einem|zwei|drei|\\d+) satz(?:en)?",
    "(?:plus|trop) (?:court|long|bref)|raccourci\\w*|une (?:demi-)?page|en (?:une|deux|trois|\\d+) phrases?",
    "(?:mas|demasiado|muy) (?:corto|breve|largo)|acorta(?:lo|r)?|(?:media|una) pagina|en (?:una|dos|tres|\\d+) frases?",
    "(?:piu|troppo) (?:corto|breve|lungo)|accorcia(?:lo|re)?|(?:mezza|una) pagina|in (?:una|due|tre|\\d+) frasi?",
  ),
};

const statistic =
  "(?:medians?|mean|average|sum|total|minimum|maximum|min|max|count|mittelwert|durchschnitt|summe|anzahl|mediane|moyenne|somme|nombre|mediana|media|promedio|suma|maximo|minimo|somma|totale|massimo)";

const figures: ChangeWords = {
  reason: "it asks for other figures",
  pattern: anywhere(
    `recalculate|recompute|re-calculate|(?:use|take|show|compute|calculate|switch to) ${rather}(?:the |a )?${statistic}|(?:with|using|by) the ${statistic}|${statistic} instead|(?:use|with) (?:a |an )?(?:different|other|another) (?:metric|statistic|measure)|group(?:ed)? (?:\\S+ ){0,3}by`,
    `(?:nimm|verwende|nutze|benutze|berechne|zeige?|rechne) ${rather}(?:mit )?(?:den |die |das |dem |der )?${statistic}|(?:mit|nach) (?:dem|der) ${statistic}|${statistic} (?:statt|anstelle)|berechne .{0,40} neu|rechne .{0,40} neu|gruppier(?:e|t|en)?`,
    `(?:utilise[rz]?|prends|prenez|calcule[rz]?|affiche) ${rather}(?:avec )?(?:la |le |l')?${statistic}|avec (?:la |le )${statistic}|${statistic} (?:au lieu|plutot)|recalcule[rz]?|(?:re)?groupe[rz]?`,
    `(?:usa|utiliza|calcula|muestra|toma) ${rather}(?:con )?(?:la |el )?${statistic}|con (?:la|el) ${statistic}|${statistic} en (?:vez|lugar)|recalcula(?:r)?|agrupa(?:r|do|da)?`,
    `(?:usa|calcola|mostra|prendi) ${rather}(?:con )?(?:la |il |il )?${statistic}|con (?:la|il) ${statistic}|${statistic} (?:invece|al posto)|ricalcola(?:re)?|raggruppa(?:re|to|ta)?`,
  ),
};

const addition: ChangeWords = {
  reason: "it asks to add something",
  pattern: anywhere(
    "^(?:add|include|insert|append|also (?:add|cover|include|look|mention|consider|show))|^(?:you )?(?:missed|forgot|left out)|(?:there(?:'s| is)|there are|says|see|find) (?:nothing|no word) (?:about|on)|(?:is|are) missing|missing (?:is|are|a|the)|what(?:'s| is) missing",
    "^(?:erganze?|fuge? .{1,120} (?:hinzu|ein|an)|nimm .{1,120} auf)|(?:da|es|hier) (?:fehlt|fehlen)|^(?:fehlt|fehlen)|(?:fehlt|fehlen) (?:noch|mir)|du hast .{1,60} (?:vergessen|ubersehen)",
    "^(?:ajoute[rz]?|inclu[st]|incluez)|(?:il )?manque(?:nt)?|(?:tu as|vous avez) oublie",
    `^(?:anad[ae]|anadir|agrega(?:r)?|incluye)${it}|(?:^|aqui |me )falta(?:n)?|(?:has|te has) (?:olvidado|dejado)`,
    `^(?:aggiung[ia]|aggiungere|includi|inserisci)${it}|(?:^|qui |ci )?manca(?:no)?|hai dimenticato`,
  ),
};

const removal: ChangeWords = {
  reason: "it asks to take something out or to put something right",
  pattern: anywhere(
    "^(?:remove|delete|drop|omit|leave out|take out|cut|correct|fix|replace|rename|translate|rephrase|simplify)|(?:is|are|was|were|looks) (?:wrong|incorrect|outdated|a mistake)|please (?:fix|correct)",
    "^(?:entfern(?:e|en)?|losch(?:e|en)?|streich(?:e|en)?|lass .{1,80} weg|korrigier(?:e|en)?|ersetz(?:e|en)?|ubersetz(?:e|en)?|vereinfache)|(?:stimmt|stimmen|passt) nicht|(?:ist|sind) (?:falsch|veraltet)|bitte korrigieren",
    `^(?:supprime[rz]?|enleve[rz]?|retire[rz]?|corrige[rz]?|remplace[rz]?|tradui[st](?:ez)?|simplifie[rz]?)${it}|(?:est|sont) (?:fausse?s?|incorrecte?s?|erronee?s?)|corrige(?:z)?-l[ea]s?`,
    `^(?:elimina(?:r)?|quita(?:r)?|borra(?:r)?|corrige|corregi(?:r)?|reemplaza|traduce|traducir|simplifica)${it}|(?:esta|estan) (?:mal|equivocad[oa]s?)|(?:es|son) (?:incorrect[oa]s?|fals[oa]s?)|corrige(?:lo|la)`,
    `^(?:rimuovi|togli|correggi|sostituisci|traduci|semplifica|elimina)${it}|(?:e|sono) (?:sbagliat[oaie]|errat[oaie]|fals[oaie])|correggi(?:lo|la)`,
  ),
};

const own =
  "(?:it|this|that|them|your|the (?:whole |last |previous )?(?:report|result|results|answer|text|table|summary|section|list|points?|findings))";

const rewording: ChangeWords = {
  reason: "it asks for other words or another order",
  pattern: opening(
    `(?:rewrite|rephrase|revise|rework|modify|alter|edit|adjust|reword|restructure|reorder|reorgani[sz]e|sort|summari[sz]e|polish|proofread) ${own}`,
    "formulier(?:e|en)? .{1,80} um|schreib(?:e|en)? .{1,80} um|uberarbeit(?:e|en)?|passe? .{1,80} an|fass(?:e|en)? (?:es|das|den bericht|alles) .{0,60}zusammen|sortier(?:e|en)?|formulier(?:e|en)? (?:es|das)",
    "reformule[rz]?|reecri[st]|reecrivez|modifie[rz]?|resume(?:z)?-l[ea]s?|resume[rz]? (?:ca|cela|le rapport)|trie[rz]?|reorganise[rz]?",
    "reformula(?:lo|la)?|reescrib(?:e|elo|ela|ir)|modifica(?:lo|la|r)?|resumelo|resume (?:esto|eso|el informe)|ordena(?:lo|la|r)?|reorganiza",
    "riformula(?:lo|la)?|riscriv(?:i|ilo|ila|ere)|modifica(?:lo|la|re)?|riassumilo|riassumi (?:questo|il rapporto|la relazione)|ordina(?:lo|la|re)?|riorganizza",
  ),
};

const narrowing: ChangeWords = {
  reason: "it narrows what the result covers",
  pattern: opening(
    "(?:only|just(?! (?:curious|wondering|asking|checking|a question))|without|except|excluding|skip|ignore|limit (?:it|this)|focus on|restrict)",
    "(?:nur|bloss|ohne|ausser|ohne dass|ignorier(?:e|en)?|beschranke?|konzentriere? dich)",
    "(?:seulement|uniquement|rien que|sans|sauf|hormis|ignore[rz]?|limite(?:-toi|-le)?|concentre-toi)",
    "(?:solo|solamente|unicamente|sin|excepto|salvo|ignora|limita(?:te|lo)?|centrate)",
    "(?:soltanto|solo|solamente|senza|tranne|eccetto|ignora|limita(?:ti|lo)?|concentrati)",
  ),
};

/** Each once: a word that two of them fit would be tried twice, and a text of such words for ever. */
const once = (words: string): string => [...new Set(words.split("|"))].join("|");

/** Says which change is taken back, and please; any other word behind {@link undoes} is a matter of its own. */
const ofTheLast = once(
  "the|that|this|it|my|your|last|latest|previous|earlier|one|changes?|edits?|step|version|i|you|we|what|just|made|did|said|was|is|were|it's|that's|wrong|mistake|fine|ok|okay|good|enough|better|before|as|again|now|anyway|please|thanks|thank|sorry|for|me|" +
    "das|es|die|der|den|diese[rsn]?|meine|deine|war|falsch|letzten?|letztes|vorigen?|vorherigen?|anderung|schritt|fassung|version|wieder|bitte|danke|trotzdem|doch|mal|schon|gut|so|passt|" +
    "ca|cela|la|le|ma|mon|ta|ton|dernier|derniere|precedent|precedente|d'avant|changement|modification|etape|s'il|te|vous|plait|svp|merci|quand meme|c'est|bon|bien|" +
    "eso|esto|el|lo|mi|tu|ultimo|ultima|anterior|cambio|modificacion|version|paso|por|favor|gracias|de todos modos|esta|asi|" +
    "questo|quello|mia|tua|l'ultimo|l'ultima|modifica|versione|cambiamento|passo|per|favore|grazie|comunque|va|bene|cosi",
);

const takingBack = [
  "(?:cancel|undo|revert|scrap|scratch|disregard|forget) (?:that|this|the (?:last|latest|previous) (?:change|one|edit|step)|what i (?:just )?said)|(?:cancel|undo|revert|scrap|scratch) it|undo|take (?:that|it) back|(?:go back|revert) to (?:the )?(?:previous|last|earlier)",
  "(?:mach|mache|machen sie|nimm) (?:(?:das|es|bitte|wieder|doch|mal|(?:die|den|das) letzten?s?(?: anderung| schritt)?|(?:diese|meine|deine) (?:letzte )?anderung) ){1,4}(?:ruckgangig|zuruck)|ruckgangig|zuruck (?:zur|zum|zu der|auf die) (?:vorigen|letzten|vorherigen)|(?:vergiss|verwirf) das",
  "annule(?:z)? (?:ca|cela|(?:la|le) (?:derniere?|precedente?))|defai(?:s|t|tes)(?: (?:ca|cela|(?:la|le) derniere?))?|reviens en arriere|(?:reviens|revenez|retour) a (?:la )?version (?:precedente|d'avant)|oublie (?:ca|cela)|(?:ne )?tiens pas compte de (?:ca|cela)|je n'ai rien dit",
  "(?:deshaz|cancela|anula|revierte|descarta|olvida) (?:eso|esto|lo (?:ultimo|anterior)|el ultimo|la ultima)|vuelve a la (?:version )?anterior",
  "(?:annulla|cancella|dimentica) (?:questo|quello|cio|l'ultim[oa])|torna (?:indietro|alla (?:versione )?precedente)|ripristina(?: la versione precedente)?|come non detto",
].join("|");

/** Lets go of whatever was asked: of what is being done while it is done, of nothing afterwards. */
const lettingGo = "never ?mind|forget (?:about )?it|vergiss es|laisse[rz]? tomber|olvidalo|lascia perdere";

/** Says that it may stay as it is; with anything behind it, it says how: "leave it out", "déjalo en una tabla". */
const leaving =
  "leave it(?: (?:be|at that|like (?:that|this)|the way it is))?|let it be|lass (?:es|mal|(?:es )?gut sein)|laisse[rz]? (?:ca|comme ca)|dejalo(?: estar)?|lascia(?:lo)? (?:stare|cosi)";

/** Begins with taking back what was asked last; more may follow. */
export const takesBack: RegExp = opening(takingBack, lettingGo);

/** One of some phrases with any of some words behind it, and nothing else. */
const nothingBut = (phrases: string, words: string): RegExp =>
  new RegExp(`^(?:${phrases})(?:[\\s,;:.!?…–-]+(?:${words})(?![\\p{L}\\d']))*[\\s,;:.!?…–-]*$`, "u");

/** Takes back what was asked last, and nothing else: "undo the table" and "forget that, add the risks" are more than that. */
export const undoes: RegExp = nothingBut(takingBack, ofTheLast);

/** Lets go of what was asked, or leaves it as it is, and nothing else: "never mind, thanks", "leave it, it's fine". */
export const dismisses: RegExp = nothingBut(`${lettingGo}|${leaving}`, ofTheLast);

/** Begins with a wish to have an older state again; which one stands behind it. */
export const returns: RegExp = opening(
  "(?:go |get )?back to|(?:revert|return) to|(?:geh |gehe )?zuruck (?:zu|zur|zum|auf)|reviens a|revenez a|retour a|vuelve a|torna a(?:lla)?|torna al",
);

/** Says that another was meant. */
export const meansOther = opening(
  "(?:no,? )?(?:the other (?:one|way)|not that one|i meant)",
  "(?:nein,? )?(?:das|die|den|der) andere[ns]?|ich meinte|nicht das",
  "(?:non,? )?l'autre|je voulais dire|pas cel(?:ui|le)",
  "(?:no,? )?(?:el|la) otr[oa]|me referia|no es[eoa]",
  "(?:no,? )?l'altr[oa]|intendevo|non quell[oa]",
);

/** Says that another was meant, and not which: "no, the other one", "die andere Zeile bitte". */
export const namesNoOther: RegExp =
  /^(?:no+ |nope |nein |non )?(?:i (?:meant|mean) |ich meinte? |je voulais dire |me referia a |intendevo )?(?:the other(?: one| way(?: round| around)?)?|not (?:that|this)(?: one)?|(?:das|die|den|der|dem) anderen?|das andere|nicht (?:das|die|den|der|diesen?|dieses|dieser)|l'autre|pas cel(?:ui|le)(?: ci| la)?|(?:el|la|lo) otr[oa]|no es[eoa]|l'altr[oa]|non quell[oa])( \p{L}+)??(?: please| bitte| s'il (?:te|vous) plait| svp| por favor| per favore)?$/u;

/** Changes what was delivered: goes deeper, other form, other figures, more or less of it. */
export const changes: readonly ChangeWords[] = [deeper, form, length, figures, addition, removal, rewording, narrowing];
