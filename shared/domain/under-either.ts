/**
 * Runs work under a signal that aborts when one of these does, with its reason. `AbortSignal.any` does the same but forgets
 * its sources when memory is short, and then never aborts.
 */
export async function underEither<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const done = new AbortController();
  for (const one of signals) {
    const pass = (): void => either.abort(one.reason);
    if (one.aborted) pass();
    else one.addEventListener("abort", pass, { once: true, signal: done.signal });
  }
  try {
    return await work(either.signal);
  } finally {
    done.abort();
  }
}
