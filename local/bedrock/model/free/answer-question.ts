import type { Part } from "../../../../shared/agents/define-agent.ts";
import { resolveReferences } from "../../../../shared/domain/references/reference.ts";
import { asSentence, withReadableNumbers } from "../text/finish.ts";
import { sentencesIn } from "../text/passages.ts";
import { contentStems, coverage, subjectStems } from "../text/stems.ts";
import { relevance, topicOf } from "../text/topics.ts";
import { flat, phrases } from "../text/word-list.ts";
import { groundsOf } from "./grounds.ts";
import { say } from "./sayings.ts";
import { type TurnView, toUnit, type Unit, unitsOf } from "./turn-view.ts";

/** An answer with the ids it rests on; not supported when nothing there is about the question. */
export type Answer = { readonly text: string; readonly rests_on: readonly string[]; readonly supported: boolean };

const asksSources = phrases(
  "source|sources|where does|where did|where is|come from|based on|cite|citation|quelle|quellen|woher|stutzt|d ou|provient|sources|fuente|fuentes|de donde|fonte|fonti|da dove|proviene",
);
const quotesAtMost = 3;
/** Share of a question's subject that has to be spoken of before something counts as an answer. */
const enoughSpoken = 0.5;

/** Answers from what was delivered: the parts the question points at, else what speaks of its subject, with its evidence. */
export function answerQuestion(question: string, turn: TurnView): Answer {
  const pointed = partsPointedAt(question, turn);
  if (pointed.length > 0) return aboutParts(pointed, question, turn);
  const subject = subjectStems(question.replaceAll(/[“”"„«»]/gu, " "));
  const isOpen = subject.every((stem) => emptySubjects.has(stem));
  if (isOpen && asksSources.test(flat(question))) return aboutSources(turn);
  return isOpen ? aboutMainPoints(turn) : aboutSubject(question, turn);
}

/** Words that stand for the result itself: "why this conclusion?", "what does this mean?". */
const emptySubjects = new Set(
  contentStems(
    "use used benutzt benutze verwendet verwende utilisé usado utilizado usato utilizzato conclusion conclusions result results answer mean means meaning number numbers figure figures thing come comes based why " +
      "schluss ergebnis ergebnisse bedeutet bedeutung zahl zahlen antwort kommt stützt conclusion résultat résultats signifie chiffre vient réponse " +
      "conclusión resultado resultados significa cifra viene respuesta conclusione risultato risultati significa cifra viene risposta source sources quelle quellen fuente fuentes fonte fonti",
  ),
);

function partsPointedAt(question: string, turn: TurnView): readonly Part[] {
  const said =
    turn.points_at.length > 0 ? turn.points_at : resolveReferences(question, turn.parts).parts.map(({ id }) => id);
  return turn.parts.filter(({ id }) => said.includes(id));
}

function aboutParts(pointed: readonly Part[], question: string, turn: TurnView): Answer {
  const meant = distinct(pointed.flatMap((part) => claimsOf(part, question, turn))).slice(0, quotesAtMost);
  return {
    text: meant.map((claim) => explained(claim, turn)).join("\n\n"),
    rests_on: idsOf(meant, turn),
    supported: true,
  };
}

/** A section or table stands for what is in it, of that what speaks of the question. */
function claimsOf(part: Part, question: string, turn: TurnView): readonly Unit[] {
  const inside = turn.parts.filter(({ within, kind }) => within === part.id && (kind === "claim" || kind === "row"));
  const isWhole = (part.kind === "section" || part.kind === "table") && inside.length > 0;
  if (!isWhole) return [toUnit(part)];
  const subject = subjectStems(question).filter((stem) => coverage([stem], contentStems(part.label)) === 0);
  const about = inside.filter(({ text }) => coverage(subject, contentStems(text)) > 0);
  return (about.length > 0 ? about : inside).map(toUnit);
}

function explained(claim: Unit, turn: TurnView): string {
  return `${asSentence(withReadableNumbers(claim.text))} ${groundsOf(claim, turn)}`;
}

function distinct(units: readonly Unit[]): readonly Unit[] {
  return units.filter(({ text }, index) => units.findIndex((other) => other.text === text) === index);
}

function aboutSources(turn: TurnView): Answer {
  if (turn.sources.length === 0) return unsupported(turn);
  const ids = turn.sources.map(({ id }) => id);
  return {
    text: say("sources", turn.language, { list: turn.sources.map(({ name }) => name).join(", ") }),
    rests_on: ids,
    supported: true,
  };
}

function aboutMainPoints(turn: TurnView): Answer {
  const claims = turn.parts.filter(({ kind }) => kind === "claim").slice(0, quotesAtMost);
  return claims.length === 0 ? unsupported(turn) : aboutParts(claims, "", turn);
}

function aboutSubject(question: string, turn: TurnView): Answer {
  const subject = [...new Set(subjectStems(question))];
  const spoken = unitsOf(turn).filter(({ kind }) => kind !== "source" && kind !== "section");
  const known = spoken.flatMap(({ text, source }) => contentStems(`${text} ${source}`));
  if (coverage(subject, known) < enoughSpoken) return unsupported(turn);
  const best = withFigures(question, bestUnits(question, spoken), spoken);
  if (best.length === 0) return unsupported(turn);
  const claims = best.filter(({ kind }) => kind !== "evidence");
  const said = claims.length > 0 ? claims : best;
  const lines = said.map((unit) => (unit.kind === "evidence" ? citedSentence(unit) : explained(unit, turn)));
  return { text: lines.join("\n\n"), rests_on: idsOf(said, turn), supported: true };
}

/** A figure that is asked about has to be in what answers; where the best units do not hold it, those that do are better. */
function withFigures(question: string, best: readonly Unit[], all: readonly Unit[]): readonly Unit[] {
  const figures = question.match(/\d+(?:[.,]\d+)?/g) ?? [];
  const holds = ({ text }: Unit) => figures.every((figure) => new RegExp(`(?<![\\d.,])${figure}(?!\\d)`).test(text));
  if (figures.length === 0 || best.some(holds)) return figures.length === 0 ? best : best.filter(holds);
  return distinct(all.filter(holds)).slice(0, 1);
}

/** The claims that speak most of the question; where no claim does, the sentences of the evidence. */
function bestUnits(question: string, units: readonly Unit[]): readonly Unit[] {
  const topic = topicOf(question);
  const least = Math.max(1, topic.words.length * enoughSpoken);
  const sentences = units.flatMap((unit): readonly Unit[] =>
    unit.kind === "evidence"
      ? sentencesIn([{ id: unit.id, source: unit.source, text: unit.text }]).map(({ text }) => ({ ...unit, text }))
      : [unit],
  );
  const scored = sentences.map((unit) => ({
    unit,
    score: relevance({ words: topic.words, related: new Set() }, contentStems(unit.text)),
  }));
  const fitting = scored.filter(({ score }) => score >= least).toSorted((a, b) => b.score - a.score);
  const top = fitting[0]?.score ?? 0;
  const near = fitting.filter(({ score }) => score >= top - 0.5).map(({ unit }) => unit);
  const claims = near.filter(({ kind }) => kind !== "evidence");
  return distinct(claims.length > 0 ? claims : near).slice(0, quotesAtMost);
}

function citedSentence(unit: Unit): string {
  return `${asSentence(withReadableNumbers(unit.text))}${unit.source === "" ? "" : ` (${unit.source})`}`;
}

function idsOf(
  units: readonly { readonly id: string; readonly rests_on: readonly string[] }[],
  turn: TurnView,
): readonly string[] {
  const ids = units.flatMap(({ id, rests_on }) => [id, ...rests_on]);
  const known = new Set([...turn.parts, ...turn.evidence, ...turn.sources].map(({ id }) => id));
  return [...new Set(ids.filter((id) => id !== "" && known.has(id)))];
}

function unsupported(turn: TurnView): Answer {
  return { text: say("not_there", turn.language), rests_on: [], supported: false };
}
