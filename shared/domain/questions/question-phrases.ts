import type { Language } from "../text/language.ts";

/** What is said about questions and answers; `{…}` is filled in. */
export type QuestionPhrases = {
  readonly whichQuestion: string;
  readonly notTaken: string;
  readonly unknown: string;
  readonly stillOpen: string;
  readonly notAsked: string;
  readonly sameName: string;
  readonly whichOption: string;
  readonly nameIt: string;
  readonly must: string;
  readonly asked: string;
  readonly answerIs: string;
  readonly stops: string;
  readonly goesOn: string;
  readonly tooLate: string;
  readonly oneOf: string;
  readonly or: string;
  readonly from: string;
  readonly upTo: string;
  readonly form: string;
  /** By JSON Schema type. */
  readonly types: Readonly<Record<"boolean" | "integer" | "number" | "array" | "string" | "other", string>>;
};

const en: QuestionPhrases = {
  whichQuestion: "This could answer more than one open question. Which one do you mean?",
  notTaken: "“{key}” was not taken: {why}.",
  unknown: "There is no question “{key}” here.",
  stillOpen: "Still open:",
  notAsked: "it is not asked any more",
  sameName: "several questions are called that: {list}",
  whichOption: "it is not clear which other one you mean; it is one of {list}",
  nameIt: "It is not clear what you mean instead. Please name it.",
  must: "it must be {kind}",
  asked: "I asked: {text}",
  answerIs: "The answer (“{name}”) is {kind}.",
  stops: "Without an answer by {time} UTC the work stops.",
  goesOn: "Without an answer by {time} UTC it goes on with {value}.",
  tooLate: "Nobody answered in time: {text} Answer it now and the work goes on.",
  oneOf: "one of {list}",
  or: "or",
  from: "from {number}",
  upTo: "up to {number}",
  form: "text of the form {format}",
  types: {
    boolean: "yes or no",
    integer: "a whole number",
    number: "a number",
    array: "a list",
    string: "text",
    other: "a value of the given schema",
  },
};

const de: QuestionPhrases = {
  whichQuestion: "Das könnte die Antwort auf mehrere offene Fragen sein. Welche ist gemeint?",
  notTaken: "„{key}“ wurde nicht übernommen: {why}.",
  unknown: "Eine Frage „{key}“ gibt es hier nicht.",
  stillOpen: "Noch offen:",
  notAsked: "danach wird nicht mehr gefragt",
  sameName: "mehrere Fragen heißen so: {list}",
  whichOption: "es ist nicht klar, was sonst gemeint ist; möglich ist eines von {list}",
  nameIt: "Es ist nicht klar, was stattdessen gemeint ist. Bitte nenne es.",
  must: "erwartet wird {kind}",
  asked: "Ich habe gefragt: {text}",
  answerIs: "Die Antwort („{name}“) ist {kind}.",
  stops: "Ohne Antwort bis {time} UTC endet die Arbeit.",
  goesOn: "Ohne Antwort bis {time} UTC geht es mit {value} weiter.",
  tooLate: "Niemand hat rechtzeitig geantwortet: {text} Antworte jetzt, dann geht die Arbeit weiter.",
  oneOf: "eines von {list}",
  or: "oder",
  from: "ab {number}",
  upTo: "bis {number}",
  form: "ein Text der Form {format}",
  types: {
    boolean: "ja oder nein",
    integer: "eine ganze Zahl",
    number: "eine Zahl",
    array: "eine Liste",
    string: "ein Text",
    other: "ein Wert nach dem angegebenen Schema",
  },
};

