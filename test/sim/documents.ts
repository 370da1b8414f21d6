import { runSk } from "./invariants/rows.ts";
import { type Item, type Partition, plain } from "./shadow.ts";
import { must } from "./violation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A session as it was exported, all its pages put together. */
export type Document = {
  readonly session: Fields & { readonly id: string; readonly agent: string };
  readonly waiting: readonly Fields[];
  readonly items: readonly { readonly kind: string; readonly record: Fields }[];
};

/** Kinds of items by the family of rows that they are made of. */
const families: Readonly<Record<string, readonly string[]>> = {
  RUN: ["run"],
  REV: ["revision"],
  TASK: ["task"],
  WORK: ["work"],
  ART: ["artifact"],
  Q: ["question"],
  EVT: ["event", "entry"],
  TEXT: ["text"],
  SRC: ["source", "source_text"],
  MEM: ["memory"],
  WAKE: ["wake"],
  HIST: ["wake_history"],
};

const of = ({ items }: Document, ...kinds: readonly string[]): readonly Fields[] =>
  items.flatMap(({ kind, record }) => (kinds.includes(kind) ? [record] : []));

/** What a document says of every number: what was said under it, or waited. */
function saidIn(document: Document): ReadonlyMap<number, { readonly span: number; readonly closed: Fields | null }> {
  const said = new Map<number, { readonly span: number; readonly closed: Fields | null }>();
  for (const { seq, kind } of document.waiting) said.set(Number(seq), { span: kind === "wake" ? 1 : 3, closed: null });
  for (const closed of of(document, "event", "entry"))
    said.set(Number(closed["seq"]), { span: Number(closed["span"] ?? 1), closed });
  return said;
}

/** Every number up to the last is there once, and the last is one that the session had while it was exported. */
export function checkWhole(document: Document, from: number, upTo: number): void {
  let next = 1;
  for (const [seq, { span }] of [...saidIn(document)].sort(([one], [other]) => one - other)) {
    must(1, seq === next, () => `the export of ${document.session.id} has ${seq} where ${next} should be`);
    next += span;
  }
  const isInTime = next - 1 >= from && next - 1 <= upTo;
  must(1, isInTime, () => `the export of ${document.session.id} ends at ${next - 1}, not between ${from} and ${upTo}`);
}

/** Of a session that nobody wrote into meanwhile everything is there. */
export function checkComplete(document: Document, rows: Partition): void {
  for (const [family, kinds] of Object.entries(families)) {
    const stored = [...rows.family(family).keys()].filter((sk) => !sk.includes("#~")).length;
    const written = of(document, ...kinds).length;
    must(1, stored === written, () => `the export of ${document.session.id} has ${written} of ${stored} ${family}`);
  }
}

/** What was made of a document has its history, and everything that was made in it. */
export function checkImported(document: Document, rows: Partition, id: string): void {
  const anew = (value: unknown) => plain(value).replaceAll(document.session.id.slice(4), id.slice(4));
  const name = `${id}, made of ${document.session.id},`;
  const said = saidIn(document);
  for (const [seq, { closed }] of said) {
    const row = rows.get(`EVT#${String(seq).padStart(10, "0")}`);
    const isSame = closed === null ? isRefused(row) : anew(saidAs(closed)) === plain(saidAs(row ?? {}));
    must(1, isSame, () => `${name} says something else under ${seq}`);
  }
  const events = rows.family("EVT").size;
  must(1, events === said.size, () => `${name} has ${events} lines of history instead of ${said.size}`);
  const runs = of(document, "run");
  must(1, runs.length === rows.family("RUN").size, () => `${name} has ${rows.family("RUN").size} runs`);
  for (const run of runs) {
    const is = rows.get(runSk(Number(run["turn"])));
    const wasOver = ["completed", "failed", "canceled"].includes(String(run["status"]));
    const status = wasOver ? run["status"] : "canceled";
    const isSame = is?.["status"] === status && is?.["delivered_version"] === run["delivered_version"];
    must(1, isSame, () => `${name} has run ${run["turn"]} as ${is?.["status"]}, which was ${run["status"]}`);
  }
  const turns = new Set(runs.map(({ turn }) => turn));
  for (const { turn, id: artifact, content } of of(document, "artifact").filter((one) => turns.has(one["turn"]))) {
    const is = rows.get(`ART#${String(turn).padStart(7, "0")}#${artifact}`);
    const isSame = is !== null && plain(JSON.parse(String(is["json"]))) === anew(content);
    must(3, isSame, () => `${name} has another artifact ${artifact}`);
  }
}

const isRefused = (row: Item | null): boolean =>
  (row?.["disposition"] as Fields | undefined)?.["reason"] === "session_imported";

/** What a line of history says, without times and without who is meant. */
function saidAs({ id, turn, type, payload, entry, disposition }: Fields): Fields {
  const { event_id, kind, text } = (entry ?? {}) as Fields;
  return { id, turn, type, payload, event_id, kind, text, disposition };
}
