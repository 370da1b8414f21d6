import type { EventId, SessionId } from "../../contracts/ids.ts";
import { canonicalJson, derivedUlid } from "../../domain/digest.ts";
import type { Ids } from "../../ports/clock.ts";

/** What an idempotency key is unique within: the owner, what is asked for, and the session it is asked of, if any. */
export type KeyScope =
  | readonly [owner: string, asked: "session" | "run" | "import"]
  | readonly [owner: string, asked: "message" | "run", session: SessionId];

/** A ULID for what a request makes: derived from its idempotency key within the scope, else a new one. */
export const ulidFor = (ids: Ids, scope: KeyScope, idempotencyKey: string | undefined): string =>
  idempotencyKey === undefined ? ids.ulid() : derivedUlid(canonicalJson([...scope, idempotencyKey]));

/** The event id of a request. */
export const eventIdFor = (ids: Ids, scope: KeyScope, idempotencyKey: string | undefined): EventId =>
  `evt_${ulidFor(ids, scope, idempotencyKey)}`;
