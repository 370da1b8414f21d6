/** A part of a deliverable that a person can point at: "the third point", "the table", "the risks section". */
export type Part = {
  readonly id: string;
  readonly kind: "section" | "claim" | "table" | "row" | "source";
  /** Position among the parts of its kind, from 1. */
  readonly ordinal: number;
  readonly label: string;
  /** The words of a claim or row. */
  readonly text: string;
  /** Id of the part it is in. */
  readonly within: string | null;
  /** Ids of passages or sources it rests on. */
  readonly rests_on: readonly string[];
};
