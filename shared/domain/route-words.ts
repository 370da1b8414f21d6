/*
 * What a follow-up wants, told by words that leave no doubt, in English, German, French, Spanish and Italian. All patterns
 * are matched in folded text: lower case, without accents. What none of them fits is left to the model.
 */

const any = (...sources: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${sources.join("|")})(?![\\p{L}\\d])`, "u");
const opening = (...sources: readonly string[]) => new RegExp(`^(?:${sources.join("|")})(?![\\p{L}\\d])`, "u");

/** What people say before the matter. */
export const politeness =
  /^(?:(?:please|ok(?:ay)?|and|but|so|then|now|actually|hey|hi|hello|thanks|great|could you|can you|would you|i (?:want|need) you to|bitte|und|aber|dann|jetzt|also|danke|kannst du|konntest du|konnen sie|konnten sie|s'il (?:te|vous) plait|et|mais|alors|merci|peux-tu|pouvez-vous|tu peux|por favor|y|pero|entonces|gracias|puedes|podrias|per favore|e|ma|allora|grazie|puoi|potresti)[\s,:!.]+)+/u;

/** Asks about what was delivered. */
export const explains = opening(
  "why|how come|explain|what (?:does|do|did|is|was|are) .{0,80}\\b(?:mean|means|meant|based on|come from|from)|what do you mean",
  "where (?:does|did|do) .{0,120}\\b(?:come from|comes from|stand|say)|(?:which|what) (?:source|sources|passage|document)|source\\b.{0,60}\\?|sources?\\?|how do you know|on what (?:is|basis)|according to (?:what|whom)",
  "(?:can|could) you (?:explain|justify|clarify|source)|(?:justify|clarify)",
  "warum|wieso|weshalb|wie kommst du|woher (?:kommt|kommen|stammt|stammen|weisst)|erklar(?:e|en sie)?|erlauter(?:e|n sie)?|begrunde|was (?:bedeutet|heisst|heissen)|was meinst du|welche quelle|worauf (?:beruht|stutzt)",
  "pourquoi|explique[rz]?|d'ou (?:vient|viennent|sort)|que (?:veut dire|signifie)|qu'est-ce que .{0,80}\\b(?:veut dire|signifie)|quelle source|comment (?:le )?sa(?:is|vez)|justifie[rz]?",
  "por que|explica(?:me|r)?|de donde (?:viene|vienen|sale|salen)|que (?:significa|quiere decir)|que fuente|como (?:lo )?sabes|justifica(?:r)?",
  "perche|spiega(?:mi|re)?|da dove (?:viene|vengono)|(?:che )?cosa (?:significa|vuol dire)|quale fonte|come (?:lo )?sai|giustifica(?:re)?",
);

/** Asks back about a question that is open. */
export const asksBack =
  /^(?:what do you mean|what (?:are you talking about|does that mean|is that)|why do you (?:ask|need|want)|i (?:do not|don't) understand|huh|was meinst du|wie meinst du das|was heisst das|warum fragst du|ich verstehe (?:das )?nicht|que veux-tu dire|comment ca|pourquoi (?:cette question|tu demandes)|je ne comprends pas|que quieres decir|a que te refieres|por que (?:lo )?preguntas|no entiendo|(?:che )?cosa intendi|perche (?:lo )?chiedi|non capisco)(?![\p{L}\d])/u;

const amount =
  "(?:\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|ten|half an?|a few|a couple of|einem?|einer|ein paar|zwei|drei|vier|funf|zehn|une?|deux|trois|cinq|dix|quelques|una|dos|tres|cinco|diez|unos|unas|due|tre|cinque|dieci|qualche)";
const unit =
  "(?:s|sec|secs|seconds?|m|min|mins|minutes?|h|hrs?|hours?|d|days?|weeks?|months?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|heures?|jours?|semaines?|mois|segundos?|minutos?|horas?|dias?|semanas?|mes(?:es)?|secondi|minuti|minuto|ore|ora|giorn[oi]|settiman[ae]|mes[ei])";
const moment =
  `(?:in|after|within|nach|dans|apres|en|dentro de|despues de|tra|fra|dopo)\\s+(?:about |etwa |environ |unos |circa )?${amount}\\s*${unit}` +
  "|(?:every|each|alle|jeden?|jede|chaque|tous les|cada|ogni)\\s+\\S+" +
  "|tomorrow|tonight|later|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:on|by) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|at \\d{1,2}(?::\\d{2})?\\s*(?:am|pm|o'clock|h|utc)?|in the (?:morning|evening|afternoon)" +
  "|morgen|spater|nachste[nr]? (?:woche|monat|jahr|montag|dienstag|mittwoch|donnerstag|freitag)|um \\d{1,2}(?::\\d{2})?(?: uhr)?|heute abend" +
  "|demain|plus tard|la semaine prochaine|le mois prochain|lundi|a \\d{1,2} ?h(?:eures?)?" +
  "|manana|mas tarde|la (?:proxima semana|semana que viene)|a las \\d{1,2}" +
  "|domani|piu tardi|la (?:prossima settimana|settimana prossima)|alle \\d{1,2}";

/** A time at which something is to be looked at. */
export const names_a_time = any(moment);

const check =
  "check|look|recheck|re-check|revisit|review|come back|get back|follow up|follow-up|ping|try|see if|see whether|verify|update me|let me know|tell me|prufe?n?|schau(?:e|en)?|sieh|melde|komm|nachschauen|nachsehen|sag mir|verifie[rz]?|regarde[rz]?|revien[st]?|revenez|revoi[rs]?|reviens|controle[rz]?|dis-moi|comprueba|revisa(?:r|lo)?|mira(?:r)?|vuelve|verifica(?:r|lo)?|avisame|controlla(?:re|lo)?|guarda(?:re)?|torna(?:re)?|ricontrolla(?:re)?|fammi sapere";

/** Something to look at again. With a time it asks to come back. */
export const checks = any(check);

/** Asks to come back, whatever the time. */
export const reminds = any(
  "remind me|set (?:a|up a) (?:reminder|follow[- ]?up)|schedule (?:a|another) (?:follow[- ]?up|check|reminder)|check back|follow up (?:with me|on (?:this|that|it))|keep an eye on|keep checking|wake (?:up|yourself)",
  "erinner(?:e|n sie)? mich|melde dich (?:wieder|spater)|behalte .{0,40} im auge|schau(?:e)? (?:spater|morgen) (?:noch ?mal|wieder)",
  "rappelle(?:z)?[- ]moi|garde(?:z)? un oeil|recuerdame|recordarme|ricordami|ricordarmi|tieni d'occhio",
);

/** Asks what is scheduled, or takes it back. */
export const schedules = any(
  "(?:cancel|stop|delete|drop|list|show) (?:\\S+ ){0,4}(?:reminders?|scheduled|follow[- ]?ups?|check[- ]?ups?|wakes?)|what (?:reminders|follow[- ]?ups|checks)|(?:is|are) there .{0,30}scheduled|what (?:is|have you) scheduled",
  "(?:losche|storniere|streiche|zeige?) (?:\\S+ ){0,3}(?:erinnerung(?:en)?|wiedervorlagen?)|annule[rz]? (?:\\S+ ){0,3}rappels?|cancela(?:r)? (?:\\S+ ){0,3}recordatorios?|annulla(?:re)? (?:\\S+ ){0,3}promemoria",
);

/** Talk that needs nothing. */
export const smalltalk =
  /^(?:(?:many |ok |okay |great |perfect |no |ja |super |sehr |vielen |muchas |mille |tres |molte |tante )*(?:thanks|thank you(?: very much| so much)?|thx|great|perfect|nice|good job|well done|ok|okay|got it|danke(?: dir| ihnen| schon| sehr)?|dank|super|prima|toll|verstanden|merci(?: beaucoup)?|parfait|bien recu|gracias|perfecto|genial|vale|entendido|grazie(?: mille)?|perfetto|ottimo|capito)[\s!.,]*)+$/u;

/** Sets another goal. */
export const newGoal = new RegExp(
  "^(?:new (?:task|goal|topic|request|question|subject)\\b|(?:different|another|next|separate) (?:task|topic|subject|goal)\\b|forget (?:that|this|about|all|it|the)\\b|start (?:over|again|fresh) (?:with|on)\\b|let's (?:move on|switch) to\\b|now for something (?:else|different)" +
    "|neue (?:aufgabe|frage)\\b|neues (?:thema|ziel)\\b|(?:andere|nachste) aufgabe\\b|anderes thema\\b|vergiss (?:das|es|den|die)\\b" +
    "|nouvelle (?:tache|demande|question)\\b|nouveau sujet\\b|autre (?:tache|sujet)\\b|oublie[zr]? (?:ca|cela|le|la)\\b" +
    "|nueva (?:tarea|pregunta)\\b|nuevo tema\\b|otra tarea\\b|otro tema\\b|olvida (?:eso|esto|lo|la)\\b" +
    "|nuov[oa] (?:compito|attivita|domanda|argomento|tema)\\b|altr[oa] (?:compito|attivita|argomento)\\b|dimentica (?:questo|quello|tutto)\\b)",
  "u",
);

/** "Now write about X instead": the same kind of work on another matter. */
export const otherMatter =
  /^(?:now\s+)?(?:(?:write|do (?:it|one|this|the same)|report|research)\s+(?:about|on|for)|(?:change|switch)\s+the\s+topic\s+to|schreib(?:e)?\s+(?:jetzt\s+|nun\s+|stattdessen\s+)*uber|ecri[st]?(?:vez)?\s+(?:maintenant\s+|plutot\s+)*sur|escribe\s+(?:ahora\s+)?sobre|scrivi\s+(?:ora\s+|adesso\s+|invece\s+)*(?:su|sul|sulla|di))(?![\p{L}\d])/u;

/** "Write a report on X", "research Y": a whole piece of work of its own. */
export const wholeWork =
  /^(?:now\s+|next\s+)?(?:write|draft|prepare|create|make|research|investigate|compare|plan|build|translate|schreib(?:e)?|erstell(?:e)?|recherchiere|vergleiche|ecri[st]|redige|prepare|compare|escribe|prepara|investiga|compara|scrivi|prepara|confronta)\s+(?:me\s+|us\s+|mir\s+|uns\s+)?(?:an?|another|eine?n?|une?|una|un)\s+(?:\S+\s+){0,3}?(?:report|summary|overview|analysis|article|comparison|plan|memo|study|bericht|zusammenfassung|analyse|artikel|vergleich|rapport|resume|article|comparaison|informe|resumen|analisis|articulo|rapporto|riassunto|analisi|articolo|confronto)\s+(?:about|on|of|for|uber|zu|zum|zur|sur|de|sobre|su|sul|sulla|di)(?![\p{L}\d])/u;

/** Changes what was delivered: goes deeper, other form, other figures, more or less of it. */
export const changes: readonly { readonly reason: string; readonly pattern: RegExp }[] = [
  {
    reason: "it asks to go deeper into a part",
    pattern: any(
      "expand|elaborate|flesh out|go deeper|dig (?:deeper|into)|more (?:detail|details|depth)|tell me more|say more|vertiefe?n?|erweitere?|fuhre? .{1,80} aus|ausfuhrlicher|mehr details|genauer aus",
      "developpe[zr]?|approfondi\\w*|plus de details|amplia|ampliar|desarrolla(?:r)?|profundiza(?:r)?|mas detalles|espandi|approfondisci|approfondire|piu dettagli",
    ),
  },
  {
    reason: "it asks for another form",
    pattern: any(
      "(?:make|turn|put|convert|format|rewrite|present|give|show|send|do) .{0,60}?(?:as|into|in|in the form of)? ?(?:an?|bullet|tabular) ?(?:short |brief |simple )?(?:table|bullet points?|bullets|list|bulleted list|e-?mail|report|form)|as (?:an?|bullet) ?(?:short )?(?:table|bullet points?|bullets|points|list|e-?mail|report)|in (?:table|tabular|bullet) (?:form|format|points)|in bullets",
      "als (?:kurze |einfache )?(?:tabelle|liste|e-?mail|bericht|stichpunkte)|in (?:tabellenform|stichpunkten|stichworten)|eine (?:kurze )?(?:tabelle|liste|e-?mail) daraus|daraus eine (?:kurze )?(?:tabelle|liste|e-?mail)",
      "(?:en|sous forme de|fais[- ]en|comme) (?:un |une )?(?:tableau|liste|e-?mail|courriel)|(?:como|en forma de|en) (?:una |un )?(?:tabla|lista|correo|e-?mail)|(?:come|in forma di|fanne|in) (?:una |un |un')?(?:tabella|elenco|e-?mail)",
    ),
  },
  {
    reason: "it asks for another length",
    pattern: any(
      "(?:keep|make) (?:it|this|that|them|the \\S+) (?:\\S+ )?(?:short|shorter|brief|briefer|concise|long|longer)|shorten|shorter|condense|lengthen|longer|too long|too short|(?:only|just) (?:\\d+|two|three|four|five) points|(?:\\d+|two|three|four|five|six|ten) (?:key |more )?points",
      "kurzer|kurze (?:es|den|das|die)|fasse? dich kurz|langer|nur (?:\\d+|drei|funf) punkte|plus court|plus long|raccourci\\w*|plus bref|mas corto|mas breve|acorta(?:lo|r)?|mas largo|piu corto|piu breve|accorcia(?:lo|re)?|piu lungo",
    ),
  },
  {
    reason: "it asks for other figures",
    pattern: any(
      "recalculate|recompute|re-calculate|(?:use|take|show|with|compute|calculate|switch to) (?:the |a )?(?:median|mean|average|sum|total|minimum|maximum|min|max|count)|(?:median|mean|average|sum|maximum|minimum) instead|group(?:ed)? by|(?:use|with) (?:a |an )?(?:different|other|another) (?:metric|statistic|measure)",
      "(?:nimm|verwende|nutze|benutze|berechne|zeige?) (?:den |die |das )?(?:median|mittelwert|durchschnitt|summe|maximum|minimum|anzahl)|berechne .{0,40} neu|rechne .{0,40} (?:mit|neu)|gruppiere",
      "(?:utilise[rz]?|prends|prenez|calcule[rz]?|recalcule[rz]?|affiche) (?:avec )?(?:la |le |l')?(?:mediane|moyenne|somme|total|maximum|minimum|nombre)|recalcule[rz]?|(?:usa|utiliza|calcula|muestra) (?:la |el )?(?:mediana|media|promedio|suma|total|maximo|minimo)|recalcula(?:r)?|(?:usa|calcola|mostra) (?:la |il )?(?:mediana|media|somma|totale|massimo|minimo)|ricalcola(?:re)?",
    ),
  },
  {
    reason: "it asks to add something",
    pattern: opening(
      "add|include|insert|append|also (?:add|cover|include)|erganze|fuge? .{1,120} (?:hinzu|ein|an)|nimm .{1,120} auf|ajoute[rz]?|inclu[st]|incluez|anade|anadir|agrega(?:r)?|incluye|aggiungi|aggiungere|includi|inserisci",
    ),
  },
  {
    reason: "it asks to take something out or to put something right",
    pattern: opening(
      "remove|delete|drop|omit|leave out|take out|cut|correct|fix|replace|rename|translate|entferne|losche|streiche|lass .{1,80} weg|korrigiere|ersetze|ubersetze|supprime[rz]?|enleve[rz]?|retire[rz]?|corrige[rz]?|remplace[rz]?|tradui[st]|elimina(?:r)?|quita(?:r)?|borra(?:r)?|corrige|reemplaza|traduce|rimuovi|togli|correggi|sostituisci|traduci",
    ),
  },
];
