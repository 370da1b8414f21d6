import type { TestRequest } from "../support/http.ts";
import { simLimits } from "./deployment.ts";
import type { Dice } from "./dice.ts";
import { wakesOf } from "./known.ts";
import type { Machine } from "./machine.ts";
import type { Person, Place } from "./person.ts";
import type { Promises } from "./promises.ts";
import type { Item } from "./shadow.ts";
import type { SimFunctions } from "./sim-functions.ts";

type Request = Omit<TestRequest, "owner" | "scope">;

/** Somebody who looks after the deployment: fires, moves and cancels wakes, ends chains, switches self-scheduling. */
export class Operator {
  /** When they do something next; null when they are done. */
  next: number | null;
  readonly #machine: Machine;
  readonly #functions: SimFunctions;
  readonly #promises: Promises;
  readonly #dice: Dice;
  readonly #person: Person;
  readonly #seen: { readonly id: string; readonly wake: Item }[] = [];
  #left: number;

  /** `person`: whose sessions they look after. */
  constructor({ acts, machine, functions, promises }: Place, person: Person) {
    this.#left = acts;
    this.#machine = machine;
    this.#functions = functions;
    this.#promises = promises;
    this.#person = person;
    this.#dice = machine.dice.fork();
    this.next = acts === 0 ? null : machine.now + this.#dice.between(5_000, 200_000);
  }

  async act(): Promise<void> {
    const request = this.#decide();
    if (request !== null) this.#left -= 1;
    // With nothing to look after yet, they look again a little later; but not for ever.
    else this.#left -= 0.25;
    this.next = this.#left <= 0 ? null : this.#machine.now + this.#dice.pick([1_000, 20_000, 200_000]);
    if (request === null) return;
    await this.#functions.call({ ...request, owner: "olga", scope: "followthrough/operator" }, (answer) => {
      if (!request.route.endsWith("/cancel") || answer?.status !== 200) return;
      const { session_id = "" } = request.query ?? {};
      this.#promises.cancelled.push({ session_id, followup_id: request.path?.["followup_id"] ?? "" });
    });
  }

  #decide(): Request | null {
    const sessions = this.#person.sessions.flatMap(({ id }) =>
      wakesOf(this.#machine, id).map((wake) => ({ id, wake })),
    );
    // What they saw once may be gone when they come back to it.
    const among = this.#seen.length > 0 && this.#dice.chance(0.2) ? this.#seen : sessions;
    if (among.length === 0) return null;
    const { id, wake } = this.#dice.pick(among);
    this.#seen.push({ id, wake });
    const path = { slug: String(wake["target"]), followup_id: String(wake["followup_id"]) };
    const query = { session_id: id };
    const ofWake = (verb: string, body?: object): Request => ({
      route: `POST /api/agents/{slug}/follow-ups/{followup_id}/${verb}`,
      path,
      query,
      ...(body === undefined ? {} : { body }),
    });
    switch (
      this.#dice.weighted(
        ["fire", "move", "cancel", "kill", "agent", "session", "redrive"].map((one) => [one, 1] as const),
      )
    ) {
      case "fire":
        return ofWake("fire");
      case "move":
        return ofWake("reschedule", { in: this.#dice.pick(["1m", "3m", "20m"]) });
      case "cancel":
        return ofWake("cancel");
      case "kill":
        return { route: "POST /api/followup-chains/{root_id}/kill", path: { root_id: String(wake["root_id"]) }, query };
      case "agent":
        return { route: "PATCH /api/agents/{slug}", path: { slug: path.slug }, body: this.#settings(path.slug) };
      case "session":
        return {
          route: "PATCH /api/sessions/{session_id}/self-scheduling",
          path: query,
          body: this.#settings("jotter"),
        };
      default:
        return {
          route: "POST /api/operations/dead-letters/{queue}/redrive",
          path: { queue: this.#dice.pick(["nudges", "tasks", "wakes"]) },
        };
    }
  }

  /** Only tighter than what is declared, so that the declared limits hold in any case. */
  #settings(slug: string): object {
    const { pending } = simLimits(slug);
    return this.#dice.pick([
      { self_scheduling: false },
      { self_scheduling: null },
      { max_per_session: this.#dice.between(1, pending) },
      { max_per_session: null, self_scheduling: true },
    ]);
  }
}
