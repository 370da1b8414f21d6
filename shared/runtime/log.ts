import { isFault } from "../errors/fault.ts";
import { type LogLevel, readLogLevel } from "./settings.ts";

/** What a line may hold: ids, counts and codes. Never what somebody wrote, a prompt, memory or a secret. */
export type LogDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Writes lines of JSON. `code` is what alarms and people search for. */
export interface Log {
  debug(code: string, details?: LogDetails): void;
  info(code: string, details?: LogDetails): void;
  warn(code: string, details?: LogDetails): void;
  error(code: string, details?: LogDetails): void;
  /** The same log with more in every line. */
  with(details: LogDetails): Log;
}

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** A log of lines at `level` and above. */
export function createLog(level: LogLevel, write: (line: string) => void, common: LogDetails = {}): Log {
  const line =
    (rank: LogLevel) =>
    (code: string, details: LogDetails = {}) => {
      if (ranks[rank] >= ranks[level]) write(JSON.stringify({ level: rank, code, ...common, ...details }));
    };
  return {
    debug: line("debug"),
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    with: (details) => createLog(level, write, { ...common, ...details }),
  };
}

/** The log of this process, at the level that the environment asks for. */
export function processLog(common: LogDetails = {}): Log {
  return createLog(readLogLevel(), (line) => process.stdout.write(`${line}\n`), common);
}

/**
 * What may be logged of an error: its name, its code and where it came from. Its message is left out, because the
 * message of a foreign error may quote what somebody wrote.
 */
export function errorDetails(error: unknown): LogDetails {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause: LogDetails =
    error.cause instanceof Error ? { cause: error.cause.name, cause_where: whereFrom(error.cause) } : {};
  const fault: LogDetails = isFault(error)
    ? { fault: error.code, remedy: error.remedy, ...wordsOnly(error.details) }
    : {};
  return { error: error.name, where: whereFrom(error), ...cause, ...fault };
}

/** An id, a code or a list of them: nothing that a sentence could be. */
const word = /^[\w.,:/@+-]{1,200}$/;

/** The text that is no word, and so may be somebody's, told by its length. */
function wordOnly(text: string): string {
  return word.test(text) ? text : `(${text.length} characters)`;
}

const wordsOnly = (details: Readonly<Record<string, string | number>>): LogDetails =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === "string" ? wordOnly(value) : value]),
  );

/** What a place in a stack looks like; a line of a message that only begins like one does not end like one. */
const place = /^\s+at .*:\d+:\d+\)?$/;

/** The first places of the stack, without the message above them, whose lines may look like places too. */
function whereFrom({ stack = "", message }: Error): string {
  const at = stack.indexOf(message);
  const places = stack.slice(at < 0 ? 0 : at + message.length).split("\n");
  return places
    .filter((line) => place.test(line))
    .slice(0, 4)
    .map((line) => line.trim().slice(3))
    .join(" < ");
}
