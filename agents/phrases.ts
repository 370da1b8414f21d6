import type { Language } from "./language.ts";

type Words = Readonly<Record<Language, string>>;

/** What the agents say in their own words, in the person's language; `{name}` is filled in. Everything else is of the sources. */
const phrases = {
  key_points: { en: "Key points", de: "Kernpunkte", fr: "Points clés", es: "Puntos clave", it: "Punti chiave" },
  more_on_point: {
    en: "More on point {n}",
    de: "Mehr zu Punkt {n}",
    fr: "Plus sur le point {n}",
    es: "Más sobre el punto {n}",
    it: "Altro sul punto {n}",
  },
  more_on: {
    en: "More on: {text}",
    de: "Mehr zu: {text}",
    fr: "Plus sur : {text}",
    es: "Más sobre: {text}",
    it: "Altro su: {text}",
  },
  the_claim: {
    en: "point {n}: {text}",
    de: "Punkt {n}: {text}",
    fr: "point {n} : {text}",
    es: "punto {n}: {text}",
    it: "punto {n}: {text}",
  },
  the_row: {
    en: "row {n}: {text}",
    de: "Zeile {n}: {text}",
    fr: "ligne {n} : {text}",
    es: "fila {n}: {text}",
    it: "riga {n}: {text}",
  },
  the_section: {
    en: "section {n}: {text}",
    de: "Abschnitt {n}: {text}",
    fr: "section {n} : {text}",
    es: "sección {n}: {text}",
    it: "sezione {n}: {text}",
  },
  as_report: { en: "report", de: "Bericht", fr: "rapport", es: "informe", it: "relazione" },
  as_table: { en: "table", de: "Tabelle", fr: "tableau", es: "tabla", it: "tabella" },
  as_bullets: { en: "bullet points", de: "Stichpunkte", fr: "liste à puces", es: "viñetas", it: "elenco puntato" },
  as_email: { en: "e-mail", de: "E-Mail", fr: "e-mail", es: "correo", it: "e-mail" },
  found: {
    en: "Found: {query}",
    de: "Gefunden: {query}",
    fr: "Trouvé : {query}",
    es: "Encontrado: {query}",
    it: "Trovato: {query}",
  },
  figures: {
    en: "{source}: {statistic}",
    de: "{source}: {statistic}",
    fr: "{source} : {statistic}",
    es: "{source}: {statistic}",
    it: "{source}: {statistic}",
  },
  figures_by: {
    en: "{source}: {statistic} by {group}",
    de: "{source}: {statistic} nach {group}",
    fr: "{source} : {statistic} par {group}",
    es: "{source}: {statistic} por {group}",
    it: "{source}: {statistic} per {group}",
  },
  nothing_to_report: {
    en: "There is nothing in the sources to report on.",
    de: "In den Quellen steht nichts, worüber zu berichten wäre.",
    fr: "Les sources ne contiennent rien à rapporter.",
    es: "En las fuentes no hay nada de lo que informar.",
    it: "Nelle fonti non c'è nulla da riferire.",
  },
  no_such_column: {
    en: "There is no column “{words}” in the tables.",
    de: "In den Tabellen gibt es keine Spalte „{words}“.",
    fr: "Les tableaux n'ont pas de colonne « {words} ».",
    es: "En las tablas no hay ninguna columna «{words}».",
    it: "Nelle tabelle non c'è una colonna «{words}».",
  },
  nothing_about: {
    en: "The sources say nothing about “{topic}”.",
    de: "Die Quellen sagen nichts über „{topic}“.",
    fr: "Les sources ne disent rien sur « {topic} ».",
    es: "Las fuentes no dicen nada sobre «{topic}».",
    it: "Le fonti non dicono nulla su «{topic}».",
  },
  nothing_more: {
    en: "There is nothing more in the sources on “{text}”.",
    de: "In den Quellen steht nichts weiter zu „{text}“.",
    fr: "Les sources n'ont rien de plus sur « {text} ».",
    es: "Las fuentes no dicen nada más sobre «{text}».",
    it: "Nelle fonti non c'è altro su «{text}».",
  },
  no_column_of_numbers: {
    en: "{source} has no column of numbers.",
    de: "{source} hat keine Spalte mit Zahlen.",
    fr: "{source} n'a pas de colonne de nombres.",
    es: "{source} no tiene ninguna columna de números.",
    it: "{source} non ha colonne di numeri.",
  },
  cells_left_out: {
    en: "{source}: cells without a number were left out ({list}).",
    de: "{source}: Zellen ohne Zahl wurden ausgelassen ({list}).",
    fr: "{source} : les cellules sans nombre ont été laissées de côté ({list}).",
    es: "{source}: se omitieron las celdas sin número ({list}).",
    it: "{source}: le celle senza numero sono state tralasciate ({list}).",
  },
  of_in: {
    en: "{part} of {all} in “{column}”",
    de: "{part} von {all} in „{column}“",
    fr: "{part} sur {all} dans « {column} »",
    es: "{part} de {all} en «{column}»",
    it: "{part} su {all} in «{column}»",
  },
  forbidden_rows: {
    en: "{source}: {count} rows were left out because of “{rule}”.",
    de: "{source}: {count} Zeilen wurden wegen „{rule}“ ausgelassen.",
    fr: "{source} : {count} lignes ont été laissées de côté à cause de « {rule} ».",
    es: "{source}: se omitieron {count} filas por «{rule}».",
    it: "{source}: {count} righe sono state tralasciate per «{rule}».",
  },
  groups_left_out: {
    en: "{source}: {count} more groups are not shown.",
    de: "{source}: {count} weitere Gruppen sind nicht gezeigt.",
    fr: "{source} : {count} autres groupes ne sont pas montrés.",
    es: "{source}: no se muestran otros {count} grupos.",
    it: "{source}: altri {count} gruppi non sono mostrati.",
  },
  whole: {
    en: "In {source} the {statistic} of {column} is {value}; its {count} values run from {low} to {high}.",
    de: "{source}, {statistic} von {column}: {value}; die {count} Werte reichen von {low} bis {high}.",
    fr: "Dans {source}, {statistic} de {column} : {value} ; ses {count} valeurs vont de {low} à {high}.",
    es: "En {source}, {statistic} de {column}: {value}; sus {count} valores van de {low} a {high}.",
    it: "In {source}, {statistic} di {column}: {value}; i suoi {count} valori vanno da {low} a {high}.",
  },
  groups_differ: {
    en: "By {group}, the {statistic} of {column} is highest for {best} ({high}) and lowest for {least} ({low}).",
    de: "Nach {group}, {statistic} von {column}: am höchsten bei {best} ({high}), am niedrigsten bei {least} ({low}).",
    fr: "Par {group}, {statistic} de {column} : le plus haut pour {best} ({high}), le plus bas pour {least} ({low}).",
    es: "Por {group}, {statistic} de {column}: lo más alto en {best} ({high}) y lo más bajo en {least} ({low}).",
    it: "Per {group}, {statistic} di {column}: il più alto per {best} ({high}), il più basso per {least} ({low}).",
  },
  groups_same: {
    en: "By {group}, the {statistic} of {column} is the same for all {count} groups ({high}).",
    de: "Nach {group}, {statistic} von {column}: bei allen {count} Gruppen gleich ({high}).",
    fr: "Par {group}, {statistic} de {column} : identique pour les {count} groupes ({high}).",
    es: "Por {group}, {statistic} de {column}: igual en los {count} grupos ({high}).",
    it: "Per {group}, {statistic} di {column}: uguale per tutti i {count} gruppi ({high}).",
  },
  overall: {
    en: "Over all {count} values in {source} the {statistic} of {column} is {value}.",
    de: "Über alle {count} Werte in {source}, {statistic} von {column}: {value}.",
    fr: "Sur les {count} valeurs de {source}, {statistic} de {column} : {value}.",
    es: "En los {count} valores de {source}, {statistic} de {column}: {value}.",
    it: "Su tutti i {count} valori di {source}, {statistic} di {column}: {value}.",
  },
  by_group: {
    en: "The {statistic} of {column} by {group}: {list}.",
    de: "{statistic} von {column} nach {group}: {list}.",
    fr: "{statistic} de {column} par {group} : {list}.",
    es: "{statistic} de {column} por {group}: {list}.",
    it: "{statistic} di {column} per {group}: {list}.",
  },
  spread: {
    en: "The {count} values of {column} run from {low} to {high}, with a median of {median} and a mean of {mean}; {missing} cells held no number.",
    de: "Die {count} Werte von {column} reichen von {low} bis {high}, mit Median {median} und Mittelwert {mean}; {missing} Zellen enthielten keine Zahl.",
    fr: "Les {count} valeurs de {column} vont de {low} à {high}, avec une médiane de {median} et une moyenne de {mean} ; {missing} cellules ne contenaient pas de nombre.",
    es: "Los {count} valores de {column} van de {low} a {high}, con mediana {median} y media {mean}; {missing} celdas no tenían número.",
    it: "I {count} valori di {column} vanno da {low} a {high}, con mediana {median} e media {mean}; {missing} celle non avevano un numero.",
  },
  column_head: {
    en: "{statistic} of {column}",
    de: "{statistic} von {column}",
    fr: "{statistic} de {column}",
    es: "{statistic} de {column}",
    it: "{statistic} di {column}",
  },
  column: { en: "column", de: "Spalte", fr: "colonne", es: "columna", it: "colonna" },
  values: { en: "values", de: "Werte", fr: "valeurs", es: "valores", it: "valori" },
  rows: { en: "rows", de: "Zeilen", fr: "lignes", es: "filas", it: "righe" },
  all: { en: "all", de: "alle", fr: "tous", es: "todos", it: "tutti" },
  no_value: { en: "no value", de: "kein Wert", fr: "aucune valeur", es: "sin valor", it: "nessun valore" },
  point: { en: "Point", de: "Punkt", fr: "Point", es: "Punto", it: "Punto" },
  source: { en: "Source", de: "Quelle", fr: "Source", es: "Fuente", it: "Fonte" },
  sources: {
    en: "Sources: {list}",
    de: "Quellen: {list}",
    fr: "Sources : {list}",
    es: "Fuentes: {list}",
    it: "Fonti: {list}",
  },
  subject: {
    en: "Subject: {title}",
    de: "Betreff: {title}",
    fr: "Objet : {title}",
    es: "Asunto: {title}",
    it: "Oggetto: {title}",
  },
  greeting: { en: "Hello,", de: "Guten Tag,", fr: "Bonjour,", es: "Hola:", it: "Buongiorno," },
  here_is: {
    en: "here is what the sources say about “{title}”.",
    de: "hier steht, was die Quellen über „{title}“ sagen.",
    fr: "voici ce que les sources disent sur « {title} ».",
    es: "esto es lo que dicen las fuentes sobre «{title}».",
    it: "ecco che cosa dicono le fonti su «{title}».",
  },
  please_note: {
    en: "Please note: {text}",
    de: "Bitte beachten: {text}",
    fr: "À noter : {text}",
    es: "Nota: {text}",
    it: "Nota: {text}",
  },
  regards: {
    en: "Best regards",
    de: "Mit freundlichen Grüßen",
    fr: "Cordialement",
    es: "Un saludo",
    it: "Cordiali saluti",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** A phrase in a language, with its places filled in. */
export function phrase(
  language: Language,
  key: keyof typeof phrases,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return phrases[key][language].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** True for the head of the column that names columns, in any language. */
export function isColumnHead(head: string): boolean {
  return Object.values(phrases.column).some((word) => word === head);
}

/** Heads that tables of figures have of themselves, in every language. */
export const ownHeads: ReadonlySet<string> = new Set(
  [phrases.column, phrases.rows, phrases.values].flatMap((words) => Object.values(words)),
);
