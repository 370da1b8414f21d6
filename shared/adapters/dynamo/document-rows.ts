import type { SessionId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Artifact } from "../../contracts/records.ts";
import type { DocumentItem } from "../../contracts/session-document.ts";
import type { WakeHistoryLine } from "../../contracts/wake-history.ts";
import { artifactWrites } from "./artifact-items.ts";
import { taskWrite } from "./commit-writes.ts";
import { lineWrite } from "./history-items.ts";
import {
  chunkKey,
  eventKey,
  memoryKey,
  questionKey,
  revisionKey,
  runKey,
  sourceKey,
  textKey,
  wakeKey,
  workKey,
} from "./keys.ts";
import type { Item, Write } from "./table.ts";

/** The rows that store an item of a document in a session. What a machine holds (claims, bells, guards) is not there. */
export function documentRows(
  { id, owner }: { readonly id: SessionId; readonly owner: string },
  item: DocumentItem,
): readonly Item[] {
  const session_id = id;
  const owned = (origin: { readonly type: string }) => (origin.type === "person" ? { ...origin, owner } : origin);
  switch (item.kind) {
    case "run":
      return [row(runKey(id, item.record.turn), { ...item.record, session_id, origin: owned(item.record.origin) })];
    case "revision":
      return [row(revisionKey(id, item.record.turn, item.record.dag_version), { ...item.record, session_id })];
    case "task":
      return rowsOf([taskWrite({ ...item.record, session_id } as unknown as Task)]);
    case "work": {
      const { turn, work, ...rest } = item.record;
      return [row(workKey(id, turn, work), { ...rest, until: 0, attempts: 0 })];
    }
    case "artifact":
      return rowsOf(artifactWrites({ ...item.record, session_id } as unknown as Artifact));
    case "question":
      return [row(questionKey(id, item.record.turn, item.record.id), { ...item.record, session_id })];
    case "event":
      return [row(eventKey(id, item.record.seq), { ...item.record, session_id })];
    case "entry": {
      const { entry } = item.record;
      return [row(eventKey(id, item.record.seq), { ...item.record, entry: { ...entry, origin: owned(entry.origin) } })];
    }
    case "text":
      return [row(textKey(id, item.record.event_id), { text: item.record.text })];
    case "source":
      return [row(sourceKey(id, item.record.id), { ...item.record, session_id })];
    case "source_text":
      return [row(chunkKey(id, item.record.source_id, item.record.chunk), { text: item.record.text })];
    case "memory":
      return [row(memoryKey(id, item.record.id), { ...item.record, session_id })];
    case "wake":
      // Not in the index of its agent: it is history, and whoever imports could put there whatever they like.
      return [row(wakeKey(id, item.record.followup_id), { ...item.record, session_id, owner })];
    case "wake_history": {
      const { by } = item.record;
      const who = by.type === "owner" ? { type: by.type, id: owner } : by;
      return rowsOf([lineWrite({ ...item.record, session_id, by: who } as unknown as WakeHistoryLine)]);
    }
  }
}

const row = (key: Pick<Item, "pk" | "sk">, record: object): Item => ({ ...record, ...key });

const rowsOf = (writes: readonly Write[]): readonly Item[] =>
  writes.flatMap(({ Put }) => (Put?.Item === undefined ? [] : [Put.Item as Item]));
