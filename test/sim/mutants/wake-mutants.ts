import { idle, type Mutant, mutant, mutantOf } from "./mutant.ts";

const clauses = "shared/adapters/dynamo/wake-clauses.ts";
const writes = "shared/adapters/dynamo/wake-writes.ts";
const change = "shared/adapters/dynamo/mailbox-change.ts";

/** Guards of wakes. */
export const wakeMutants: readonly Mutant[] = [
  mutant("end-a-wake-twice", "a wake that fired or ended ends once more", writes, [
    'ConditionExpression: "#status = :scheduled",',
    `ConditionExpression: "${idle("#status = :scheduled")}",`,
  ]),
  mutantOf(
    "wake-while-busy",
    "a wake starts its run while another goes on",
    {
      file: "shared/domain/mailbox/fold-agenda.ts",
      find: 'if (entry.kind === "wake" || entry.turn !== busy) return true;',
      put: 'if (entry.kind === "wake") return false;\n  if (entry.turn !== busy) return true;',
    },
    {
      file: change,
      find: '"(attribute_not_exists(active_turn) OR active_turn = :active)"',
      put: '"attribute_exists(pk)"',
    },
    {
      file: change,
      find: 'return isFree || now.active_turn === expected ? null : "active";',
      put: 'return isFree || now.active_turn === expected || active.turn !== null ? null : "active";',
    },
  ),
  mutantOf(
    "wake-in-the-archive",
    "a wake starts its run in an archived session",
    { file: clauses, find: '"#status = :open"', put: `"${idle("#status = :open")}"` },
    {
      file: clauses,
      find: 'if (change.fires === undefined) return null;\n  if (now.status !== "active") return "archived";',
      put: "if (change.fires === undefined) return null;",
    },
    {
      file: "shared/domain/wakes/wake-gate.ts",
      find: "if (!ground.is_open)",
      put: "if (!ground.has_target && !ground.is_open)",
    },
  ),
  mutantOf(
    "wakes-without-cap",
    "more wakes are pending than may be",
    { file: clauses, find: "pending_wakes < :cap", put: "pending_wakes < :cap OR attribute_exists(pk)" },
    { file: clauses, find: 'now.pending_wakes >= change.cap ? "cap" : null', put: 'change.cap < 0 ? "cap" : null' },
  ),
  mutant("one-key-twice", "two wakes with one dedup key are pending", writes, [
    '"attribute_not_exists(pk) OR cancelled_seq <= :since"',
    '"attribute_not_exists(pk) OR attribute_exists(pk) OR cancelled_seq <= :since"',
  ]),
  mutant("chain-without-end", "a wake begins a chain of its own", "shared/steps/wakes/schedule-wake.ts", [
    "depth: (note?.depth ?? 0) + 1,",
    "depth: 1,",
  ]),
  mutant("killed-chain-goes-on", "a chain that an operator killed is added to", writes, [
    'return [{ ConditionCheck: { ...check, ConditionExpression: "attribute_not_exists(pk)" } }];',
    "return check.TableName === null ? [] : [];",
  ]),
  mutant("ring-early", "a wake starts when its bell rings, whenever that is", "shared/steps/wakes/ring-wake.ts", [
    "if (now < wake.fires_at) {",
    "if (now < 0) {",
  ]),
  mutant("ring-without-nudge", "nobody is told of a wake that rang", "shared/steps/wakes/ring-wake.ts", [
    "      await ports.queues.nudge([{ session_id: wake.session_id }]);\n",
    "",
  ]),
  mutant("sweep-without-wakes", "the sweeper overlooks wakes that nobody rang", "shared/steps/sweep/sweep.ts", [
    'item.kind === "wake");',
    'item.kind === "wake" && item.followup_id.length === 0);',
  ]),
  mutant("end-without-count", "a wake that ends still counts as pending", "shared/steps/wakes/end-wake.ts", [
    "wakes: { delta: -1, target: ended.target },",
    "",
  ]),
  mutant("end-leaves-its-mark", "a wake that ended stays listed as pending", writes, [
    'const gone: Write = { Delete: { TableName: "", Key: pendingMarkKey(wake) } };',
    'const gone: Write = { Delete: { TableName: "", Key: { ...pendingMarkKey(wake), sk: `PWAKE#${wake.followup_id}` } } };',
  ]),
  mutant("cancel-a-wake-of-anybody", "whoever has its id may cancel a wake", "shared/steps/wakes/cancel-wake.ts", [
    "wake === null || wake.owner !== who.owner",
    "wake === null",
  ]),
];
