import type { JsonObject } from "../../shared/contracts/json.ts";

/** Holds a cell in the middle of its work until the test lets it go on. */
export type HeldCell = {
  /** To be run before each cell. */
  readonly before: (cell: string, args: JsonObject) => Promise<void>;
  /** Resolves when the held cell has started. */
  readonly started: Promise<void>;
  release(): void;
};

/** Holds the first cell that `isIt` picks; the others, and that one later, go on as they are. */
export function holdCell(isIt: (cell: string, args: JsonObject) => boolean): HeldCell {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    before: async (cell, args) => {
      if (!isIt(cell, args)) return;
      started.resolve();
      await released.promise;
    },
    started: started.promise,
    release: () => released.resolve(),
  };
}
