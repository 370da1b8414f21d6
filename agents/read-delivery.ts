import type { Json } from "../shared/contracts/json.ts";
import { assemble } from "./assemble.ts";
import { Output } from "./cells/outputs.ts";
import { Deliverable } from "./deliverable.ts";

/**
 * A delivery as a deliverable. A plan that a model made may end in another step than `compose`; what such a step made
 * is shown as the one section of a deliverable. Null when it is nothing of ours.
 */
export function readDelivery(delivery: Json): Deliverable | null {
  const whole = Deliverable.safeParse(delivery);
  if (whole.success) return whole.data;
  const single = Output.safeParse(delivery);
  if (!single.success) return null;
  return assemble(
    { title: "Result", language: "en", format: "report", length: "normal", order: [] },
    [["result", single.data]],
    [],
  );
}
