import type { EventId, FollowupId } from "../../contracts/ids.ts";
import { derivedUlid } from "../digest.ts";

/** The event id of a wake's entry: derived, so that one wake is at most one entry. */
export const wakeEventId = (id: FollowupId): EventId => `evt_${derivedUlid(id)}`;
