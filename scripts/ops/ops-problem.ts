/** Something a person can put right, said in a sentence. `exitCode` 2: the command was not understood. */
export class OpsProblem extends Error {
  readonly exitCode: 1 | 2;

  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence);
    this.exitCode = exitCode;
  }
}
