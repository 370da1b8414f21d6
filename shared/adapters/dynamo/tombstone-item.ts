import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Tombstone } from "../../ports/removal.ts";
import { tombstoneKey } from "./keys.ts";

/** A tombstone as it is stored: whose session it was only as a digest. It stands until the removal is over, and then a while. */
export type StoredTombstone = Tombstone & { readonly owner_digest: string };

/** What stands for a session that is out of reach from `now` on. */
export const tombstoneItem = (
  { id, owner }: { readonly id: SessionId; readonly owner: string },
  reason: Tombstone["reason"],
  now: Millis,
): StoredTombstone & ReturnType<typeof tombstoneKey> => ({
  ...tombstoneKey(id),
  reason,
  at: now,
  owner_digest: fingerprint(owner),
});

/** Until when a tombstone stands whose removal is over, in epoch seconds. */
export const tombstoneEnd = (doneAt: Millis): number => Math.ceil((doneAt + limits.tombstoneMs) / 1000);
