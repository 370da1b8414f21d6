import {
  DeadLetterQueue,
  OperatorActionView,
  OverdueView,
  QueueName,
  Redriven,
} from "../../shared/contracts/operator-view.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { type Command, option, word } from "./command.ts";
import { OpsProblem } from "./ops-problem.ts";
import { inline, shortTime, table } from "./table.ts";

/** `overdue`: what somebody should have looked at. */
export const overdue: Command = {
  usage: "",
  says: "what somebody should have looked at by now",
  run: async ({ client }) => {
    const { items } = await client.get(pageOf(OverdueView), "/api/operations/overdue");
    const rows = items.map((one) => [
      one.kind,
      one.followup_id ?? one.session_id,
      shortTime(one.since),
      `${one.overdue_seconds} s`,
    ]);
    return { json: items, text: table(["KIND", "WHICH", "SINCE", "OVERDUE"], rows, "Nothing is overdue.") };
  },
};

/** `dead-letters`: what the queues gave up on. */
export const deadLetters: Command = {
  usage: "",
  says: "what the queues gave up on",
  run: async ({ client }) => {
    const { items } = await client.get(pageOf(DeadLetterQueue), "/api/operations/dead-letters");
    const rows = items.flatMap(rowsOf);
    return { json: items, text: table(["QUEUE", "MESSAGES", "SENT", "ABOUT"], rows, "There are no queues.") };
  },
};

/** A queue by its name and count, and beside and below it what it gave up on. */
function rowsOf({ queue, messages, sample }: DeadLetterQueue): readonly (readonly string[])[] {
  const about = sample.map(({ sent_at, body }) => [
    sent_at === null ? "" : shortTime(sent_at),
    body === null ? "unreadable" : inline(body),
  ]);
  const [first = ["", ""], ...others] = about;
  return [[queue, String(messages), ...first], ...others.map((other) => ["", "", ...other])];
}

/** `redrive`: puts back what a queue gave up on. */
export const redrive: Command = {
  usage: "<nudges|tasks|wakes> [--max N]",
  says: "puts what a queue gave up on back on it",
  run: async (given) => {
    const queue = QueueName.safeParse(word(given, 0, "queue"));
    if (!queue.success) throw new OpsProblem(`The queues are ${QueueName.options.join(", ")}.`, 2);
    const path = `/api/operations/dead-letters/${queue.data}/redrive`;
    const query = { max: option(given, "max") };
    const redriven = await given.client.get(Redriven, path, { method: "POST", query });
    const { moved } = redriven;
    const text = moved === 0 ? "There was nothing to put back." : `Messages back on ${queue.data}: ${moved}.`;
    return { json: redriven, text };
  },
};

/** `actions`: what operators did. */
export const actions: Command = {
  usage: "[--limit N]",
  says: "what operators did, newest first",
  run: async (given) => {
    const query = { limit: option(given, "limit") };
    const { items } = await given.client.get(pageOf(OperatorActionView), "/api/operations/actions", { query });
    const rows = items.map((one) => [
      shortTime(one.at),
      one.by,
      one.action,
      one.followup_id ?? one.session_id ?? one.agent ?? "",
      inline(one.details),
    ]);
    return { json: items, text: table(["WHEN", "WHO", "WHAT", "TO", "DETAILS"], rows, "Nothing was done yet.") };
  },
};
