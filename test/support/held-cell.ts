import type { JsonObject } from "../../shared/contracts/json.ts";

/** Holds a cell in the middle of its work until the test lets it go on. */
export type HeldCell = {
  /** To be run before each cell. */
  readonly before: (cell: string, args: JsonObject) => Promise<void>;
  /** Resolves when the held cell has started. */
  readonly started: Promise<void>;
  release(): void;
};

/** Holds the first cell that `isIt` picks, once; everything else goes on as it is. */
export function holdCell(isIt: (cell: string, args: JsonObject) => boolean): HeldCell {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isHeld = false;
  return {
    before: async (cell, args) => {
      if (isHeld || !isIt(cell, args)) return;
      isHeld = true;
      started.resolve();
      await released.promise;
    },
    started: started.promise,
    release: () => released.resolve(),
  };
}
