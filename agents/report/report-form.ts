import * as z from "zod";
import type { Ask } from "../../shared/agents/cell.ts";
import type { BriefForm } from "../../shared/agents/define-agent.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import { fold } from "../../shared/domain/references/reference-words.ts";
import type { Language } from "../language.ts";
import { applyOperation, Brief, Operation } from "./brief.ts";
import { readFirstInput } from "./first-input.ts";

const DAY = 86_400_000;

type Words = Readonly<Record<Language, string>>;

const question: Words = {
  en: "What should the report be about? The sources are {names}; any other topic they speak of will do as well.",
  de: "Worüber soll der Bericht sein? Die Quellen sind {names}; jedes andere Thema, von dem sie handeln, geht auch.",
  fr: "Sur quoi doit porter le rapport ? Les sources sont {names} ; tout autre sujet dont elles parlent convient aussi.",
  es: "¿Sobre qué debe tratar el informe? Las fuentes son {names}; también sirve cualquier otro tema del que hablen.",
  it: "Di che cosa deve trattare il rapporto? Le fonti sono {names}; va bene anche ogni altro tema di cui parlano.",
};

const all: Words = { en: "all of them", de: "alle", fr: "toutes", es: "todas", it: "tutte" };

const which: Words = {
  en: "Which one do you mean instead?",
  de: "Was ist stattdessen gemeint?",
  fr: "Lequel voulez-vous dire à la place ?",
  es: "¿Cuál quiere decir en su lugar?",
  it: "Quale intende invece?",
};

/**
 * Asks what a report is to be about when the first message names nothing and there are several sources it could be about, and
 * which one is meant by a correction that names none. Without an answer a report is about all its sources after a day.
 */
export const reportForm: BriefForm = {
  missing: (brief) => {
    const known = Brief.parse(brief);
    return [...missingTopic(known), ...missingChoice(known)];
  },
  fill: (brief, answers) => withChoice(withTopic(Brief.parse(brief), answers), answers),
};

function missingTopic({ topic_choice: choice, language }: Brief): readonly Ask[] {
  if (choice?.is_open !== true) return [];
  const names = choice.names.map((name) => `“${name}”`).join(", ");
  const examples = [...choice.names, all[language]];
  return [
    {
      name: "topic",
      text: question[language].replace("{names}", names),
      schema: z.string().min(1).max(200).meta({ examples }),
      default: all[language],
      expires_in_ms: DAY,
    },
  ];
}

function withTopic(known: Brief, answers: JsonObject): Brief {
  if (!Object.hasOwn(answers, "topic")) return known;
  const { names } = known.topic_choice ?? { names: [] };
  const topic = topicIn(String(answers["topic"] ?? ""), known.language) ?? names.join(", ");
  return { ...known, topic, topic_choice: { names, is_open: false } };
}

/** Each choice has a name of its own, so that an answer to one is never taken for another. */
const choiceName = (number: number): string => (number === 1 ? "which" : `which_${number}`);

function missingChoice({ choice, language }: Brief): readonly Ask[] {
  if (choice?.is_open !== true) return [];
  const labels = choice.options.map(({ label }) => label);
  return [{ name: choiceName(choice.number), text: which[language], schema: z.enum(labels) }];
}

function withChoice(brief: Brief, answers: JsonObject): Brief {
  const { choice } = brief;
  if (choice?.is_open !== true) return brief;
  const chosen = choice.options.find(({ label }) => label === answers[choiceName(choice.number)]);
  return chosen === undefined ? brief : applyOperation(brief, Operation.parse(chosen.operation));
}

/** The topic that an answer names; null when it stands for all sources. */
function topicIn(answer: string, language: Language): string | null {
  if (fold(answer) === fold(all[language])) return null;
  const { topic, points_at_sources } = readFirstInput(answer.replace(/^\s*(?:about|on|über|zu|sur|sobre|su)\s+/iu, ""));
  return points_at_sources ? null : topic || answer;
}
