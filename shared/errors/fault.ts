/** What a caller may do about a fault: try again, set the message aside, or refuse the request. */
export type Remedy = "retry" | "park" | "reject";

/** A failure no step can turn into an outcome. Alarms match `code`; `details` holds ids and counts, never text and no step id. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: string;
  readonly remedy: Remedy;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: string, remedy: Remedy, details: Fault["details"] = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.remedy = remedy;
    this.details = details;
  }
}

/** True for a Fault of this or another bundle: matched by shape, since bundles do not share classes. */
export function isFault(error: unknown): error is Fault {
  return error instanceof Error && error.name === "Fault" && "remedy" in error && "code" in error;
}
