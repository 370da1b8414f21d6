/** Every variable that the stack gives its functions. */
export const settingNames = [
  "TABLE_NAME",
  "NUDGE_QUEUE_URL",
  "TASK_QUEUE_URL",
  "WAKE_QUEUE_URL",
  "WAKE_QUEUE_ARN",
  "NUDGE_DEAD_LETTERS_URL",
  "TASK_DEAD_LETTERS_URL",
  "WAKE_DEAD_LETTERS_URL",
  "WAKE_UP_OWNER",
  "SESSION_DAYS",
  "SCHEDULE_GROUP",
  "SCHEDULE_ROLE_ARN",
  "MODEL_ID",
  "STAGE",
] as const;

/** A variable that the stack gives its functions. */
export type SettingName = (typeof settingNames)[number];

/** Variables by name, as the machine has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

const levels = ["debug", "info", "warn", "error"] as const;

/** How much is logged. */
export type LogLevel = (typeof levels)[number];

/**
 * The settings asked for. Read once, when a function starts, so that a missing one fails there and not in a request.
 * @throws TypeError that names every missing one.
 */
export function readSettings<Name extends SettingName>(
  wanted: readonly Name[],
  environment: Environment = process.env,
): Readonly<Record<Name, string>> {
  const missing = wanted.filter((name) => (environment[name] ?? "") === "");
  if (missing.length > 0) throw new TypeError(`the environment lacks ${missing.join(", ")}`);
  return Object.fromEntries(wanted.map((name) => [name, environment[name]])) as Record<Name, string>;
}

/** `LOG_LEVEL` in any case; `info` when it is absent or unknown, for a log must not stop a function. */
export function readLogLevel(environment: Environment = process.env): LogLevel {
  const wanted = environment["LOG_LEVEL"]?.toLowerCase();
  return levels.find((level) => level === wanted) ?? "info";
}
