import { limits } from "../../contracts/limits.ts";
import { type Failure, whyFailed } from "../../domain/failures/failure-words.ts";
import { type Agenda, nextAction } from "../../domain/mailbox/fold-agenda.ts";
import { isFault } from "../../errors/fault.ts";
import { retryRun } from "../runs/retry-run.ts";
import { startRequestedRun } from "../runs/start-requested-run.ts";
import { dropWoken, startWokenRun } from "../wakes/start-woken-run.ts";
import { foldFollowUps } from "./fold-follow-ups.ts";
import { type Fold, refuseEntries, type Taken } from "./fold-state.ts";

/**
 * Takes the next thing. What can never be taken, by a fault that says so, is refused with its code and does not hold up
 * what is behind it; of several entries taken together only the first is to blame, if it fails alone as well.
 */
export async function takeNext(state: Fold): Promise<Taken | "nothing"> {
  const action = nextAction(state.mailbox, state.resting.entries);
  if (action.kind === "nothing") return "nothing";
  const first = action.kind === "follow_ups" ? { ...action, entries: action.entries.slice(0, 1) } : action;
  // A worker that dies of it tells nobody: then it is not even tried again.
  if (isTriedEnough(state, 2)) return giveUp(state, first, { reason: "fold_failed" });
  const whole = await attempt(state, action);
  if (whole.kind === "taken") return whole.taken;
  const alone = first === action ? whole : await attempt(state, first);
  if (alone.kind === "taken") return alone.taken;
  return giveUp(state, first, alone.why);
}

/** What a wake promised ends with its entry, or nothing would ever look at it again. */
function giveUp(state: Fold, action: Action, why: Failure): Promise<Taken> {
  if (action.kind === "wake") return dropWoken(state, action.entry, why);
  return refuseEntries(state, action.kind === "follow_ups" ? action.entries : [action.entry], why);
}

type Action = Exclude<Agenda, { kind: "nothing" }>;

type Attempt = { readonly kind: "taken"; readonly taken: Taken } | { readonly kind: "hopeless"; readonly why: Failure };

async function attempt(state: Fold, action: Action): Promise<Attempt> {
  try {
    return { kind: "taken", taken: await take(state, action) };
  } catch (error) {
    // Trying again cannot help: an unknown source, a plan against the rules, an agent that is gone.
    const isHopeless = (isFault(error) && error.remedy !== "retry") || isTriedEnough(state, 1);
    if (isHopeless) return { kind: "hopeless", why: whyFailed(error, "fold_failed") };
    throw error;
  }
}

/** It was tried for so long that whoever waits behind it must not wait any more. `times`: of how long that is. */
function isTriedEnough({ ports, mailbox }: Fold, times: number): boolean {
  const { tries = 0, trying_since: since = ports.clock.now() } = mailbox;
  return tries >= limits.foldAttempts * times && ports.clock.now() - since >= limits.foldPatienceMs * times;
}

function take(state: Fold, action: Action): Promise<Taken> {
  switch (action.kind) {
    case "start_run":
      return startRequestedRun(state, action.entry);
    case "wake":
      return startWokenRun(state, action.entry);
    case "retry":
      return retryRun(state, action.entry);
    case "follow_ups":
      return foldFollowUps(state, action);
  }
}
