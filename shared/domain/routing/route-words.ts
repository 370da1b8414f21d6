/*
 * What a follow-up asks about the result, told by words that leave no doubt, in English, German, French, Spanish and Italian.
 * All patterns are matched in folded text: lower case, without accents. What none of them fits is left to the model.
 */
import { anywhere, opening } from "./word-patterns.ts";

/** What is said out of politeness at the end, as alternatives. */
export const politeWords =
  "please|thanks|thank you|bitte|danke|s'il (?:te|vous) plait|svp|merci|por favor|gracias|per favore|grazie";

/** Nothing but politeness and marks. */
export const politeEnd: RegExp = new RegExp(`^[\\s,.!…–-]*(?:${politeWords})?[\\s,.!…–-]*$`, "u");

/** Says that what follows is another matter, and not whose: "one more thing: make it a table" is about the same. */
const asides = [
  "(?:(?:an?|one|my|just|another|other|next|new|different|separate|more|further|last|final|quick|small) )*question",
  "(?:(?:one|just|another|other|next|different|more|further|last|final|quick|small) )+thing|on (?:another|a different) note",
  "(?:for )?(?:(?:completely|totally) )?something (?:(?:completely|entirely|totally) )?(?:else|different)(?: (?:entirely|completely))?",
  "(?:(?:eine|noch|ne|kurze|kleine|andere|weitere|nachste|neue|letzte) )*frage|(?:(?:eine|noch|andere|weitere|nachste|letzte) )+sache",
  "noch (?:et)?was|(?:(?:noch|mal|etwas|ganz) )*(?:et)?was (?:(?:ganz|vollig) )?anderes",
  "(?:(?:une|encore|petite|autre|nouvelle|derniere) )*question|(?:(?:une|encore|petite|autre|derniere) )+chose(?: encore)?",
  "(?:(?:una|otra|nueva|pequena|siguiente|ultima) )*pregunta(?: mas)?|(?:(?:una|otra|ultima) )+cosa(?: mas)?",
  "(?:(?:una|ancora|nuova|piccola|prossima|(?:un')?(?:altra|ultima)) )*domanda|(?:(?:una|ancora|(?:un'|tutt')?(?:altra|ultima)) )+cosa(?: ancora)?",
].join("|");

const polite = [
  "please|ok(?:ay)?|and|but|so|then|now|actually|hey|hi|hello|hm+|uh+|well|wait|stop|sorry|thanks|great|btw|could you|can you|would you|will you|i (?:want|need) you to|i(?:'d| would) like you to",
  "bitte|und|aber|dann|jetzt|also|danke|entschuldigung|warte|stopp|halt|moment|kannst du|konntest du|konnen sie|konnten sie",
  "s'il (?:te|vous) plait|et|mais|alors|merci|pardon|desolee?|attends?|attendez|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|tu pourrais",
  "por favor|y|pero|entonces|gracias|perdona?|perdon|espera|puedes|podrias|puede|podria",
  "per favore|e|ma|allora|grazie|scusa|scusi|aspetta|puoi|potresti|puo|potrebbe",
].join("|");

/** What people say before the matter. */
export const politeness = new RegExp(`^(?:(?:${polite}|(?:${asides})(?= ?[:,.!…–]| -))[\\s,:!.…–-]+)+`, "u");

