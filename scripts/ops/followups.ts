import { FollowupHistory, KilledChain, OperatorFollowup } from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { type Command, type Given, needed, option, type Told, word } from "./command.ts";
import { inline, shortTime, table } from "./table.ts";

const headings = ["FOLLOW-UP", "STATUS", "DUE", "SESSION", "DEPTH", "NOTE"];

const rowOf = (one: OperatorFollowup) => [
  one.followup_id,
  one.dropped_reason === null ? one.status : `${one.status} (${one.dropped_reason})`,
  shortTime(one.fires_at),
  one.session_id,
  String(one.depth),
  one.reason,
];

/** `list`: the follow-ups that wake an agent. */
export const list: Command = {
  usage: "<agent> [--status S] [--session ID] [--from TIME] [--to TIME] [--limit N]",
  says: "follow-ups of an agent, newest first",
  run: async (given) => {
    const { client } = given;
    const most = Number(option(given, "limit") ?? 50);
    const items: OperatorFollowup[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.get(pageOf(OperatorFollowup), `/api/agents/${word(given, 0, "agent")}/follow-ups`, {
        query: {
          status: option(given, "status"),
          session_id: option(given, "session"),
          from: option(given, "from"),
          to: option(given, "to"),
          limit: String(Math.min(100, Math.max(1, most - items.length))),
          cursor,
        },
      });
      items.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && items.length < most);
    return { json: items, text: table(headings, items.map(rowOf), "There are no such follow-ups.") };
  },
};

function readHistory(given: Given): Promise<FollowupHistory> {
  const path = `/api/followups/${word(given, 0, "follow-up")}/history`;
  return given.client.get(FollowupHistory, path, { query: { session_id: needed(given, "session") } });
}

/** `history`: what happened to a follow-up. */
export const history: Command = {
  usage: "<follow-up> --session ID",
  says: "what happened to a follow-up, and who made it happen",
  run: async (given) => {
    const { followup, items } = await readHistory(given);
    const lines = items.map(({ at, step, by, details }) => [shortTime(at), step, by.id ?? by.type, inline(details)]);
    const head = `${followup.followup_id} wakes ${followup.target} at ${shortTime(followup.fires_at)}: ${followup.reason}`;
    const text = `${head}\n\n${table(["WHEN", "WHAT", "WHO", "DETAILS"], lines, "Nothing is known of it.")}`;
    return { json: { followup, items }, text };
  },
};

/** Does something to a follow-up, under the agent that it wakes. */
async function operate(given: Given, verb: string, body?: object): Promise<OperatorFollowup> {
  const { followup } = await readHistory(given);
  const path = `/api/agents/${followup.target}/follow-ups/${followup.followup_id}/${verb}`;
  return given.client.get(OperatorFollowup, path, {
    method: "POST",
    query: { session_id: followup.session_id },
    ...(body === undefined ? {} : { body }),
  });
}

const tell = (one: OperatorFollowup, sentence: string): Told => ({
  json: one,
  text: `${sentence}\n\n${table(headings, [rowOf(one)], "")}`,
});

/** `fire`: makes a follow-up due now. */
export const fire: Command = {
  usage: "<follow-up> --session ID",
  says: "makes a follow-up due now",
  run: async (given) => {
    const one = await operate(given, "fire");
    return tell(one, "It is due now, and starts when the conversation is free.");
  },
};

/** `reschedule`: gives a follow-up another due time. */
export const reschedule: Command = {
  usage: "<follow-up> --session ID --in 2h | --at TIME",
  says: "gives a follow-up another due time",
  run: async (given) => {
    const [delay, at] = [option(given, "in"), option(given, "at")];
    const one = await operate(given, "reschedule", { in: delay, at });
    return tell(one, `It is due at ${shortTime(one.fires_at)} now.`);
  },
};

/** `cancel`: cancels a pending follow-up. */
export const cancel: Command = {
  usage: "<follow-up> --session ID",
  says: "cancels a follow-up",
  run: async (given) => tell(await operate(given, "cancel"), "It is cancelled."),
};

/** `kill`: stops a chain. */
export const kill: Command = {
  usage: "<first follow-up> --session ID",
  says: "stops a chain of follow-ups for good",
  run: async (given) => {
    const path = `/api/followup-chains/${word(given, 0, "first follow-up")}/kill`;
    const query = { session_id: needed(given, "session") };
    const killed = await given.client.get(KilledChain, path, { method: "POST", query });
    const rows = killed.cancelled.map(rowOf);
    const text = `The chain is stopped.\n\n${table(headings, rows, "Nothing of it was pending.")}`;
    return { json: killed, text };
  },
};
