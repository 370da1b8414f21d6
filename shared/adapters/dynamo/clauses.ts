/** What a write does to an item, collected clause by clause. */
export class Clauses {
  readonly set: string[] = [];
  readonly remove: string[] = [];
  readonly must: string[] = [];
  readonly names: Record<string, string> = {};
  readonly values: Record<string, unknown> = {};
}
