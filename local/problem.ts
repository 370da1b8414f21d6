/** A reason why the stack cannot run that a person can do something about. Its message is one sentence to print. */
export class SetupProblem extends Error {
  override readonly name = "SetupProblem";
}

/** The text of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
