import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isCounterQuestion } from "../../../../shared/domain/routing/route-rules.ts";
import { isObject } from "../request-view.ts";
import type { Language } from "../text/languages.ts";
import type { Answer } from "./answer-question.ts";
import type { TurnView } from "./turn-view.ts";

type Sayings = Readonly<Record<Language, string>>;

const asked: Sayings = {
  en: "I asked: “{text}” I go on as soon as you tell me.",
  de: "Ich habe gefragt: „{text}“ Sobald du es mir sagst, mache ich weiter.",
  fr: "J'ai demandé : « {text} » Je continue dès que vous me le dites.",
  es: "He preguntado: «{text}» Sigo en cuanto me lo digas.",
  it: "Ho chiesto: «{text}» Continuo appena me lo dici.",
};
const choice: Sayings = {
  en: "It can be one of these: {list}.",
  de: "Es kann eines davon sein: {list}.",
  fr: "Cela peut être : {list}.",
  es: "Puede ser uno de estos: {list}.",
  it: "Può essere uno di questi: {list}.",
};
const otherwise: Sayings = {
  en: "Without an answer it will be “{value}”.",
  de: "Ohne Antwort wird es „{value}“.",
  fr: "Sans réponse, ce sera « {value} ».",
  es: "Sin respuesta será «{value}».",
  it: "Senza risposta sarà «{value}».",
};

/** Explains what is asked to a person who asks back; undefined when nothing is open or the message is about something else. */
export function explainQuestion({ artifacts, message, language }: TurnView): Answer | undefined {
  const open = artifacts["open_questions"];
  const questions = (Array.isArray(open) ? open : []).filter((one: Json) => isObject(one));
  if (questions.length === 0 || !isCounterQuestion(message)) return undefined;
  const said = questions.map((question: JsonObject) => sentences(question, language).join(" "));
  return { text: said.join("\n\n"), rests_on: [], supported: true };
}

function sentences(question: JsonObject, language: Language): readonly string[] {
  const { text, schema, default: value } = question;
  const options = isObject(schema) ? (schema["enum"] ?? schema["examples"]) : undefined;
  return [
    asked[language].replace("{text}", String(text)),
    ...(Array.isArray(options) ? [choice[language].replace("{list}", options.map(String).join(", "))] : []),
    ...(value === undefined ? [] : [otherwise[language].replace("{value}", String(value))]),
  ];
}
