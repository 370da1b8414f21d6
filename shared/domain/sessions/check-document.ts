import type { Json } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import { entrySpan } from "../../contracts/records.ts";
import type { DocumentItem, WaitingEntry } from "../../contracts/session-document.ts";
import { sha256 } from "../digest.ts";
import { itemSize } from "./item-size.ts";
import { ofLateRuns } from "./late-runs.ts";

/** Something that is wrong with a document, and where (RFC 6901). Says nothing of what is written there. */
export type Flaw = { readonly pointer: string; readonly detail: string };

type Read = { readonly items: readonly DocumentItem[]; readonly waiting: readonly WaitingEntry[] };

type Item<Kind extends DocumentItem["kind"]> = Extract<DocumentItem, { kind: Kind }>;

/**
 * What a record may take of an item, which ends at 400 KB: its keys, and whose it is, are written beside it. A run grows
 * when it goes on, and an artifact's content may be in its item up to 200 KB.
 */
const ITEM_BYTES = 392 * 1024;
const RUN_BYTES = 300 * 1024;
const ARTIFACT_BYTES = 192 * 1024;
const MAX_FLAWS = 20;

/**
 * What keeps a document from being a session, beyond the form of its records: what is there twice, what is too large to
 * be stored, numbers that are missing, and what belongs to nothing.
 */
export function flawsOf(read: Read): readonly Flaw[] {
  return [...doubles(read), ...tooLarge(read), ...numbering(read), ...strays(read), ...sources(read)].slice(
    0,
    MAX_FLAWS,
  );
}

const at = (index: number): string => `/items/${index}/record`;

/** What an item is among those of its kind. */
function nameOf({ kind, record }: DocumentItem): string {
  switch (kind) {
    case "run":
      return String(record.turn);
    case "revision":
      return `${record.turn}/${record.dag_version}`;
    case "task":
      return `${record.turn}/${record.dag_version}/${record.step_id}`;
    case "work":
      return `${record.turn}/${record.work}`;
    case "artifact":
    case "question":
      return `${record.turn}/${record.id}`;
    case "event":
    case "entry":
      return String(record.seq);
    case "text":
      return record.event_id;
    case "source":
    case "memory":
      return record.id;
    case "source_text":
      return `${record.source_id}/${record.chunk}`;
    case "wake":
      return record.followup_id;
    case "wake_history":
      return `${record.followup_id}/${record.at}/${record.step}/${JSON.stringify(record.details)}`;
  }
}

function doubles({ items }: Read): readonly Flaw[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const name = `${item.kind} ${nameOf(item)}`;
    const isDouble = seen.has(name);
    seen.add(name);
    return isDouble ? [{ pointer: at(index), detail: "is there twice" }] : [];
  });
}

function tooLarge({ items, waiting }: Read): readonly Flaw[] {
  return [
    ...waiting.flatMap((entry, index) => overSize(`/waiting/${index}`, entry, ITEM_BYTES)),
    ...items.flatMap((item, index) => {
      if (item.kind === "run") return overSize(at(index), item.record, RUN_BYTES);
      if (item.kind !== "artifact") return overSize(at(index), item.record, ITEM_BYTES);
      const { content, ...rest } = item.record;
      return [...overLong(`${at(index)}/content`, content), ...overSize(at(index), rest, ARTIFACT_BYTES)];
    }),
  ];
}

function overSize(pointer: string, record: object, max: number): readonly Flaw[] {
  const bytes = itemSize(record);
  const detail = `must be at most ${max} bytes as DynamoDB counts them, not ${bytes}`;
  return bytes > max ? [{ pointer, detail }] : [];
}

/** Content is kept as the text of its JSON. */
function overLong(pointer: string, content: Json): readonly Flaw[] {
  const isLong = Buffer.byteLength(JSON.stringify(content), "utf8") > limits.artifactBytes;
  return isLong ? [{ pointer, detail: `must be at most ${limits.artifactBytes} bytes of JSON` }] : [];
}

/** Everything that was said has its numbers, from 1 on, without gaps: what waited when it was read may be there closed. */
function numbering({ items, waiting }: Read): readonly Flaw[] {
  const spans = new Map<number, number>();
  for (const entry of waiting) spans.set(entry.seq, entrySpan(entry.kind));
  for (const item of items) {
    if (item.kind === "event") spans.set(item.record.seq, 1);
    if (item.kind === "entry") spans.set(item.record.seq, item.record.span);
  }
  let next = 1;
  for (const [seq, span] of [...spans].sort(([one], [other]) => one - other)) {
    if (seq !== next)
      return [{ pointer: "/items", detail: `must hold every event once; ${next} is missing or doubled` }];
    next += span;
  }
  return [];
}

/** What belongs to a run that is not there. Messages and memories may tell of one that never started. */
function strays(read: Read): readonly Flaw[] {
  const { items } = read;
  const late = ofLateRuns(read);
  const runs = new Set(items.flatMap((item) => (item.kind === "run" ? [item.record.turn] : [])));
  const made = new Set(items.flatMap((item) => (item.kind === "artifact" ? [nameOf(item)] : [])));
  return items.flatMap((item, index): readonly Flaw[] => {
    switch (item.kind) {
      case "revision":
      case "task":
      case "work":
      case "artifact":
      case "question":
        return runs.has(item.record.turn) || late.has(item)
          ? []
          : [{ pointer: `${at(index)}/turn`, detail: "must be the turn of a run" }];
      case "run": {
        const { turn, delivery_id, wake } = item.record;
        const isThere = delivery_id === undefined || made.has(`${turn}/${delivery_id}`);
        const isEarlier = wake === undefined || wake.scheduled_by_turn < turn;
        return [
          ...(isThere ? [] : [{ pointer: `${at(index)}/delivery_id`, detail: "must be an artifact of the run" }]),
          ...(isEarlier
            ? []
            : [{ pointer: `${at(index)}/wake/scheduled_by_turn`, detail: "must be the turn of an earlier run" }]),
        ];
      }
      default:
        return [];
    }
  });
}

/** Every source has its whole text. */
function sources({ items }: Read): readonly Flaw[] {
  const pieces = new Map<string, Map<number, string>>();
  for (const item of items) {
    if (item.kind !== "source_text") continue;
    const { source_id, chunk, text } = item.record;
    const of = pieces.get(source_id) ?? new Map<number, string>();
    pieces.set(source_id, of.set(chunk, text));
  }
  const known = new Set(items.flatMap((item) => (item.kind === "source" ? [item.record.id] : [])));
  return items.flatMap((item, index): readonly Flaw[] => {
    if (item.kind === "source_text" && !known.has(item.record.source_id))
      return [{ pointer: `${at(index)}/source_id`, detail: "must be a source of the document" }];
    return item.kind === "source" && !isWhole(item, pieces.get(item.record.id))
      ? [{ pointer: at(index), detail: "must have its whole text, as its digest says" }]
      : [];
  });
}

function isWhole({ record }: Item<"source">, pieces: ReadonlyMap<number, string> | undefined): boolean {
  const texts = Array.from({ length: Math.min(record.chunks, 1_000) }, (_, chunk) => pieces?.get(chunk));
  return (
    !texts.includes(undefined) && (pieces?.size ?? 0) === record.chunks && sha256(texts.join("")) === record.sha256
  );
}
