import type { Part } from "../../../../shared/agents/define-agent.ts";
import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { fenced, fencedJson, isObject, type RequestView, readable } from "../request-view.ts";
import { type Language, languageOf } from "../text/languages.ts";

/** Words that can be cited: a part of the delivery, or a passage or row it rests on. */
export type Unit = {
  readonly id: string;
  readonly kind: Part["kind"] | "evidence";
  readonly text: string;
  readonly source: string;
  readonly rests_on: readonly string[];
};

/** A turn as the model reads it. */
export type TurnView = {
  readonly message: string;
  /** The note of a woken turn. */
  readonly wake: JsonObject | undefined;
  readonly language: Language;
  /** RFC 3339 time of the turn, where the request says it. */
  readonly now: string | undefined;
  readonly parts: readonly Part[];
  /** Ids of the parts the message points at. */
  readonly points_at: readonly string[];
  readonly evidence: readonly Unit[];
  readonly sources: readonly { readonly id: string; readonly name: string; readonly is_table: boolean }[];
  readonly artifacts: JsonObject;
  /** What the person wants to hold always. */
  readonly rules: readonly string[];
};

/** Reads the fenced blocks of the newest message. Text outside any block counts as the message when there is none. */
export function turnViewOf(view: RequestView): TurnView {
  const text = view.user_texts.at(-1) ?? "";
  const wakeBlock = fencedJson(text, "wake");
  const wake = isObject(wakeBlock) ? wakeBlock : undefined;
  const artifactsBlock = fencedJson(text, "artifacts");
  const artifacts = isObject(artifactsBlock) ? artifactsBlock : { found: artifactsBlock ?? null };
  const message = readable(fenced(text, "message") ?? (wake === undefined ? outside(text) : noteOf(wake)));
  const parts = list(artifacts["parts"]).map(toPart);
  return {
    message,
    wake,
    language: languageOf(message),
    now: timeSaid(wake, artifacts, view.system),
    parts,
    points_at: list(artifacts["points_at"]).filter((id) => typeof id === "string"),
    evidence: [
      ...list(artifacts["evidence"]).flatMap(toEvidence),
      ...(parts.length === 0 ? looseUnits(artifacts) : []),
    ],
    sources: list(artifacts["sources"]).flatMap((source) =>
      isObject(source) && typeof source["id"] === "string"
        ? [
            {
              id: source["id"],
              name: textIn(source, "name", source["id"]),
              is_table: /csv|json/.test(textIn(source, "media_type", "")),
            },
          ]
        : [],
    ),
    artifacts,
    rules: rulesIn(fencedJson(text, "memory")),
  };
}

function rulesIn(memory: Json | undefined): readonly string[] {
  return isObject(memory) ? list(memory["rules"]).filter((rule) => typeof rule === "string") : [];
}

/** The words of a part or a piece of evidence. */
export function unitsOf(turn: TurnView): readonly Unit[] {
  return [...turn.parts.map(toUnit), ...turn.evidence];
}

/** A part as something to cite: its words, or its label where it has none. */
export function toUnit(part: Part): Unit {
  return { id: part.id, kind: part.kind, text: part.text || part.label, source: "", rests_on: part.rests_on };
}

/** What a woken turn is to do. */
export function noteOf(wake: JsonObject): string {
  return textIn(wake, "note", textIn(wake, "reason", textIn(wake, "description", "")));
}

function outside(text: string): string {
  return text.replaceAll(/<(artifacts|memory|input)>[\s\S]*?<\/\1>/g, "").trim();
}

function timeSaid(wake: JsonObject | undefined, artifacts: JsonObject, system: string): string | undefined {
  const said = textIn(wake ?? {}, "now", textIn(artifacts, "now", ""));
  if (said !== "") return said;
  return /\b(?:now|current time)\b[^0-9\n]{0,30}(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/iu.exec(system)?.[1];
}

function toEvidence(value: Json): readonly Unit[] {
  if (!isObject(value) || typeof value["id"] !== "string" || typeof value["text"] !== "string") return [];
  return [
    { id: value["id"], kind: "evidence", text: value["text"], source: textIn(value, "source", ""), rests_on: [] },
  ];
}

/** Artifacts of another form: every text with the id of the object it is in. */
function looseUnits(value: Json, id = ""): readonly Unit[] {
  if (typeof value === "string")
    return value.includes(" ") ? [{ id, kind: "evidence", text: value, source: "", rests_on: [] }] : [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => looseUnits(item, id));
  if (!isObject(value)) return [];
  const own = typeof value["id"] === "string" ? value["id"] : id;
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "evidence" || key === "sources" ? [] : looseUnits(inner, own),
  );
}

function toPart(value: Json): Part {
  const given = isObject(value) ? value : {};
  const kinds = ["section", "claim", "table", "row", "source"] as const;
  return {
    id: textIn(given, "id", ""),
    kind: kinds.find((kind) => kind === given["kind"]) ?? "claim",
    ordinal: typeof given["ordinal"] === "number" ? given["ordinal"] : 0,
    label: textIn(given, "label", ""),
    text: textIn(given, "text", ""),
    within: typeof given["within"] === "string" ? given["within"] : null,
    rests_on: list(given["rests_on"]).filter((one) => typeof one === "string"),
  };
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textIn(value: JsonObject, key: string, otherwise: string): string {
  const found = value[key];
  return typeof found === "string" ? found : otherwise;
}
