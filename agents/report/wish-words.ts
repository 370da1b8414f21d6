import type { Statistic } from "../cells/statistics.ts";
import type { Format } from "../deliverable.ts";

/*
 * The words of the clear wishes, in English, German, French, Spanish and Italian. All are folded: lower case, no accents.
 * What is not clear is left to the model, so a missing word costs a call and no mistake.
 */

const words = (line: string): readonly string[] => line.split(" ");

/** Words that carry no wish of their own, in any clause. */
export const fillers = new Set(
  words(
    "please also too actually instead rather now then so just only well as the a an it this that them these those is be me us i we " +
      "you can could would want like need d ll let to of in into on for with my your all whole thing one ones again still ok okay yes no " +
      "bitte auch noch jetzt dann doch mal nur lieber stattdessen eigentlich es das die der den dem des ein eine einen einem einer " +
      "mir uns ich wir du sie kannst konnt konntest konnten will mochte und als in im zu zum zur daraus davon ganze ganzes alles " +
      "s il te vous plait stp svp aussi plutot maintenant alors en fait le la les l un une des du de d ce cet cette ca y et moi nous " +
      "je tu peux pouvez pourrais voudrais comme sous tout por favor tambien mejor ahora entonces en realidad lo los las el una unos " +
      "esto eso esta este me nos quiero puedes podrias como todo y per favore anche piuttosto invece ora adesso allora in realta il gli i " +
      "uno questo questa mi ci voglio puoi potresti come tutto e ed and but or aber oder mais pero ma sondern",
  ),
);

/** Verbs by which a whole is put into another form or length. */
export const shapeVerbs = new Set(
  words(
    "make keep turn convert change transform format form put show give present send write rewrite render do get have use switch shaped " +
      "version style layout report summary deliverable result answer output text " +
      "mach mache machen halte halt fass fasse wandle wandeln um forme formatiere schreib schreibe zeig zeige stell stelle dar gib bericht " +
      "ergebnis antwort umwandeln darstellen fais faites fait mets mettez transforme transformez presente presentez garde gardez ecris " +
      "ecrivez forme format rapport resultat reponse haz hazlo hazla ponlo ponla pon convierte conviertelo transforma mantenlo mantenla " +
      "escribe escribelo presenta formato forma informe resultado respuesta fallo falla fanne fai metti mettilo trasforma trasformalo tieni " +
      "tienilo scrivi scrivilo presentalo rapporto risultato risposta",
  ),
);

export const formatNouns: ReadonlyMap<string, Format> = new Map([
  ...["table", "tabular", "tabelle", "tabellenform", "tabellarisch", "tableau", "tabla", "tabella"].map(
    (word) => [word, "table"] as const,
  ),
  ...words(
    "bullets bullet bulleted list bulletpoints stichpunkte stichpunkten stichworte stichworten liste aufzahlung puces lista vinetas elenco puntato",
  ).map((word) => [word, "bullets"] as const),
  ...words("email mail courriel correo").map((word) => [word, "email"] as const),
  ...words("report bericht rapport informe rapporto relazione").map((word) => [word, "report"] as const),
]);

/** Words that may stand with a format noun. */
export const formatCompanions = new Set(
  words("points point punkte electronico electronica elettronica posta e a liste lista"),
);

export const shortWords = new Set(
  words(
    "short shorter shorten brief briefer concise condense condensed compact tight tighter tldr kurz kurzer kurze kurzen knapp knapper " +
      "kompakt kompakter zusammenfassen court courte courts bref breve brefs raccourcis raccourcissez raccourcir concis corto corta " +
      "acorta acortalo acortar conciso breves abbrevia abbrevialo accorcia accorcialo sintetico",
  ),
);

export const longWords = new Set(
  words(
    "longer long lengthen detailed details detail fuller full extend " +
      "langer lang ausfuhrlicher ausfuhrlich detaillierter long longue longs allonge allongez detaille detaillee details largo larga " +
      "alarga detallado detallada lungo lunga allunga dettagliato dettagliata",
  ),
);

/** Words that turn up a length or a number: "more detailed", "plus court". */
export const degreeWords = new Set(
  words("more much bit little very quite mehr viel etwas deutlich sehr plus tres mas muy mucho piu molto"),
);

export const statisticWords: ReadonlyMap<string, Statistic> = new Map([
  ...words(
    "mean average averages mittelwert mittelwerts mittelwertes durchschnitt durchschnitts durchschnittes mittel moyenne promedio media",
  ).map((word) => [word, "mean"] as const),
  ...words("median medians mediane medianwert mediana").map((word) => [word, "median"] as const),
  ...words("sum total totals summe gesamtsumme somme suma somma totale").map((word) => [word, "sum"] as const),
  ...words("minimum min lowest smallest kleinster minimo").map((word) => [word, "min"] as const),
  ...words("maximum max highest largest hochster maximo massimo").map((word) => [word, "max"] as const),
  ...words("count counts anzahl nombre recuento conteggio").map((word) => [word, "count"] as const),
]);

/** Words that may stand around a statistic. */
export const recalculateWords = new Set(
  words(
    "use using take show switch change recalculate recompute calculate compute with by per value values figures numbers statistic metric " +
      "different than from grouped group not nimm nehmen verwende verwenden nutze nutzen benutze benutzen rechne berechne neu mit statt " +
      "anstatt anstelle vom von nach gruppiere gruppiert zeige utilise utilisez prends prenez calcule calculez recalcule recalculez avec lieu au " +
      "par groupe usa use utiliza calcula recalcula con lugar vez agrupa agrupado calcola ricalcola usare raggruppa raggruppato posto del della",
  ),
);

