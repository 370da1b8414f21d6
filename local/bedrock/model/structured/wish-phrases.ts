import { phrases } from "../text/word-list.ts";

/** What people say for each kind of operation, in English, German, French, Spanish and Italian; narrower ones first. */
export const wishes: readonly (readonly [op: string, said: RegExp])[] = [
  [
    "set_points",
    phrases(
      "points only|points instead|key points please|number of points|more points|fewer points|punkte statt|mehr punkte|weniger punkte|points cles|plus de points|moins de points|mas puntos|menos puntos|piu punti|meno punti",
    ),
  ],
  [
    "change_format",
    phrases(
      "as a table|as table|as an e-mail|as an email|as email|as bullets|as bullet points|as a list|as a report|in bullets|in bullet points|into a table|into an email|into an e-mail|into bullets|into a report|in table form|table form|make it a table|make it an email|make it bullets|a table instead|format|formatted|an email|a mail|" +
        "als tabelle|als e-mail|als email|als mail|als liste|als stichpunkte|in stichpunkten|stichpunktartig|als bericht|in tabellenform|eine tabelle daraus|in eine tabelle|eine mail daraus|eine e-mail daraus|" +
        "en tableau|sous forme de tableau|comme tableau|en courriel|en e-mail|en mail|sous forme de courriel|en puces|en liste|en rapport|sous forme de liste|" +
        "en una tabla|como tabla|como correo|en un correo|como correo electronico|en vinetas|como lista|como informe|en forma de tabla|" +
        "in una tabella|come tabella|come email|come e-mail|in una email|in elenco|come elenco|come relazione|in forma di tabella",
    ),
  ],
  [
    "recalculate",
    phrases(
      "recalculat*|recompute*|median|medians|mean|average|averages|sum|sums|total|totals|minimum|maximum|metric|metrics|statistic|group by|grouped by|per|by|" +
        "neu berechn*|berechne*|durchschnitt*|mittelwert*|summe*|gesamt*|gruppier*|nach|pro|je|kennzahl|recalcule*|mediane|moyenne*|somme*|totaux|par|" +
        "recalcula*|mediana|media|promedio*|suma*|por|metrica|ricalcola*|somma*|totali|totale|per|metrica",
    ),
  ],
  [
    "remove_section",
    phrases(
      "remove|drop|delete|leave out|take out|without the|cut the|entfern*|streich*|losch*|lass * weg|weglassen|ohne den|ohne die|enleve*|retire*|supprime*|sans la|sans les|quita*|elimina*|borra*|sin la|sin los|togli*|rimuov*|senza la|senza i",
    ),
  ],
  [
    "expand",
    phrases(
      "expand*|go deeper|deeper|dig into|more detail*|in detail|elaborate*|tell me more|more about|more on|develop|flesh out|" +
        "vertief*|ausfuhr*|ausfuhrlich*|mehr uber|mehr zu|mehr details|genauer|naher|" +
        "developpe*|approfondi*|detaille*|plus de details|en detail|" +
        "amplia*|profundiza*|desarrolla*|detalla*|mas detalle*|mas sobre|" +
        "approfondi*|espandi*|sviluppa*|dettaglia*|piu dettagli*|di piu su",
    ),
  ],
  [
    "shorten",
    phrases(
      "shorten*|shorter|short|brief|briefer|concise|condense*|compact|tighter|kurz*|kurzer|knapp*|raccourci*|plus court*|bref|concis|court|acorta*|mas cort*|breve|conciso|accorcia*|piu cort*|piu brev*|conciso|sintetic*",
    ),
  ],
  ["lengthen", phrases("lengthen*|longer|more extensive|langer|ausfuhrlicher|plus long*|mas larg*|piu lung*|allunga*")],
  [
    "set_topic",
    phrases(
      "instead about|change the topic|change the subject|the topic is|topic to|focus on|concentrate on|write about|about something else|anderes thema|thema ist|konzentriere* * auf|schreib* uber|schwerpunkt|" +
        "change de sujet|le sujet est|concentre toi sur|concentrez vous sur|ecri* sur|cambia el tema|el tema es|centrate en|escrib* sobre|cambia argomento|il tema e|concentrati su|scriv* su",
    ),
  ],
  [
    "add_section",
    phrases(
      "add|adding|include|including|also cover|cover|section on|section about|chapter on|chapter about|a section|a chapter|as well|kapitel zu|kapitel uber|chapitre sur|capitulo sobre|capitolo su|append|what about|and the|" +
        "erganz*|fug*|hinzu*|nimm|aufnehmen|abschnitt zu|abschnitt uber|auch die|ajoute*|inclu*|rajoute*|section sur|anade*|agrega*|incluye*|incluir|seccion sobre|aggiung*|includi*|sezione su|sezione sui|sezione sulle",
    ),
  ],
];

/** Words for the values of enumerations, where people do not say the value itself. */
export const saidAs: Readonly<Record<string, RegExp>> = {
  table: phrases("table|tables|tabular|tabelle|tabellen|tabellenform|tableau|tabla|tabella"),
  email: phrases("email|e-mail|mail|message|courriel|correo|posta"),
  bullets: phrases("bullet|bullets|bullet points|list|stichpunkte|stichpunkten|liste|puces|vinetas|lista|elenco"),
  report: phrases("report|prose|full text|bericht|fliesstext|rapport|texte|informe|relazione|testo"),
  mean: phrases("mean|means|average|averages|avg|durchschnitt*|mittelwert*|mittel|moyenne*|promedio*|media"),
  median: phrases("median|medians|medianwert*|mediane|mediana"),
  sum: phrases(
    "sum|sums|total|totals|altogether|summe*|gesamt*|insgesamt|somme*|totaux|au total|suma*|en total|somma*|totale|totali",
  ),
  min: phrases(
    "min|minimum|minima|lowest|smallest|least|kleinst*|niedrigst*|geringst*|minimal*|le plus petit|le plus bas|mas bajo|menor|minimo|minima|piu basso",
  ),
  max: phrases(
    "max|maximum|maxima|highest|largest|biggest|most|grosst*|hochst*|maximal*|le plus grand|le plus haut|mas alto|mayor|maximo|maxima|piu alto",
  ),
  count: phrases(
    "count|counts|how many|number of|anzahl|wie viele|nombre de|combien|cuantos|cuantas|numero de|quanti|quante|numero di",
  ),
  short: phrases("short|shorter|brief|kurz|kurzer|court|bref|corto|breve"),
  normal: phrases("normal|full|long|ausfuhrlich|complet|completo"),
};
