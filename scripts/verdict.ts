/** What a check says: whether all is well, a few words for its line, and what has to be mended. */
export interface Verdict {
  readonly ok: boolean;
  readonly note: string;
  readonly details: string;
}