const fr: QuestionPhrases = {
  whichQuestion: "Cela pourrait répondre à plusieurs questions ouvertes. Laquelle voulez-vous dire ?",
  notTaken: "« {key} » n'a pas été retenu : {why}.",
  unknown: "Il n'y a pas de question « {key} » ici.",
  stillOpen: "Encore ouvert :",
  notAsked: "la question n'est plus posée",
  sameName: "plusieurs questions portent ce nom : {list}",
  whichOption: "on ne sait pas quel autre choix vous voulez dire ; c'est l'un de {list}",
  nameIt: "On ne sait pas ce que vous voulez dire à la place. Merci de le nommer.",
  must: "il faut {kind}",
  asked: "J'ai demandé : {text}",
  answerIs: "La réponse (« {name} ») est {kind}.",
  stops: "Sans réponse d'ici {time} UTC, le travail s'arrête.",
  goesOn: "Sans réponse d'ici {time} UTC, cela continue avec {value}.",
  tooLate: "Personne n'a répondu à temps : {text} Répondez maintenant, et le travail continue.",
  oneOf: "l'un de {list}",
  or: "ou",
  from: "à partir de {number}",
  upTo: "jusqu'à {number}",
  form: "un texte de la forme {format}",
  types: {
    boolean: "oui ou non",
    integer: "un nombre entier",
    number: "un nombre",
    array: "une liste",
    string: "un texte",
    other: "une valeur selon le schéma donné",
  },
};

const es: QuestionPhrases = {
  whichQuestion: "Esto podría responder a más de una pregunta abierta. ¿A cuál se refiere?",
  notTaken: "«{key}» no se ha aceptado: {why}.",
  unknown: "Aquí no hay ninguna pregunta «{key}».",
  stillOpen: "Sigue abierto:",
  notAsked: "ya no se pregunta",
  sameName: "varias preguntas se llaman así: {list}",
  whichOption: "no está claro a qué otra opción se refiere; es una de {list}",
  nameIt: "No está claro qué quiere decir en su lugar. Por favor, nómbrelo.",
  must: "debe ser {kind}",
  asked: "He preguntado: {text}",
  answerIs: "La respuesta («{name}») es {kind}.",
  stops: "Sin respuesta antes de {time} UTC, el trabajo se detiene.",
  goesOn: "Sin respuesta antes de {time} UTC, sigue con {value}.",
  tooLate: "Nadie ha respondido a tiempo: {text} Responda ahora y el trabajo sigue.",
  oneOf: "una de {list}",
  or: "o",
  from: "desde {number}",
  upTo: "hasta {number}",
  form: "un texto de la forma {format}",
  types: {
    boolean: "sí o no",
    integer: "un número entero",
    number: "un número",
    array: "una lista",
    string: "un texto",
    other: "un valor según el esquema dado",
  },
};

const it: QuestionPhrases = {
  whichQuestion: "Questo potrebbe rispondere a più di una domanda aperta. Quale intende?",
  notTaken: "«{key}» non è stato accettato: {why}.",
  unknown: "Qui non c'è nessuna domanda «{key}».",
  stillOpen: "Ancora aperto:",
  notAsked: "non viene più chiesto",
  sameName: "più domande si chiamano così: {list}",
  whichOption: "non è chiaro quale altra opzione intende; è una di {list}",
  nameIt: "Non è chiaro che cosa intende invece. Per favore, lo indichi.",
  must: "deve essere {kind}",
  asked: "Ho chiesto: {text}",
  answerIs: "La risposta («{name}») è {kind}.",
  stops: "Senza risposta entro {time} UTC il lavoro si ferma.",
  goesOn: "Senza risposta entro {time} UTC si continua con {value}.",
  tooLate: "Nessuno ha risposto in tempo: {text} Risponda adesso e il lavoro va avanti.",
  oneOf: "una di {list}",
  or: "o",
  from: "da {number}",
  upTo: "fino a {number}",
  form: "un testo della forma {format}",
  types: {
    boolean: "sì o no",
    integer: "un numero intero",
    number: "un numero",
    array: "un elenco",
    string: "un testo",
    other: "un valore secondo lo schema dato",
  },
};

/** The phrases in each language. */
export const questionPhrases: Readonly<Record<Language, QuestionPhrases>> = { en, de, fr, es, it };
