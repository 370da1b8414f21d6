import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isScheduling } from "../free/schedule-intent.ts";
import { contentStems, coverage, subjectStems } from "../text/stems.ts";
import { flat, phrases } from "../text/word-list.ts";

const explains = phrases(
  "why|how come|explain|what does|what do you mean|meaning|where does|where did|which source*|what source*|source for|based on what|how did you|how do you know|clarify|elaborate on why|evidence|" +
    "warum|wieso|weshalb|erklar*|erlauter*|was bedeutet|was heisst|was meinst|woher|welche quelle*|worauf stutzt|beleg*|" +
    "pourquoi|explique*|que signifie|que veut dire|d ou vient|d ou|quelle source|quelles sources|sur quoi|preuve*|" +
    "por que|explica*|que significa|de donde|que fuente|cuales son las fuentes|en que se basa|prueba*|" +
    "perche|spiega*|che cosa significa|cosa significa|da dove|quale fonte|quali fonti|su cosa si basa|prova*",
);

const revises = phrases(
  "expand|go deeper|deeper|more detail*|more about|elaborate|add|include|remove|drop|delete|leave out|without|shorten|shorter|short|keep it|longer|turn * into|turn it into|turn this into|make it|make this|make a|as a table|as an email|as bullets|in bullets|change|replace|rewrite|rephrase|translate|use|switch|recalculate|recompute|instead|update|refresh|redo|rerun|again|focus|compare|limit|restrict|only|sort|group|" +
    "erganze*|vertief*|ausfuhrlich*|mehr uber|mehr zu|fug* * hinzu|hinzufug*|nimm * auf|entfern*|streich*|losch*|lass * weg|kurz*|kurzer|langer|mach*|als tabelle|als e-mail|als mail|ander*|ersetz*|schreib* * um|ubersetz*|verwend*|benutz*|nutz*|berechn*|neu berechn*|stattdessen|aktualisier*|nochmal|erneut|vergleich*|beschrank*|nur|sortier*|gruppier*|" +
    "developpe*|approfondi*|plus de details|ajoute*|inclu*|enleve*|retire*|supprime*|raccourci*|plus court*|plus long*|transforme*|fais en|fais-en|mets le*|en tableau|en courriel|change*|remplace*|reecri*|tradui*|utilise*|recalcule*|plutot|mets a jour|actualise*|refais|encore|compare*|limite*|seulement|trie*|groupe*|" +
    "amplia*|profundiza*|mas detalle*|anade*|agrega*|incluye*|quita*|elimina*|borra*|acorta*|hazlo|hazla|ponlo|ponla|mas cort*|mas larg*|convierte*|en una tabla|como tabla|como correo|cambia*|reemplaza*|reescrib*|traduc*|usa*|utiliza*|recalcula*|en vez|en lugar|actualiza*|de nuevo|otra vez|compara*|limita*|solo|ordena*|agrupa*|" +
    "amplia*|approfondis*|piu dettagli*|aggiung*|includi*|togli*|rimuov*|elimina*|accorcia*|piu cort*|piu brev*|piu lung*|trasforma*|fanne|mettil*|in una tabella|come tabella|come email|cambia*|sostitui*|riscriv*|traduc*|usa*|utilizza*|ricalcola*|invece|aggiorna*|di nuovo|ancora|confronta*|limita*|solo|ordina*|raggruppa*",
);

const startsAnew = phrases(
  "new report|another report|different topic|new topic|another topic|new task|new goal|start over|start a new|start from scratch|now research|now investigate|now write|next task|" +
    "neuer bericht|neuen bericht|anderes thema|neues thema|neue aufgabe|von vorn|als nachstes|" +
    "nouveau rapport|autre rapport|autre sujet|nouveau sujet|nouvelle tache|recommence|" +
    "nuevo informe|otro informe|otro tema|nuevo tema|nueva tarea|empieza de nuevo|" +
    "nuovo rapporto|nuova relazione|altro tema|altro argomento|nuovo tema|nuovo compito|ricomincia",
);

/** Says that another matter follows, which may still be one of the result. */
const turnsAway = phrases(
  "new question|different question|another question|another thing|something else|something * different|neue frage|andere frage|was anderes|etwas anderes|" +
    "nouvelle question|autre question|autre chose|nueva pregunta|otra pregunta|otra cosa|nuova domanda|altra domanda|altra cosa",
);

/** With work of its own behind it, it sets a new goal; else it may give up a part, or nothing but a wish. */
const givesUp = phrases("forget|never mind|vergiss|oublie*|laisse tomber|olvida*|deja*|dimentica*|lascia*");

