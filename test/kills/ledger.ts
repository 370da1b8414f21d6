import { appendFileSync, writeFileSync } from "node:fs";

/** Something that the stack said to somebody outside, and has to stand by whatever becomes of it. */
export type LedgerLine =
  /** A run or a message was acknowledged. `mark`: words in it that nothing else has. */
  | {
      readonly what: "accepted";
      readonly session_id: string;
      readonly run_id: string;
      readonly event_id: string;
      readonly mark: string;
    }
  /** A follow-up that the agent scheduled was shown. */
  | { readonly what: "promised"; readonly session_id: string; readonly followup_id: string }
  | { readonly what: "wake_cancelled"; readonly session_id: string; readonly followup_id: string }
  | { readonly what: "run_canceled"; readonly session_id: string; readonly run_id: string }
  /** Something was sent, nothing was heard, and it was not sent again: it may be there once, or not at all. */
  | { readonly what: "unheard"; readonly session_id: string | null; readonly mark: string };

/** What was acknowledged, kept outside of the stack: in a file, one JSON line each. */
export class Ledger {
  readonly lines: LedgerLine[] = [];
  readonly #file: string;
  readonly #promised = new Set<string>();

  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, "");
  }

  note(line: LedgerLine): void {
    // The same promise is seen in every list until it is kept.
    if (line.what === "promised") {
      if (this.#promised.has(line.followup_id)) return;
      this.#promised.add(line.followup_id);
    }
    this.lines.push(line);
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}
