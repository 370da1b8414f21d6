import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Tombstone } from "../../ports/removal.ts";
import { tombstoneKey } from "./keys.ts";

/** A tombstone as it is stored: whose session it was only as a digest, and until when it stands, in epoch seconds. */
export type StoredTombstone = Tombstone & { readonly owner_digest: string; readonly ttl: number };

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
  ttl: Math.ceil((now + limits.tombstoneMs) / 1000),
});