/** What introduces the statistic that is not wanted any more; matched in folded text. */
export const insteadOf =
  /\b(?:instead of|rather than|not|and not|statt|anstatt|anstelle|au lieu|plutot que|en lugar|en vez|invece|al posto)\s+(?:(?:of|de|des|der|von|vom|d|di|del|della|dello|dell|du|la|le|the|a|an|el|il|l|los|las|de la|que)\s*['’]?\s*)*/;

/** What introduces a grouping, with the column behind it; matched in folded text. */
export const groupingBy =
  /\b(?:group(?:ed|ing)?(?:\s+(?:it|them|the table|the data))?\s+by|gruppier(?:e|t|en)(?:\s+(?:es|sie|die tabelle))?\s+nach|groupe[zr]?(?:\s+par)|regroupe[zr]?\s+par|agrupa(?:do|da|r)?\s+por|raggruppa(?:to|ta|re)?\s+per|by|per|nach|par|por)\s+(?:the\s+|der\s+|la\s+|le\s+|il\s+)?/;

/** Verbs at the front of a clause that ask to go deeper into a part, and words that say so behind it. */
export const expandWords = new Set(
  words(
    "expand elaborate deepen detail develop deeper flesh out dig go on upon about more detail details say tell further extend part " +
      "fuhre fuhr fuhren aus ausfuhren vertiefe vertiefen erweitere erweitern naher weiter mehr details detail zu uber auf ein geh gehe genauer " +
      "ausfuhrlicher developpe developpez developper approfondis approfondissez approfondir detaille detaillez detailler plus sur dire " +
      "amplia ampliar desarrolla desarrollar profundiza profundizar mas detalles sobre espandi espandere approfondisci approfondire " +
      "sviluppa sviluppare ampliare piu dettagli su sul sulla nel",
  ),
);

/** One of these has to be in a clause for it to ask for more on a part. */
export const expandVerb =
  /\b(?:expand|elaborate|deepen|develop|flesh out|dig|go deeper|more (?:detail|details|on|about)|detail|fuhr(?:e|en)?\b.*\baus|ausfuhren|vertiefen?|erweitern?|mehr (?:details )?zu\w*|naher auf|genauer|ausfuhrlicher|developpe[zr]?|approfondi\w*|detaille[zr]?|plus de details|ampliar?|desarrollar?|profundizar?|mas detalles|espandi|espandere|sviluppar?e?|piu dettagli)\b/;

export const addVerbs = new Set(
  words(
    "add include insert append fuge fug hinzu hinzufugen erganze erganzen erganz nimm auf aufnehmen ajoute ajoutez ajouter inclus incluez inclure " +
      "anade anadir agrega agregar incluye incluir aggiungi aggiungere includi includere inserisci inserire",
  ),
);

export const removeVerbs = new Set(
  words(
    "remove delete drop omit cut take out leave away strike entferne entfernen losche loschen streiche streichen lass weg weglassen raus nimm heraus " +
      "supprime supprimez supprimer enleve enlevez enlever retire retirez retirer elimina eliminar quita quitar borra borrar rimuovi rimuovere " +
      "togli togliere eliminare",
  ),
);

/** One of these has to be in a clause for it to take something out; "take" and "cut" alone do not. */
export const removeVerb =
  /\b(?:remove|delete|drop|omit|cut|take .*\bout|leave .*\bout|entfernen?|loschen?|streichen?|lass .*\bweg|weglassen|nimm .*\b(?:raus|heraus)|supprime[zr]?|enleve[zr]?|retire[zr]?|eliminar?|quitar?|borrar?|rimuov\w+|togli|togliere|eliminare)\b/;

/** Nouns and joints between "add" and its topic: "add a section on the risks". */
export const sectionOn =
  /^(?:(?:new|further|another|neuen?|weiteren?|nouvelle|nueva|nuova)\s+)?(?:section|chapter|part|paragraph|abschnitt|kapitel|teil|chapitre|partie|seccion|apartado|capitulo|parte|sezione|capitolo)\s+(?:on|about|for|covering|uber|zu|zum|zur|mit|sur|sobre|su|sui|sulla|sulle|sugli)\s+/;

/** What introduces another topic for the whole, with the topic behind it; matched in folded text. */
export const topicInstead =
  /^(?:no,?\s+)?(?:(?:now|actually|rather|please|bitte)\s+)*(?:(?:change|set|switch)\s+the\s+topic\s+to|(?:write|make it|do it|do one|report)\s+(?:about|on)|schreib(?:e)?\s+(?:stattdessen\s+|lieber\s+)?uber|(?:andere|wechsle)\s+das\s+thema\s+(?:zu|auf)|ecri[st]?(?:vez)?\s+(?:plutot\s+)?sur|parle(?:z)?\s+(?:plutot\s+)?d(?:e|u|es)|escribe\s+(?:mejor\s+)?sobre|cambia\s+el\s+tema\s+a|scrivi\s+(?:piuttosto\s+|invece\s+)?(?:su|di|sul|sulla)|cambia\s+argomento\s+in)\s+/;

/** Says at the end of a wish that something is to take another's place. */
export const insteadAtEnd =
  /[\s,]+(?:instead|stattdessen|lieber|a la place|plutot|en su lugar|mejor|invece|piuttosto|please|bitte|por favor|per favore)\s*$/;
