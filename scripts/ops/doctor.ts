import { DeadLetterQueue, OverdueView } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import type { OpsClient } from "./client.ts";
import { type Command, option } from "./command.ts";
import { OpsProblem } from "./ops-problem.ts";
import { probeWake } from "./probe-wake.ts";

/** The sweep asks for what is overdue every minute; after two it should be gone. */
const OVERDUE_SECONDS = 120;

/** One thing that was looked at. */
interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
}

/** `doctor`: is the deployment well? */
export const doctor: Command = {
  usage: "[--agent SLUG] [--skip-wake]",
  says: "looks whether the deployment is well; without --skip-wake an agent is woken, which costs a few model calls",
  run: async (given) => {
    const findings: Finding[] = [];
    for (const { check, needs, look } of checks(given.client, option(given, "agent") ?? "researcher")) {
      if (check === "a wake fires" && given.options["skip-wake"] === true) continue;
      const failed = findings.filter(({ ok }) => !ok).map((one) => one.check);
      if (needs.some((one) => failed.includes(one))) continue;
      findings.push(await finding(check, look));
    }
    const text = findings.map(({ ok, says }) => `${ok ? "ok    " : "WRONG "} ${says}`).join("\n");
    return { json: findings, text, failed: findings.some(({ ok }) => !ok) };
  },
};

interface Check {
  readonly check: string;
  /** Checks without which this one says nothing new. */
  readonly needs: readonly string[];
  readonly look: () => Promise<string>;
}

/** What is looked at, in this order; a look throws what is wrong as a sentence. */
function checks(client: OpsClient, agent: string): readonly Check[] {
  return [
    { check: "reachable", needs: [], look: () => reachable(client) },
    { check: "token", needs: ["reachable"], look: () => accepted(client) },
    { check: "operator", needs: ["reachable", "token"], look: () => isOperator(client) },
    { check: "queues", needs: ["reachable", "token", "operator"], look: () => queuesEmpty(client) },
    { check: "overdue", needs: ["reachable", "token", "operator"], look: () => nothingOverdue(client) },
    {
      check: "a wake fires",
      needs: ["reachable", "token", "operator"],
      look: () => probeWake(client, agent),
    },
  ];
}

async function finding(check: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, says: await look() };
  } catch (error) {
    if (!(error instanceof OpsProblem)) throw error;
    return { check, ok: false, says: error.message };
  }
}

async function reachable(client: OpsClient): Promise<string> {
  const { status, body } = await client.call("/openapi.json");
  const isOurs = JSON.stringify(body).includes('"title":"Followthrough"');
  if (status !== 200 || !isOurs) throw new OpsProblem(`What answers at ${client.url} is no Followthrough (${status}).`);
  return `Followthrough answers at ${client.url}.`;
}

async function accepted(client: OpsClient): Promise<string> {
  const { status } = await client.call("/api/sessions", { query: { limit: "1" } });
  if (status === 200) return "The token is accepted.";
  throw new OpsProblem(
    `The token is not accepted (${status}). It may have expired, or be meant for another deployment.`,
  );
}

async function isOperator(client: OpsClient): Promise<string> {
  await client.get(pageOf(OverdueView), "/api/operations/overdue");
  return "The token opens the operators' routes.";
}

async function queuesEmpty(client: OpsClient): Promise<string> {
  const { items } = await client.get(pageOf(DeadLetterQueue), "/api/operations/dead-letters");
  const given = items.filter(({ messages }) => messages > 0);
  if (given.length === 0) return "No queue gave anything up.";
  const which = given.map(({ queue, messages }) => `${queue} gave up on ${messages}`).join(", ");
  throw new OpsProblem(`${which} messages. See dead-letters for what they are about; redrive puts them back.`);
}

async function nothingOverdue(client: OpsClient): Promise<string> {
  const { items } = await client.get(pageOf(OverdueView), "/api/operations/overdue");
  const long = items.filter(({ overdue_seconds }) => overdue_seconds > OVERDUE_SECONDS);
  const oldest = Math.max(0, ...long.map(({ overdue_seconds }) => overdue_seconds));
  if (long.length === 0) return "Nothing is overdue for more than two minutes.";
  throw new OpsProblem(`${long.length} sessions or follow-ups are overdue, for up to ${oldest} s. Does the sweep run?`);
}
