/** What the process of the stack is asked for. */
export type StackCommand =
  | { readonly kind: "token"; readonly owner: string }
  | { readonly kind: "settle"; readonly limitMs: number }
  | { readonly kind: "snapshot" }
  | { readonly kind: "profile" | "profiled"; readonly label: string }
  | { readonly kind: "stop" };

/** CPU time so far, in milliseconds, and memory in bytes. */
export interface StackSnapshot {
  /** By function label; `front` is the HTTP API, `queues` the SQS emulator and its pollers. */
  readonly threads: Readonly<Record<string, number>>;
  /** The whole process: the threads, the compiler and the garbage collector. */
  readonly total: number;
  readonly rss: number;
}

/** Where the stack is, once it is ready. */
export interface StackPlace {
  readonly origin: string;
  readonly dynamodb: string;
  readonly table: string;
}
