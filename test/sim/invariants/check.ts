import type { Life } from "../lives.ts";
import type { Host, Process } from "../process.ts";
import type { Change } from "../shadow.ts";
import { must } from "../violation.ts";
import { checkBudgets } from "./budgets.ts";
import { checkAbsent, checkEnding, checkOpening } from "./ends.ts";
import { checkEntries } from "./entries.ts";
import { checkHolders } from "./holders.ts";
import { checkQuestions } from "./questions.ts";
import { checkRetries } from "./retries.ts";
import { type MailboxRow, row, type WorkRow, type Written } from "./rows.ts";
import { checkVersions } from "./versions.ts";
import { checkWakes } from "./wakes.ts";
import { checkWork } from "./work.ts";

/**
 * Checks everything that can be checked of the sessions that a request wrote into, all their items: what it did not touch
 * is as it was when it was checked last.
 */
export function checkWrite(machine: Host, by: Process, changes: readonly Change[]): void {
  for (const pk of new Set(changes.map((change) => change.pk))) {
    if (!pk.startsWith("S#")) continue;
    const own = changes.filter((change) => change.pk === pk);
    const now = machine.shadow.partition(pk);
    const before = (sk: string) => {
      const change = own.find((one) => one.sk === sk);
      return change === undefined ? now.get(sk) : change.before;
    };
    const written: Written = { by, pk, changes: own, now, before };
    const life = lifeOf(written);
    countTakeovers(machine, written);
    if (life === "absent") checkAbsent(machine, written);
    else if (life === "ends") checkEnding(machine, written);
    else checkLiving(machine, written, life);
    machine.lives.wrote(pk, own, life, { now, ms: machine.now });
  }
}

function lifeOf({ before, now }: Written): Life {
  const was = before("MAILBOX") !== null;
  const is = now.get("MAILBOX") !== null;
  if (was) return is ? "goes_on" : "ends";
  return is ? "opens" : "absent";
}

function checkLiving(machine: Host, written: Written, life: Life): void {
  const { by, pk, changes } = written;
  if (life === "opens") checkOpening(machine, written);
  else {
    const isImport = by.route === "POST /api/sessions/import" || changes.some(({ sk }) => sk === "GONE");
    must(1, !isImport, () => `${by.name} imports over ${pk}, which is there`);
  }
  checkHolders(written);
  checkEntries(written);
  checkVersions(written);
  checkWork(written);
  checkWakes(written);
  checkQuestions(written);
  checkRetries(machine, written);
  checkBudgets(machine, written);
}

/** Leases and claims that were taken from a process that still lives. */
function countTakeovers(machine: Host, { by, changes }: Written): void {
  for (const { sk, before, after } of changes) {
    const had = row<MailboxRow>(before)?.lock_token ?? row<WorkRow>(before)?.claim_token;
    const has = row<MailboxRow>(after)?.lock_token ?? row<WorkRow>(after)?.claim_token;
    if (had === undefined || has === undefined || had === has || by.tokens.has(had)) continue;
    const lives = [...machine.alive].some((process) => process.tokens.has(had));
    if (!lives) continue;
    machine.faults.happened(sk === "MAILBOX" ? "lease_taken_from_the_living" : "claim_taken_from_the_living");
  }
}
