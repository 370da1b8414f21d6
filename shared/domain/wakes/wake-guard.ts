import type { FollowUpSettings } from "../../contracts/follow-up-settings.ts";

/** The agent whose turn asks for a wake, and the turn. */
export type Asking = {
  readonly agent: { readonly slug: string; readonly can_call: readonly string[]; readonly manager: boolean };
  readonly settings: FollowUpSettings;
  /** Wakes that led to this turn; 0 when a person did. */
  readonly depth: number;
  /** The note that this turn was woken with. */
  readonly own_note: string | null;
};

/** What it asks for. `target` is `self` or a slug. */
export type AskedWake = { readonly target: string; readonly reason: string };

/** What no store has to be asked for. */
export type GuardOutcome =
  | { readonly kind: "allowed"; readonly target: string }
  | { readonly kind: "opted_out" | "own_note" }
  | { readonly kind: "target_not_allowed"; readonly allowed: readonly string[] }
  | { readonly kind: "too_deep"; readonly max: number };

/** The guardrails that hold for a turn by itself, whatever else is pending in its session. */
export function guardWake(asking: Asking, asked: AskedWake): GuardOutcome {
  const { agent, settings } = asking;
  if (!settings.enabled) return { kind: "opted_out" };
  const allowed = allowedTargets(asking);
  const target = asked.target === agent.slug ? "self" : asked.target;
  if (!allowed.includes(target)) return { kind: "target_not_allowed", allowed };
  if (asking.depth + 1 > settings.max_depth) return { kind: "too_deep", max: settings.max_depth };
  if (asking.own_note !== null && isSameNote(asking.own_note, asked.reason)) return { kind: "own_note" };
  return { kind: "allowed", target: target === "self" ? agent.slug : target };
}

/** Whom it may wake: `self` and slugs. A manager schedules on behalf of others and never for itself. */
export function allowedTargets({ agent, settings }: Pick<Asking, "agent" | "settings">): readonly string[] {
  const listed = settings.targets ?? ["self", ...agent.can_call];
  const targets = listed.map((target) => (target === agent.slug ? "self" : target));
  return [...new Set(targets)].filter((target) => !(agent.manager && target === "self"));
}

/**
 * The same note, whatever its case, spacing and punctuation. A woken turn that is about to schedule its own note word
 * for word has read it as a request instead of carrying it out.
 */
export function isSameNote(one: string, other: string): boolean {
  return bareWords(one) === bareWords(other);
}

const bareWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
