import type { FollowUpOverride, FollowUpSettings } from "../../contracts/follow-up-settings.ts";

/** What was set at run time: for the agent wherever it works, and for the session. Null: nothing was. */
export type Overrides = { readonly agent: FollowUpOverride | null; readonly session: FollowUpOverride | null };

/** The settings that count: the session's before the agent's before those of the agent's definition. */
export function settingsWith(declared: FollowUpSettings, { agent, session }: Overrides): FollowUpSettings {
  return { ...declared, ...set(agent), ...set(session) };
}

/** Without members that are absent, so that they cannot undo what is below. */
function set(override: FollowUpOverride | null): FollowUpOverride {
  return Object.fromEntries(Object.entries(override ?? {}).filter(([, value]) => value !== undefined));
}