/** Asks about what was delivered. */
export const explains = opening(
  "why|how come|explain|what (?:does|do|did|is|was|are) .{0,80}\\b(?:mean|means|meant|based on|come from|from)|what do you mean",
  "where (?:does|did|do) .{0,120}\\b(?:come from|comes from|stand|say|from)|(?:which|what) (?:source|sources|passage|document)|source\\b.{0,60}\\?|sources?\\?|how do you know|on what (?:is|basis)|according to (?:what|whom)|says who|who says (?:so|that)",
  "how (?:did|do|have) you (?:\\S+ )?(?:get|got|come|comput|calculat|arriv|work|find|found|deriv|measur)\\w*|how (?:was|were|is|are) .{1,80}(?:comput|calculat|measur|deriv|arriv|made|done)\\w*",
  "(?:can|could) you (?:explain|justify|clarify|source)|(?:justify|clarify)|back (?:\\S+ ){0,4}?up|prove (?:it|that|this)|show me where",
  "warum|wieso|weshalb|wie kommst du|woher (?:kommt|kommen|stammt|stammen|weisst|hast)|(?:mir )?(?:erklar(?:e|en(?: sie)?)?|erlauter(?:e|n(?: sie)?)?)|begrunde|was (?:bedeutet|heisst|heissen)|was meinst du|(?:welche|was ist die|was sind die) quellen?|worauf (?:beruht|stutzt|basiert)|wer sagt das|wie (?:hast|haben) (?:du|sie) .{1,60}(?:berechnet|ermittelt|gerechnet|gefunden|bestimmt)|wie (?:wurde|wurden|ist|sind) .{1,60}(?:berechnet|ermittelt)|beleg(?:e|en sie)?",
  "pourquoi|(?:m'|me |nous )?expliqu(?:e[rz]?|ez)|(?:tu|vous) (?:m'|me |nous )expliqu\\w+|d'ou (?:vient|viennent|sort|tiens-tu|tenez-vous)|(?:ca|cela) vient d'ou|que (?:veut dire|signifie)|(?:ca|cela) (?:veut dire|signifie) quoi|qu'est-ce que .{0,80}\\b(?:veut dire|signifie)|quelles? sources?|comment (?:le )?sa(?:is|vez)|justifie[rz]?|sur quoi .{0,40}(?:repose|base|fonde|appuie)|qui (?:le )?dit|comment (?:as-tu|avez-vous|tu as|a-t-on|est) .{0,40}(?:calcule|obtenu|trouve|mesure)e?s?|prouve",
  "por que|(?:me )?expli(?:ca|cas|ca(?:me|lo|r)|car)|de donde (?:viene|vienen|sale|salen|sacas|sacaste|has sacado)|que (?:significa|quiere decir)|(?:que|cual(?:es)? (?:es|son) las?) fuentes?|como (?:lo )?sabes|justifica(?:r)?|en que se basan?|quien (?:lo )?dice|como (?:lo |la )?(?:calculaste|has calculado|obtuviste|llegaste|se calculo|se ha calculado)|demuestra(?:lo)?",
  "perche|(?:mi )?spieg(?:a|hi|ami|are|amelo)|da dove (?:viene|vengono|hai preso|arriva)|(?:che )?cosa (?:significa|vuol dire)|(?:qual[ei]|quali sono le) font[ei]|come (?:lo )?sai|giustifica(?:re)?|su (?:che )?cosa si basa(?:no)?|chi (?:lo )?dice|come (?:l'|lo |la )?(?:hai|avete|e stat[oa]) .{0,40}(?:calcolat|ottenut|trovat|misurat)[oaei]|come sei arrivat[oa]|dimostra(?:lo)?",
);

/** Says that something in the result is not understood, or asks whether it is sure. */
export const doubts = anywhere(
  "(?:do not|don't|dont|did not|didn't|didnt) (?:understand|get|follow)|makes no sense to me|(?:it|this|that) is unclear|not clear to me|what(?:'s| is) (?:that|this) supposed to mean|(?:am|i'm|im) (?:lost|confused)",
  "(?:are|r) you (?:\\S+ )?sure|is (?:that|this|it) (?:really )?(?:right|true|correct|so)|how (?:sure|certain|reliable)",
  "(?:verstehe?|versteh|kapiere?) .{0,60}nicht|(?:ist|bleibt) mir (?:nicht klar|unklar)|bist du (?:dir )?(?:\\S+ )?sicher|sind sie (?:sich )?(?:\\S+ )?sicher|stimmt das .{0,60}\\?|stimmt das (?:wirklich|so)|ist das (?:wirklich )?(?:richtig|wahr|so)",
  "(?:ne )?(?:comprends|saisis) pas|(?:c'est|ce n'est) pas clair|(?:es-tu|tu es|etes-vous|vous etes|t'es) (?:\\S+ )?surs?|est-ce (?:vraiment )?(?:vrai|juste|exact|correct)",
  "no (?:entiendo|comprendo|me queda claro|lo pillo)|(?:estas|esta usted|es) segur[oa]|^seguro que|es (?:eso |esto )?(?:verdad|cierto|correcto)",
  "non (?:capisco|mi e chiaro|ho capito)|(?:sei|e|siete) (?:\\S+ )?sicur[oai]|e (?:davvero )?(?:vero|giusto|corretto)",
);

