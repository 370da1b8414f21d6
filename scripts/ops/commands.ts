import { agents, toggle } from "./agents.ts";
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { exportSession } from "./documents.ts";
import { cancel, fire, history, kill, list, reschedule } from "./followups.ts";
import { actions, deadLetters, overdue, redrive } from "./operations.ts";

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = {
  list,
  history,
  fire,
  reschedule,
  cancel,
  kill,
  agents,
  toggle,
  "dead-letters": deadLetters,
  redrive,
  overdue,
  actions,
  doctor,
  export: exportSession,
};

/** What can be said on the command line. */
export function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${`${name} ${command.usage}`.trim()}\n      ${command.says}`,
  );
  return [
    "usage: npm run --silent ops -- <command> [--url URL] [--token TOKEN] [--json]",
    "",
    ...lines,
    "",
    "FOLLOWTHROUGH_URL and FOLLOWTHROUGH_TOKEN stand in for --url and --token. The token needs the scope",
    "followthrough/operator; for export it is the one of the session's owner. For the stack on this machine:",
    "npm run --silent token -- --owner you --operator",
  ].join("\n");
}
