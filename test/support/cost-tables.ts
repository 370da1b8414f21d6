import { type FunctionName, functionSizes } from "../../infra/functions.ts";
import type { Bill } from "./bill.ts";

/** US dollars, as `docs/prices.json` has them. */
export type Prices = Readonly<
  Record<
    | "http_api"
    | "lambda_request"
    | "lambda_gb_second"
    | "dynamodb_write"
    | "dynamodb_read"
    | "sqs_request"
    | "scheduler_invocation"
    | "logs_ingested"
    | "alarm"
    | "metric"
    | "dashboard",
    { readonly usd: number }
  >
>;

/** Assumed, because no count can tell: what one request to a service takes, and what is logged. */
const requestMs = 5;
const logBytes = { access: 400, invocation: 250 };

/** What a million of it costs, by service; logs apart. */
export type Cost = Readonly<Record<"api" | "lambda" | "table" | "queues" | "scheduler" | "logs", number>>;

/** The bill of a million, in US dollars. */
export function costOf(bill: Bill, prices: Prices): Cost {
  const uses = Object.entries(bill.functions) as [FunctionName, { invocations: number; requests: number }][];
  const invocations = uses.reduce((sum, [, use]) => sum + use.invocations, 0);
  const gbSeconds = uses.reduce(
    (sum, [name, { requests }]) => sum + (functionSizes[name].memoryMb / 1024) * requests * (requestMs / 1000),
    0,
  );
  const logged = bill.http_requests * logBytes.access + invocations * logBytes.invocation;
  return {
    api: bill.http_requests * prices.http_api.usd,
    lambda: invocations * prices.lambda_request.usd + gbSeconds * 1e6 * prices.lambda_gb_second.usd,
    table:
      (bill.write_units + bill.index_units) * prices.dynamodb_write.usd + bill.read_units * prices.dynamodb_read.usd,
    queues: (bill.sqs_sends + bill.sqs_takes) * prices.sqs_request.usd,
    scheduler: bill.bells * prices.scheduler_invocation.usd,
    logs: (logged * 1e6 * prices.logs_ingested.usd) / 1e9,
  };
}

/** Everything but logs. */
export const sumOf = ({ logs: _logs, ...services }: Cost): number =>
  Object.values(services).reduce((sum, one) => sum + one, 0);

/** One HTTP request, 10 ms of Lambda at 128 MB, one write of 1 KB, one send: the least that accepting anything costs. */
export function floorOf(prices: Prices): Cost {
  return {
    api: prices.http_api.usd,
    lambda: prices.lambda_request.usd + 0.125 * 0.01 * 1e6 * prices.lambda_gb_second.usd,
    table: prices.dynamodb_write.usd,
    queues: prices.sqs_request.usd,
    scheduler: 0,
    logs: 0,
  };
}

/** Bills as a table of Markdown. */
export function countedTable(bills: Readonly<Record<string, Bill>>): string {
  const rows = Object.entries(bills).map(([what, bill]) => [
    what,
    ...[bill.http_requests, usesOf(bill), bill.table_requests, bill.write_units, bill.index_units, bill.read_units],
    ...[kilobytes(bill.bytes_sent), kilobytes(bill.bytes_read), bill.sqs_sends, bill.sqs_takes, bill.bells],
  ]);
  const head = [
    ...["", "HTTP", "invocations", "table requests", "write units", "of indexes", "read units"],
    ...["KB sent", "KB read", "SQS sends", "SQS takes", "bells"],
  ];
  return markdown(head, rows);
}

/** What a million of each costs, beside the floor, in US dollars. */
export function costTable(bills: Readonly<Record<string, Bill>>, prices: Prices): string {
  const costs = [["the floor", floorOf(prices)] as const].concat(
    Object.entries(bills).map(([what, bill]) => [what, costOf(bill, prices)] as const) as never,
  );
  const floor = sumOf(floorOf(prices));
  const rows = costs.map(([what, cost]) => {
    const { api, lambda, table, queues, scheduler, logs } = cost;
    const services = [api, lambda, table, queues, scheduler, sumOf(cost)].map(dollars);
    return [what, ...services, `${(sumOf(cost) / floor).toFixed(2)}x`, dollars(logs)];
  });
  const head = ["a million times", "HTTP API", "Lambda", "DynamoDB", "SQS", "Scheduler", "sum", "of the floor", "logs"];
  return markdown(head, rows);
}

/** What a deployment has that costs something while nobody uses it. */
export type Idle = {
  readonly alarms: number;
  readonly dashboards: number;
  readonly metrics: number;
  readonly mappings: number;
  readonly sweep: Bill;
};

const minutesAMonth = 43_200;
/** A mapping with a maximum of concurrency keeps five long polls of 20 seconds open. */
const pollsAMinute = 15;

/** What a month costs in which nothing happens, in US dollars. */
export function idleTable(idle: Idle, prices: Prices): string {
  const polls = idle.mappings * pollsAMinute * minutesAMonth;
  const sweep = costOf({ ...idle.sweep, functions: { sweep: { invocations: 1, requests: 8 } } }, prices);
  const rows = [
    ["dashboard", `${idle.dashboards}`, idle.dashboards * prices.dashboard.usd],
    ["metrics that alarms look at", `${idle.alarms}`, idle.alarms * prices.alarm.usd],
    ["metrics that the sweep writes", `${idle.metrics}`, idle.metrics * prices.metric.usd],
    ["long polls of the queues", polls.toLocaleString("en"), (polls / 1e6) * prices.sqs_request.usd],
    [
      "sweeps, with Scheduler and logs",
      minutesAMonth.toLocaleString("en"),
      ((sumOf(sweep) + sweep.logs + prices.scheduler_invocation.usd) * minutesAMonth) / 1e6,
    ],
  ] as const;
  const sum = rows.reduce((all, [, , usd]) => all + usd, 0);
  const cells = rows.map(([what, count, usd]) => [what, count, dollars(usd)]);
  return markdown(["a month", "how many", "$"], [...cells, ["sum", "", dollars(sum)]]);
}

/** What is between the two marks of that name in a document. */
export function section(document: string, name: string): string {
  const [, inside] = document.split(new RegExp(`<!-- /?${name} -->\n`));
  if (inside === undefined) throw new Error(`the document has no ${name}`);
  return inside.trim();
}

const usesOf = ({ functions }: Bill): string =>
  Object.entries(functions)
    .filter(([, { invocations }]) => invocations > 0)
    .map(([name, { invocations }]) => `${invocations} ${name}`)
    .join(", ");

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);
const dollars = (usd: number): string => usd.toFixed(2);

function markdown(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}
