import type { SessionId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Mailbox } from "../../contracts/records.ts";
import { Fault } from "../../errors/fault.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Commit, CommitOutcome, CommitWrite, Ledger } from "../../ports/stores.ts";
import { tableWrites, taskWrite } from "./commit-writes.ts";
import { mailboxKey } from "./keys.ts";
import { eventWrites, letsGo, mailboxLoss, mailboxWrite } from "./mailbox-change.ts";
import { toMailbox } from "./mailbox-item.ts";
import type { Patience } from "./patience.ts";
import type { Item, Table, Write } from "./table.ts";

/** Attempts that follow each other at once; whoever loses more often waits, for then there are many. */
const PROMPT_ATTEMPTS = 3;
/** A lost transaction costs as much as one that is done, so a mailbox that was read longer ago is read again. */
const FRESH_MS = 250;
/** DynamoDB's limit for one transaction. */
const maxWritesPerCommit = 100;

type LostName = Extract<CommitOutcome, { kind: "lost" }>["lost"][number];

/**
 * Commits state, events and mailbox in one transaction. Event numbers come from the mailbox's counter, which the
 * transaction expects unchanged: if only the counter moved on, it is numbered anew and tried again.
 */
export class DynamoLedger implements Ledger {
  readonly #table: Table;
  readonly #clock: Clock;

  constructor(table: Table, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** @throws Fault `commit_contended`, `table_contended` (retry) when others were in the way all the time. */
  async commit(commit: Commit): Promise<CommitOutcome> {
    const patience = this.#table.patience();
    let seen = this.#justSeen(commit) ?? (await this.#read(commit.session_id));
    for (let attempt = 1; ; attempt += 1) {
      const loss = mailboxLoss(commit, seen);
      if (loss !== null || seen === null) return { kind: "lost", lost: [loss ?? "session"] };
      const { writes, names } = assemble(commit, seen);
      const outcome = await this.#table.transact(writes, { patience });
      if (outcome.kind === "done") return { kind: "done", mailbox: seen, let_go: letsGo(commit, seen) };
      const lost = lostNames(names, outcome.failed);
      if (lost.names.length > 0) return { kind: "lost", lost: lost.names, ...lost.pending };
      const newest = outcome.failed.has(0) ? mailboxOf(outcome.failed.get(0) ?? null) : seen;
      seen = attempt < PROMPT_ATTEMPTS ? newest : await this.#readLater(commit.session_id, patience);
    }
  }

  /** What a commit lost to is old after a pause, and a transaction that is lost on it costs more than a read. */
  async #readLater(session_id: SessionId, patience: Patience): Promise<Mailbox | null> {
    if (!(await patience.wait("conflict"))) throw new Fault("commit_contended", "retry", { session_id });
    return this.#read(session_id);
  }

  /** What the writer has read, unless it was so long ago, or is so, that the transaction would be lost on it. */
  #justSeen(commit: Commit): Mailbox | null {
    const { seen } = commit.mailbox;
    if (seen === undefined || this.#clock.now() - seen.read_at > FRESH_MS) return null;
    return mailboxLoss(commit, seen.mailbox) === null ? seen.mailbox : null;
  }

  async #read(sessionId: SessionId): Promise<Mailbox | null> {
    return mailboxOf(await this.#table.get(mailboxKey(sessionId)));
  }

  async writeAhead(sessionId: SessionId, lockToken: string, tasks: readonly Task[]): Promise<boolean> {
    const patience = this.#table.patience();
    for (let from = 0; from < tasks.length; from += maxWritesPerCommit - 1) {
      const rows = tasks.slice(from, from + maxWritesPerCommit - 1).map(taskWrite);
      const outcome = await this.#table.transact([holdsLock(sessionId, lockToken), ...rows], { patience });
      if (outcome.kind === "lost") return false;
    }
    return true;
  }
}

/** Null for a session that is gone. */
const mailboxOf = (item: Item | null): Mailbox | null => (item === null ? null : toMailbox(item));

type Assembled = { readonly writes: readonly Write[]; readonly names: readonly (LostName | null)[] };

/** The transaction; the mailbox comes first, and each write has a name for when it is lost. */
function assemble(commit: Commit, seen: Mailbox): Assembled {
  const events = eventWrites(commit, seen);
  const writes: Write[] = [mailboxWrite(commit, seen), ...events];
  const names: (LostName | null)[] = [null, ...events.map(() => null)];
  for (const write of numbered(commit.writes, seen.memory_version)) {
    for (const [index, one] of tableWrites(commit.session_id, write, seen.seq + commit.events.length).entries()) {
      writes.push(one);
      names.push(nameOf(write, one, index));
    }
  }
  if (writes.length > maxWritesPerCommit) throw new Fault("commit_too_large", "park", { writes: writes.length });
  return { writes, names };
}

/** Memories get the session's next numbers. */
function numbered(writes: readonly CommitWrite[], memories: number): readonly CommitWrite[] {
  let version = memories;
  return writes.map((write) => {
    if (write.kind !== "memory") return write;
    version += 1;
    return { ...write, memory: { ...write.memory, version } };
  });
}

function nameOf({ kind }: CommitWrite, one: Write, index: number): LostName {
  if (kind !== "wake_new" || index === 0) return kind;
  return one.ConditionCheck === undefined ? "dedup" : "chain";
}

function lostNames(names: readonly (LostName | null)[], failed: ReadonlyMap<number, Item | null>) {
  const lost = new Set<LostName>();
  let pending: { pending?: `fu_${string}` } = {};
  for (const [index, item] of failed) {
    const name = names[index] ?? null;
    if (name === "dedup" && item !== null) {
      pending = { pending: item["followup_id"] as `fu_${string}` };
      lost.add(item["cancelled_seq"] === undefined ? "dedup" : "tombstone");
    } else if (name !== null) lost.add(name);
  }
  return { names: [...lost], pending };
}

const holdsLock = (sessionId: SessionId, token: string): Write => ({
  ConditionCheck: {
    TableName: "",
    Key: mailboxKey(sessionId),
    ConditionExpression: "lock_token = :token",
    ExpressionAttributeValues: { ":token": token },
  },
});