const wantsWork = phrases(
  "write|research|find|search|investigate|analyse|analyze|summarise|summarize|prepare|draft|create|build|plan|collect|compute|calculate|schreib*|recherchier*|such*|untersuch*|analysier*|fass*|erstell*|plan*|sammle|berechne|" +
    "ecri*|redige*|recherche*|cherche*|analyse*|resume*|prepare*|cree*|calcule*|escrib*|investiga*|busca*|analiza*|resum*|prepara*|crea*|calcula*|scriv*|ricerca*|cerca*|analizza*|riassum*|prepara*|crea*|calcola*",
);

const wantsFresh = phrases(
  "now|latest|current|currently|today|newest|up to date|still|recent|since then|jetzt|aktuell*|heute|neueste*|noch|inzwischen|maintenant|actuel*|aujourd hui|dernier*|toujours|depuis|ahora|actual*|hoy|ultim*|todavia|desde|adesso|attual*|oggi|ultim*|ancora",
);

const chats = phrases(
  "thanks|thank you|great|perfect|ok|okay|nice|danke|super|prima|merci|parfait|gracias|perfecto|grazie|perfetto|ottimo",
);

/** Share of a message's subject that a delivery has to speak of before a question is taken to be about it. */
const aboutDelivery = 0.5;
/** Below this share a wish for work is about something else. */
const aboutOther = 0.25;

type Routed = { readonly route: "direct_answer" | "revise_run" | "new_run"; readonly reason: string };

/** Where a follow-up goes, by its words and by whether the delivery speaks of what it asks for. */
export function routeFollowUp(input: JsonObject): JsonObject {
  const text = asText(input["message"]);
  const known = contentStems(`${asText(input["latest_delivery"])}\n${asText(input["run_summary"])}`);
  const subject = subjectStems(text);
  return decide(text, {
    covered: coverage(subject, known),
    has_subject: subject.length > 0,
    is_general: input["agent_kind"] === "general",
  });
}

type About = { readonly covered: number; readonly has_subject: boolean; readonly is_general: boolean };

function decide(message: string, about: About): Routed {
  const text = flat(message);
  if (isScheduling(message)) return { route: "direct_answer", reason: "The message is about coming back later." };
  if (startsAnew.test(text) || turnsFrom(text, about)) {
    return about.is_general
      ? { route: "new_run", reason: "The message sets a new goal." }
      : { route: "revise_run", reason: "The message sets another subject for the deliverable." };
  }
  if (asksAndWishes(text)) return { route: "revise_run", reason: "The message asks, and wants a change as well." };
  const isQuestion = text.includes(" ? ") || asking.test(text.trim());
  if (isQuestion || (explains.test(text) && !revises.test(text))) return decideQuestion(text, about);
  if (chats.test(text) && text.trim().split(" ").length <= 5) {
    return { route: "direct_answer", reason: "Nothing is asked for." };
  }
  return decideWish(text, about);
}

/** Gives up what was asked, or goes on to another matter, for something that the delivery does not speak of. */
function turnsFrom(text: string, { covered }: About): boolean {
  return covered < aboutDelivery && (turnsAway.test(text) || (givesUp.test(text) && wantsWork.test(text)));
}

/** How a question begins that comes without its mark. */
const asking =
  /^(?:so |and |und |et |y |e )?(?:what|wut|which|who|whose|when|where|how|is|are|was|were|does|do|did|has|have|was|welche[rsnm]?|wer|wann|wo|wie|ist|sind|waren|hat|haben|quel(?:le)?s?|qui|quand|combien|est-ce|cual(?:es)?|quien|cuando|cuant[oa]s?|donde|qual[ei]|chi|quando|quant[oaie]|dove)(?= )/u;

/** A question with a wish behind it: "why is that? and make it a table". */
function asksAndWishes(text: string): boolean {
  const [first = "", ...others] = text.split(/ [?.:;] /);
  const isAsked = text.includes(" ? ") || explains.test(` ${first} `);
  return (
    isAsked &&
    others.some((clause) => revises.test(` ${clause} `) && !asking.test(clause.trim()) && !explains.test(` ${clause} `))
  );
}

function decideQuestion(text: string, about: About): Routed {
  if (wantsFresh.test(text)) return { route: "revise_run", reason: "The question is about how things are now." };
  if (explains.test(text)) return { route: "direct_answer", reason: "The message asks about the existing result." };
  return about.covered >= aboutDelivery
    ? { route: "direct_answer", reason: "The question is about what the delivery says." }
    : { route: "revise_run", reason: "The delivery does not hold what is asked." };
}

function decideWish(text: string, about: About): Routed {
  if (revises.test(text)) return { route: "revise_run", reason: "The message asks for a change." };
  return about.is_general && wantsWork.test(text) && about.has_subject && about.covered < aboutOther
    ? { route: "new_run", reason: "The message asks for work on another subject." }
    : { route: "revise_run", reason: "The message adds to the work." };
}

function asText(value: Json | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
