import { type Cron, nextCronTime, parseCron } from "./cron.ts";
import { epochOf } from "./time-zone.ts";

/** When a schedule is due. */
export type Expression =
  | { readonly kind: "at"; readonly dueAt: number }
  | { readonly kind: "rate"; readonly everyMs: number }
  | { readonly kind: "cron"; readonly cron: Cron; readonly timeZone: string };

const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Reads `at(…)`, `rate(…)` or `cron(…)`. Undefined when it is not valid. */
export function parseExpression(text: string, timeZone: string): Expression | undefined {
  const [, kind, inner = ""] = /^(at|rate|cron)\((.*)\)$/.exec(text.trim()) ?? [];
  if (kind === "at") return parseAt(inner, timeZone);
  if (kind === "rate") return parseRate(inner);
  const cron = kind === "cron" ? parseCron(inner) : undefined;
  return cron === undefined ? undefined : { kind: "cron", cron, timeZone };
}

function parseAt(inner: string, timeZone: string): Expression | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/.exec(inner);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const wall = { year, month, day, hour, minute, second };
  const written = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // `Date.UTC` rolls 30 February over; a time that does not read back as written does not exist.
  if (Number.isNaN(written.getTime()) || written.toISOString().slice(0, 19) !== inner) return undefined;
  const dueAt = epochOf(wall, timeZone);
  return dueAt === undefined ? undefined : { kind: "at", dueAt };
}

function parseRate(inner: string): Expression | undefined {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(inner) ?? [];
  if (unit !== "minute" && unit !== "hour" && unit !== "day") return undefined;
  const everyMs = Number(count) * unitMs[unit];
  return everyMs > 0 ? { kind: "rate", everyMs } : undefined;
}

/** The first time after `afterMs` at which `expression` is due; `anchorMs` is when a rate began to count. */
export function nextTime(expression: Expression, afterMs: number, anchorMs: number): number | undefined {
  switch (expression.kind) {
    case "at":
      return expression.dueAt > afterMs ? expression.dueAt : undefined;
    case "rate": {
      const rounds = Math.max(0, Math.floor((afterMs - anchorMs) / expression.everyMs));
      return anchorMs + (rounds + 1) * expression.everyMs;
    }
    case "cron":
      return nextCronTime(expression.cron, afterMs, expression.timeZone);
  }
}
