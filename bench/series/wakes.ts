import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { sessionPk } from "../../shared/adapters/dynamo/keys.ts";
import { locateRun, type SessionId } from "../../shared/contracts/ids.ts";
import { closedLoop, type Timing, timing } from "../load.ts";
import type { MeasuredStack } from "../measured-stack.ts";
import type { People } from "../people.ts";
import { type CpuPerOperation, metered } from "../usage.ts";
import { openSessions } from "./accept.ts";
import type { Scale } from "./scale.ts";

/** Wakes from the promise to the turn that they start. Lateness in milliseconds after the due time, from their histories. */
export interface WakeLoad {
  readonly wakes: number;
  readonly scheduled: Timing;
  readonly cpu_schedule: CpuPerOperation;
  readonly due_per_second: number;
  /** Its entry was in the mailbox. */
  readonly rung: Timing & { readonly max: number };
  /** Its turn was started, which waits for whatever else the session does. */
  readonly fired: Timing & { readonly max: number };
  readonly fired_once: boolean;
  readonly cpu_fire: CpuPerOperation;
}

const perSession = 10;
/** Guardrails refuse less than a minute; the rest is what scheduling them all takes. */
const leadMs = 62_000;

/** The lines of a history that say how late something was. */
const Line = z.object({
  step: z.object({ S: z.enum(["rung", "fired"]) }),
  details: z.object({ M: z.object({ late_ms: z.object({ N: z.coerce.number() }) }) }),
});
const Page = z.object({ Items: z.array(z.unknown()) });

/** Schedules wakes eight at a time, lets them come due one after the other, and reads how late each was. */
export async function measureWakes(stack: MeasuredStack, people: People, scale: Scale): Promise<WakeLoad> {
  const runs = await openSessions(stack, people, Math.ceil(scale.wakes / perSession));
  const sessions = runs.map((run) => locateRun(run).sessionId);
  const begin = Date.now() + leadMs + scale.wakes * 12;
  const scheduling = await metered(stack, scale.wakes, () =>
    closedLoop(8, scale.wakes, (index) =>
      people.schedule(sessions[index % sessions.length] as SessionId, new Date(begin + index * scale.wakeSpacingMs)),
    ),
  );
  const last = begin + scale.wakes * scale.wakeSpacingMs;
  const { whole } = await metered(stack, scale.wakes, () => wait(last - Date.now()));
  const late = { rung: [] as number[], fired: [] as number[] };
  for (const session of sessions) await readHistory(people, session, late);
  return {
    wakes: scale.wakes,
    scheduled: scheduling.result,
    cpu_schedule: scheduling.during,
    due_per_second: 1_000 / scale.wakeSpacingMs,
    rung: { ...timing(late.rung), max: Math.max(...late.rung) },
    fired: { ...timing(late.fired), max: Math.max(...late.fired) },
    fired_once: late.fired.length === scale.wakes,
    cpu_fire: whole,
  };
}

async function readHistory(
  people: People,
  session: SessionId,
  late: { readonly rung: number[]; readonly fired: number[] },
): Promise<void> {
  const page = await people.ask("Query", {
    TableName: people.tableName,
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
    ExpressionAttributeValues: { ":pk": { S: sessionPk(session) }, ":sk": { S: "HIST#" } },
  });
  for (const item of Page.parse(page).Items) {
    const line = Line.safeParse(item).data;
    if (line !== undefined) late[line.step.S].push(line.details.M.late_ms.N);
  }
}
