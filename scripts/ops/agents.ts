import { pageOf } from "../../shared/contracts/page.ts";
import { AgentView, SessionSelfScheduling } from "../../shared/contracts/self-scheduling.ts";
import { type Command, type Given, limit, option, word } from "./command.ts";
import { OpsProblem } from "./ops-problem.ts";
import { shortTime, table } from "./table.ts";

type Settings = Pick<AgentView, "self_scheduling" | "max_depth" | "max_per_session" | "override">;

const headings = ["SELF-SCHEDULING", "DEPTH", "PER SESSION", "SET BY"];

const settingsOf = ({ self_scheduling, max_depth, max_per_session, override }: Settings) => [
  self_scheduling ? "on" : "off",
  String(max_depth),
  String(max_per_session),
  override === null ? "its definition" : `${override.changed_by}, ${shortTime(override.changed_at)}`,
];

const rowOf = (agent: AgentView) => [
  agent.slug,
  ...settingsOf(agent),
  agent.wake_up.map(({ name, cron, time_zone }) => `${name}: ${cron} ${time_zone}`).join("; "),
];

/** `agents`: every agent and how it may schedule. */
export const agents: Command = {
  usage: "",
  says: "agents, and how they may schedule follow-ups",
  run: async ({ client }) => {
    const { items } = await client.get(pageOf(AgentView), "/api/agents");
    const text = table(["AGENT", ...headings, "WAKE-UPS"], items.map(rowOf), "There are no agents.");
    return { json: items, text };
  },
};

const switches: Readonly<Record<string, boolean | null>> = { on: true, off: false, default: null };

/** What the command line wants changed. @throws OpsProblem when it is nothing. */
function changeOf(given: Given, place: number) {
  const wanted = given.words[place];
  if (wanted !== undefined && !Object.hasOwn(switches, wanted))
    throw new OpsProblem(`It can be switched on, off or default, not ${wanted}.`, 2);
  const change = {
    self_scheduling: wanted === undefined ? undefined : switches[wanted],
    max_depth: limit(given, "max-depth"),
    max_per_session: limit(given, "max-per-session"),
    max_context_bytes: limit(given, "max-context-bytes"),
  };
  if (Object.values(change).every((value) => value === undefined))
    throw new OpsProblem("Say on, off or default, or give a limit.", 2);
  return change;
}

/** `toggle`: switches self-scheduling, or changes its limits, for an agent or a session. */
export const toggle: Command = {
  usage: "<agent> | --session ID  [on|off|default] [--max-depth N] [--max-per-session N] [--max-context-bytes N]",
  says: "switches self-scheduling of an agent or a session, or changes its limits",
  run: async (given) => {
    const session = option(given, "session");
    if (session !== undefined) {
      const body = changeOf(given, 0);
      const path = `/api/sessions/${session}/self-scheduling`;
      const now = await given.client.get(SessionSelfScheduling, path, { method: "PATCH", body });
      return { json: now, text: table(["SESSION", ...headings], [[now.session_id, ...settingsOf(now)]], "") };
    }
    const path = `/api/agents/${word(given, 0, "agent")}`;
    const now = await given.client.get(AgentView, path, { method: "PATCH", body: changeOf(given, 1) });
    return { json: now, text: table(["AGENT", ...headings, "WAKE-UPS"], [rowOf(now)], "") };
  },
};
