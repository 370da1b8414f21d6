import type { Shares } from "./profile.ts";
import type { AcceptRep } from "./series/accept.ts";
import type { Growth } from "./series/growth.ts";
import type { Burst, RevisionLoad } from "./series/revisions.ts";
import type { WakeLoad } from "./series/wakes.ts";

/** Everything that one run of the bench found, as it is written to `docs/bench.json`. */
export interface BenchResult {
  readonly at: string;
  readonly machine: { readonly node: string; readonly cpu: string; readonly cores: number };
  readonly accepts: readonly AcceptRep[];
  /** Whose code the thread of `accept` spends its time in. */
  readonly shares: Shares;
  readonly revisions: readonly RevisionLoad[];
  readonly bursts: readonly Burst[];
  readonly growth: Growth;
  readonly wakes: WakeLoad;
  readonly memory_at_end: { readonly stack_mib: number; readonly database_mib: number };
}