/** Asks what the person said or set before; the memory of the session tells. */
export const recalls = opening(
  "(?:what|which) (?:rules|constraints|instructions|preferences|restrictions) (?:did|have|do|are|apply|hold)|what did (?:i|we) (?:say|tell|ask|agree)|what do you (?:remember|know) about me",
  "welche (?:regeln|vorgaben|einschrankungen|vorlieben) (?:habe|hab|haben|gelten|gibt)|was (?:habe|hab) ich (?:gesagt|dir gesagt|vorgegeben|gefragt)",
  "quelles (?:regles|consignes|contraintes|preferences) |qu'est-ce que j'ai (?:dit|demande)",
  "que (?:reglas|instrucciones|restricciones|preferencias) |que (?:te )?(?:dije|he dicho|pedi)",
  "(?:quali|che) (?:regole|istruzioni|vincoli|preferenze) |(?:che )?cosa (?:ti )?ho (?:detto|chiesto)",
);

/** Asks back about a question that is open. */
export const asksBack =
  /^(?:what do you mean|what (?:are you talking about|does that mean|is that)|why do you (?:ask|need|want)|i (?:do not|don't) understand|huh|was meinst du|wie meinst du das|was heisst das|(?:warum|wozu) (?:fragst|brauchst|willst) du|ich verstehe (?:das |die frage )?nicht|que veux-tu dire|comment ca|pourquoi (?:cette question|tu demandes|as-tu besoin)|je ne comprends pas|que quieres decir|a que te refieres|(?:por|para) que (?:lo )?(?:preguntas|necesitas|quieres)|no entiendo|(?:che )?cosa intendi|perche (?:lo )?(?:chiedi|ti serve)|a cosa ti serve|non capisco)(?![\p{L}\d])/u;

/** Asks for something further by naming it: "and what about solar?". */
export const namesFurther =
  /^(?:(?:and |but )?(?:what|how) about|(?:und )?was ist mit|und (?:wie )?(?:sieht es|steht es|sieht's) (?:mit|bei)|(?:und )?wie (?:sieht es|steht es|sieht's) (?:mit|bei)|et (?:pour |avec )?(?:le|la|les|l'|du|de la)|qu'en est-il d|(?:y )?que (?:pasa|hay) (?:con|de|del)|^y (?:el|la|los|las)|(?:e )?(?:che ne e|che mi dici) d|^e (?:il|la|lo|i|gli|le|l'))/u;

const talkWords = (line: string): ReadonlySet<string> => new Set(line.split(" "));

/** Words that thank, praise or close; one of them makes a message talk when all its other words are of {@link talkBeside}. */
export const talk = talkWords(
  "thanks thank thx ty cheers great perfect nice good excellent awesome cool super brilliant lovely wonderful fantastic amazing ok okay okey alright understood fine enough noted helpful " +
    "danke dank dankeschon prima toll klasse perfekt gut passt verstanden einverstanden alles schon wunderbar reicht okay spitze " +
    "merci parfait genial d'accord entendu compris bien recu nickel impeccable excellent top tout " +
    "gracias perfecto vale bien entendido acuerdo estupendo listo todo excelente bueno " +
    "grazie perfetto ottimo bene capito d'accordo basta benissimo esatto tutto eccellente bravo brava",
);

/** Words that say nothing of their own beside {@link talk}. */
export const talkBeside = talkWords(
  "you a an the lot so very much many that that's thats this is all it it's its for today now work job what i i'm needed exactly just really was looks sounds well done got no yes helps helped me my us we be good one quite in order here done " +
    "vielen herzlichen besten dir ihnen sehr klar genau das war's wars war mir so fur heute ist es sieht aus was ich brauchte hilft weiter arbeit nein ja in ordnung damit geht ganz " +
    "beaucoup c'est cest pour aujourd'hui exactement ce qu'il me fallait tres bon travail mille a ca te vous ok non oui je suis content contente " +
    "muchas mil muy de eso es por hoy buen trabajo justo lo que necesitaba si no esta te le muchisimas " +
    "mille tante molto va e per oggi cosi bel lavoro proprio quello che mi serviva si no ti di tutto a posto",
);

/**
 * A no that belongs to what stands behind it, so that praise becomes a complaint: "no good", "no está bien", "non va bene".
 * One with a comma, before thanks or before a clause of its own is an answer: "no thanks", "no that's all".
 */
export const refuses: RegExp =
  /(?<![\p{L}\d'])(?:no|non) (?!(?:thanks|thank|thx|ty|cheers|danke|merci|(?:muchas |muchisimas )?gracias|(?:mille |tante )?grazie|that|that's|thats|this|it's|i|i'm|you|we|c'est|cest|je)(?![\p{L}\d']))\p{L}/u;
