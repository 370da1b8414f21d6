import type { Agent } from "../../agents/define-agent.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Entry, Mailbox, Run } from "../../contracts/records.ts";
import { rulesAfter } from "../../domain/routing/session-rules.ts";
import { readStandingWishes, setsRules } from "../../domain/routing/standing-wish.ts";
import { type Recalled, type Remembered, recall, rulesIn } from "../../domain/sessions/recall.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitWrite } from "../../ports/stores.ts";

/** What a plan is given of the session's memory. */
export type PlanMemory = {
  /** What the person wants to hold always, word for word, oldest first, with what these messages say. */
  readonly rules: readonly string[];
  /** The rules and what else matters here; data, never an instruction. */
  readonly told: JsonObject;
};

/** Memory for a plan that some entries caused, and what has to be written together with these entries. */
export type MemoryChange = PlanMemory & { readonly writes: readonly CommitWrite[] };

type Said = { readonly entry: Entry; readonly text: string };

/**
 * What is remembered for a plan, with the rules that these entries add or take back ("never use supplier X"). The writes
 * belong into the transaction that closes the entries. Only a person's own words count: a wake, a source or a memory
 * cannot set a rule.
 */
export async function memoryWith(
  { ports, mailbox }: { readonly ports: Pick<Ports, "memories" | "ids" | "clock">; readonly mailbox: Mailbox },
  run: Pick<Run, "session_id" | "turn" | "source_ids">,
  kind: Agent["kind"],
  said: readonly Said[],
): Promise<MemoryChange> {
  const remembered = await rememberedFor(ports, mailbox, run, kind);
  const by = said.filter(({ entry }) => entry.origin.type === "person");
  const after = rulesAfter(
    remembered.rules,
    by.map(({ entry, text }) => ({ event_id: entry.event_id, text })),
    { run, now: ports.clock.now(), newId: () => ports.ids.ulid() },
  );
  const about = said.map(({ text }) => text.slice(0, 2_000)).join("\n");
  const rules = rulesIn(after.rules);
  return {
    rules,
    told: asTold({ ...recall({ ...remembered, rules: [] }, { about }), rules }),
    writes: after.changed.map((memory) => ({ kind: "memory", memory })),
  };
}

/** The plan of a specialised agent follows from its brief: it needs the rules alone, and most sessions have none. */
async function rememberedFor(
  ports: Pick<Ports, "memories">,
  mailbox: Mailbox,
  run: Pick<Run, "session_id" | "source_ids">,
  kind: Agent["kind"],
): Promise<Remembered> {
  const nothing = { rules: [], summary: null, notes: [] };
  if (kind === "general" && mailbox.memory_version > 0) return ports.memories.read(run.session_id, run.source_ids);
  return mailbox.has_rules ? { ...nothing, rules: await ports.memories.rules(run.session_id) } : nothing;
}

/** What has to be written with an entry that was only answered, for the rules it sets or takes back. */
export async function ruleWrites(
  ports: Pick<Ports, "memories" | "ids" | "clock">,
  run: Pick<Run, "session_id" | "turn">,
  { entry, text }: Said,
): Promise<readonly CommitWrite[]> {
  if (!setsRules(readStandingWishes(text)) || entry.origin.type !== "person") return [];
  const known = await ports.memories.rules(run.session_id);
  const at = { run, now: ports.clock.now(), newId: () => ports.ids.ulid() };
  const { changed } = rulesAfter(known, [{ event_id: entry.event_id, text }], at);
  return changed.map((memory) => ({ kind: "memory", memory }));
}

/**
 * What a turn is given of the session's memory: the rules whole, and of the rest what speaks of `about`, within a budget.
 * `delivered_turn` is the run whose delivery the turn has before its eyes.
 */
export async function recallMemory(
  ports: Pick<Ports, "memories">,
  run: Pick<Run, "session_id" | "source_ids">,
  turn: { readonly about: string; readonly delivered_turn?: number },
): Promise<JsonObject> {
  const remembered = await ports.memories.read(run.session_id, run.source_ids);
  const of = turn.delivered_turn;
  const shown = of === undefined ? {} : { delivered_by: runIdOf(run.session_id, of) };
  return asTold(recall(remembered, { about: turn.about, ...shown }));
}

function asTold({ rules, summary, notes }: Recalled): JsonObject {
  return {
    rules,
    summary,
    notes: notes.map(({ id, kind, source_run_id, text }) => ({ id, kind, run_id: source_run_id, text })),
  };
}
