import { expect, test } from "vitest";
import type { FollowupId, SessionId } from "../../../shared/contracts/ids.ts";
import { createLog } from "../../../shared/runtime/log.ts";
import { loggedBells } from "../../../shared/runtime/logged-bells.ts";

const ring = { session_id: "ses_1" as SessionId, followup_id: "fu_1" as FollowupId };
const works = async (..._given: readonly unknown[]): Promise<void> => undefined;

/** Ports in which one call fails, and what the log said. */
function ports(failing: { readonly set?: typeof works; readonly ring?: typeof works }) {
  const lines: unknown[] = [];
  const log = createLog("info", (line) => lines.push(JSON.parse(line)));
  const given = {
    bells: { set: works, remove: works, ...failing },
    queues: { nudge: works, work: works, ring: works, ...failing },
  };
  return { ...loggedBells(given, log), lines };
}

async function refused(): Promise<void> {
  throw Object.assign(new Error("the words of a service"), { name: "ServiceQuotaExceededException" });
}

const unset = { level: "warn", code: "bell_unset", ...ring, error: "ServiceQuotaExceededException" };

test("a bell that the Scheduler refuses is logged with the error, which goes on", async () => {
  const { bells, lines } = ports({ set: refused });
  await expect(bells.set(ring, 0)).rejects.toThrow("the words of a service");
  expect(lines).toMatchObject([unset]);
  expect(JSON.stringify(lines)).not.toContain("words of a service");
});

test("a ring that the queue refuses is logged, too", async () => {
  const { queues, lines } = ports({ ring: refused });
  await expect(queues.ring([ring], 5)).rejects.toThrow();
  expect(lines).toMatchObject([unset]);
});

test("what is set says nothing", async () => {
  const { bells, queues, lines } = ports({});
  await bells.set(ring, 0);
  await bells.remove(ring);
  await queues.ring([ring]);
  expect(lines).toEqual([]);
});
