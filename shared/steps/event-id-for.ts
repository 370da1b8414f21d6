import type { EventId } from "../contracts/ids.ts";
import { derivedUlid } from "../domain/digest.ts";
import type { Ids } from "../ports/clock.ts";

/** The event id of a request: derived from its idempotency key within `scope` (never across owners), else a new one. */
export const eventIdFor = (ids: Ids, scope: string, idempotencyKey: string | undefined): EventId =>
  `evt_${idempotencyKey === undefined ? ids.ulid() : derivedUlid(`${scope}/${idempotencyKey}`)}`;
