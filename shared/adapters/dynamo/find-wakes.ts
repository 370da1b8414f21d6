import type { FollowupId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { FilteredSlice, WakeFilter } from "../../ports/operations.ts";
import type { After, WakePosition } from "../../ports/reader.ts";
import { agentPartitions, families, sessionOfPk, wakeKey } from "./keys.ts";
import { type Item, type Table, toRecord } from "./table.ts";

/** Rows of one partition that are looked at in one round when not all of them count, and rounds of one call. */
const FILTERED_ROWS = 32;
const MAX_ROUNDS = 8;

/** How far one partition was looked through, newest first. `from` absent: not at all; null: to its end. */
type Walk = { readonly partition: string; readonly from: IndexKey | undefined | null };
type IndexKey = Readonly<Record<string, unknown>>;

/**
 * Wakes of an agent, newest first, from all of its partitions. With a filter it stops after about 4,000 rows and says
 * where to go on.
 */
export async function findWakes(
  table: Table,
  { slug, filter }: { readonly slug: string; readonly filter: WakeFilter },
  { after, limit }: After<WakePosition>,
): Promise<FilteredSlice<Wake, WakePosition>> {
  const query = condition(filter);
  const Limit = query.FilterExpression === undefined ? limit : FILTERED_ROWS;
  const found: Item[] = [];
  const goOn = async ({ partition, from }: Walk): Promise<Walk> => {
    if (from === null) return { partition, from };
    const values = { ...query.ExpressionAttributeValues, ":agent": partition };
    const page = await table.queryPage({
      ...query,
      ExpressionAttributeValues: values,
      Limit,
      ExclusiveStartKey: from,
    });
    found.push(...page.items);
    return { partition, from: page.next ?? null };
  };
  let walks = agentPartitions(slug).map((partition): Walk => ({ partition, from: startOf(partition, after) }));
  for (let round = 1; ; round += 1) {
    walks = await Promise.all(walks.map(goOn));
    const seenTo = seenToIn(walks);
    const known = found.filter((item) => seenTo === null || sortKey(item) >= sortKey(seenTo)).sort(newestFirst);
    const items = wakesOf(known.slice(0, limit));
    const last = known[limit - 1];
    if (last !== undefined && (known.length > limit || seenTo !== null)) return { items, next: positionOf(last) };
    if (seenTo === null) return { items, next: null };
    if (round >= MAX_ROUNDS) return { items, next: positionOf(seenTo) };
  }
}

/** What is older than this may be missing, because a partition was not looked through any further; null at the end of all. */
function seenToIn(walks: readonly Walk[]): IndexKey | null {
  return walks.flatMap(({ from }) => (from ? [from] : [])).sort(newestFirst)[0] ?? null;
}

const sortKey = (key: IndexKey): string => String(key["agent_sk"]);
const newestFirst = (a: IndexKey, b: IndexKey): number => (sortKey(a) < sortKey(b) ? 1 : -1);
const wakesOf = (items: readonly Item[]): readonly Wake[] =>
  items.map((item) => toRecord<Wake>(item)).filter((wake) => wake !== null);

function condition({ status, session_id, from, to }: WakeFilter) {
  const values = {
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
    IndexName: "by_agent",
    ScanIndexForward: false,
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

/** Where a partition is gone on with behind `after`, which may be a wake of another one. */
function startOf(partition: string, after: WakePosition | null): IndexKey | undefined {
  if (after === null) return undefined;
  const agent_sk = `${sortOf(after.created_at)}#${after.followup_id}`;
  return { ...wakeKey(after.session_id, after.followup_id), agent_pk: partition, agent_sk };
}

function positionOf(key: Readonly<Record<string, unknown>>): WakePosition {
  const [created = ""] = String(key["agent_sk"]).split("#");
  return {
    created_at: Date.parse(created),
    session_id: sessionOfPk(String(key["pk"])),
    followup_id: String(key["sk"]).slice(families.wakes.length) as FollowupId,
  };
}
