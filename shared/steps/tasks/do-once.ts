import type { Effect } from "../../agents/cell.ts";
import type { Json } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import { Fault, isFault } from "../../errors/fault.ts";
import type { EffectRef } from "../../ports/effects.ts";
import type { Ports } from "../../ports/ports.ts";

type EffectPorts = Pick<Ports, "effects" | "clock" | "ids">;

/** Whose effects they are, and the key that is given to what is outside. */
export type Doing = Omit<EffectRef, "name"> & { readonly key: string };

/**
 * Does something outside for a piece of work, once. What was done comes back from the record when the step is run again: to
 * go on with an answer, after a failure, or in another process. When a worker died while doing it, nobody knows whether it
 * happened; it is looked for, and only done again when it is not there, or when that does no harm.
 * @throws Fault `interrupted_unknown` (park) when it can neither be looked for nor repeated, `effect_too_large` (reject).
 */
export async function doOnce(ports: EffectPorts, doing: Doing, effect: Effect): Promise<Json> {
  const { key, ...of } = doing;
  const ref = { ...of, name: effect.name };
  const ownKey = `${key}/${effect.name}`;
  const state = await ports.effects.begin(ref, ports.ids.token(), ports.clock.now());
  if (state.kind === "done") return state.result;
  const found = state.kind === "unknown" ? await look(effect, ownKey) : null;
  const result = found ?? (await act(ports, ref, effect, ownKey));
  const bytes = Buffer.byteLength(JSON.stringify(result), "utf8");
  if (bytes > limits.effectBytes) throw new Fault("effect_too_large", "reject", { effect: effect.name, bytes });
  await ports.effects.record(ref, result, ports.clock.now());
  return result;
}

async function look(effect: Effect, key: string): Promise<Json | null> {
  if (effect.probe !== undefined) return effect.probe(key);
  if (effect.repeatable === true) return null;
  throw new Fault("interrupted_unknown", "park", { effect: effect.name });
}

async function act(ports: EffectPorts, ref: EffectRef, effect: Effect, key: string): Promise<Json> {
  try {
    return await effect.run(key);
  } catch (error) {
    // A fault says that it was not done; whatever else is thrown leaves that open.
    if (isFault(error)) await ports.effects.forget(ref);
    throw error;
  }
}
