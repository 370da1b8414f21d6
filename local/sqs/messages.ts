import type { MappingSpec, QueueSpec } from "../template/blueprint.ts";

/** What the queue thread is started with. */
export interface QueueThreadSetup {
  readonly region: string;
  readonly clockCell: SharedArrayBuffer | undefined;
}

/** Stack to queue thread. */
export type QueueCommand =
  | { readonly type: "configure"; readonly queues: readonly QueueSpec[]; readonly mappings: readonly MappingSpec[] }
  | { readonly type: "poll" }
  | { readonly type: "send"; readonly id: number; readonly queueArn: string; readonly body: string }
  | {
      readonly type: "batch_result";
      readonly batchId: number;
      /** The function's answer as JSON, or undefined when the invocation failed. */
      readonly payload: string | undefined;
    }
  | { readonly type: "release" }
  | { readonly type: "inspect"; readonly id: number };

/** What waits in the queues that feed functions. */
export interface QueueState {
  /** Messages that a poller could take now. */
  readonly visible: number;
  /** Batches that a function works on. */
  readonly batches: number;
  /** When the next delayed or hidden message becomes visible, epoch milliseconds. */
  readonly nextDueAt: number | undefined;
}

/** Queue thread to stack. */
export type QueueReport =
  | { readonly type: "listening"; readonly origin: string }
  | { readonly type: "configured" }
  | { readonly type: "sent"; readonly id: number; readonly ok: boolean }
  | { readonly type: "batch"; readonly batchId: number; readonly functionName: string; readonly event: string }
  | { readonly type: "batch_done" }
  | { readonly type: "state"; readonly id: number; readonly state: QueueState };
