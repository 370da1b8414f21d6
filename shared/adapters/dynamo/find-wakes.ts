import type { FollowupId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { FilteredSlice, WakeFilter } from "../../ports/operations.ts";
import type { After, WakePosition } from "../../ports/reader.ts";
import { agentPk, families, sessionOfPk, wakeKey } from "./keys.ts";
import { type Table, toRecord } from "./table.ts";

/** Rows that are looked at in one page when not all of them count, and pages of one call. */
const FILTERED_ROWS = 250;
const MAX_PAGES = 8;

/** Wakes of an agent, newest first. With a filter it stops after about 2,000 rows and says where to go on. */
export async function findWakes(
  table: Table,
  { slug, filter }: { readonly slug: string; readonly filter: WakeFilter },
  { after, limit }: After<WakePosition>,
): Promise<FilteredSlice<Wake, WakePosition>> {
  const query = { IndexName: "by_agent", ScanIndexForward: false, ...condition(slug, filter) };
  const rows = query.FilterExpression === undefined ? limit : FILTERED_ROWS;
  const found: Wake[] = [];
  let from = after === null ? undefined : indexKey(slug, after);
  for (let pages = 1; ; pages += 1) {
    const page = await table.queryPage({ ...query, Limit: rows, ExclusiveStartKey: from });
    found.push(...page.items.map((item) => toRecord<Wake>(item)).filter((wake) => wake !== null));
    const kept = found.slice(0, limit);
    const last = kept.at(-1);
    if (found.length > limit && last !== undefined) return { items: kept, next: last };
    if (page.next === undefined) return { items: kept, next: null };
    if (found.length === limit || pages >= MAX_PAGES) return { items: kept, next: positionOf(page.next) };
    from = page.next;
  }
}

function condition(slug: string, { status, session_id, from, to }: WakeFilter) {
  const values = {
    ":agent": agentPk(slug),
    ...(from === undefined ? {} : { ":from": sortOf(from) }),
    ...(to === undefined ? {} : { ":to": sortOf(to) }),
    ...(status === undefined ? {} : { ":status": status }),
    ...(session_id === undefined ? {} : { ":session": session_id }),
  };
  const filters = [
    ...(status === undefined ? [] : ["#status = :status"]),
    ...(session_id === undefined ? [] : ["session_id = :session"]),
  ];
  return {
    KeyConditionExpression: ["agent_pk = :agent", ...range(from, to)].join(" AND "),
    ExpressionAttributeValues: values,
    ...(filters.length === 0 ? {} : { FilterExpression: filters.join(" AND ") }),
    ...(status === undefined ? {} : { ExpressionAttributeNames: { "#status": "status" } }),
  };
}

/** A sort key begins with the time and goes on, so that it is above its own time alone. */
function range(from: number | undefined, to: number | undefined): readonly string[] {
  if (from !== undefined && to !== undefined) return ["agent_sk BETWEEN :from AND :to"];
  if (from !== undefined) return ["agent_sk >= :from"];
  return to === undefined ? [] : ["agent_sk < :to"];
}

const sortOf = (at: number): string => new Date(at).toISOString();

/** Key of a wake in the index, as it is written with the row. */
const indexKey = (slug: string, wake: WakePosition): Record<string, unknown> => ({
  ...wakeKey(wake.session_id, wake.followup_id),
  agent_pk: agentPk(slug),
  agent_sk: `${sortOf(wake.created_at)}#${wake.followup_id}`,
});

function positionOf(key: Readonly<Record<string, unknown>>): WakePosition {
  const [created = ""] = String(key["agent_sk"]).split("#");
  return {
    created_at: Date.parse(created),
    session_id: sessionOfPk(String(key["pk"])),
    followup_id: String(key["sk"]).slice(families.wakes.length) as FollowupId,
  };
}
