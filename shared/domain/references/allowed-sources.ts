import type { Source } from "../../contracts/records.ts";
import { wishedNow } from "../routing/standing-wish.ts";
import { fold } from "./reference-words.ts";

/** Nouns by which people speak of a source beside its name. */
const nouns =
  /(?<!\p{L})(?:files?|sources?|tables?|documents?|data(?:set)?|texts?|quellen?|datei(?:en)?|tabellen?|dokumente?|daten|texte?|fichiers?|tableaux?|donnees|textes?|fuentes?|archivos?|tablas?|documentos?|datos|textos?|fonti|fonte|tabelle?a?|documenti|dati|testi)(?!\p{L})/u;

/**
 * The sources that a plan may use under the person's rules: "never use the mix.csv file" keeps that file out of every plan,
 * whatever the model makes of it. A rule has to name a source by its file name, or by its words and as a source.
 */
export function allowedSources<S extends Pick<Source, "name">>(
  sources: readonly S[],
  rules: readonly string[],
): readonly S[] {
  const forbidding = rules.filter((rule) => wishedNow(rule) === null).map((rule) => fold(rule.normalize("NFC")));
  return sources.filter(({ name }) => !forbidding.some((rule) => isNamed(fold(name.normalize("NFC")), rule)));
}

function isNamed(name: string, rule: string): boolean {
  if (new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, "u").test(rule)) return true;
  const words = name.replace(/\.[a-z]{2,4}$/, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = new Set(rule.match(/[\p{L}\p{N}]+/gu) ?? []);
  return nouns.test(rule) && words.length > 0 && words.every((word) => said.has(word));
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
