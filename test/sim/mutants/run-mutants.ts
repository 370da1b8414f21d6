import { idle, type Mutant, mutant, mutantOf } from "./mutant.ts";

const runs = "shared/adapters/dynamo/run-store.ts";
const commits = "shared/adapters/dynamo/commit-writes.ts";
const revision = "shared/steps/versions/commit-revision.ts";

/** Guards of runs, versions and the work on them. */
export const runMutants: readonly Mutant[] = [
  mutant("run-without-rev", "a run is overwritten by who read it before", commits, [
    '"rev = :rev"',
    `"${idle("rev = :rev")}"`,
  ]),
  mutant(
    "version-before-tasks",
    "a version is visible before its tasks are there",
    "shared/steps/versions/commit-version.ts",
    [
      '...(together ? tasks.map((task): CommitWrite => ({ kind: "task", task })) : []),',
      '...(together ? tasks.slice(1).map((task): CommitWrite => ({ kind: "task", task })) : []),',
    ],
  ),
  mutantOf(
    "start-before-commit",
    "steps are queued before their version is there, not after",
    {
      file: revision,
      find: "  const outcome = await commitVersion(ports, version, {",
      put: "  await dispatchReady(ports, version.tasks);\n  const outcome = await commitVersion(ports, version, {",
    },
    { file: revision, find: 'if (outcome.kind === "done") await dispatchReady(ports, version.tasks);', put: "" },
  ),
  mutant("start-without-queue", "steps of a new version are not queued", revision, [
    'if (outcome.kind === "done") await dispatchReady(ports, version.tasks);',
    "",
  ]),
  mutant("start-any-version", "steps of a version that is superseded start", runs, [
    '"dag_version = :version AND #status IN (:queued, :running)"',
    '"dag_version >= :version OR #status IN (:queued, :running)"',
  ]),
  mutant("claim-although-held", "work is claimed although somebody is at it", runs, [
    "(#until < :now OR claim_token = :token)",
    "(#until < :now OR claim_token = :token OR attribute_exists(pk))",
  ]),
  mutant("claim-for-ever", "the claim of a dead worker never runs out", runs, [
    "(#until < :now OR claim_token = :token)",
    "((#until < :now AND attribute_not_exists(pk)) OR claim_token = :token)",
  ]),
  mutant("finish-without-claim", "work is finished by who lost its claim", commits, [
    'ConditionExpression: "claim_token = :token"',
    'ConditionExpression: "claim_token = :token OR attribute_exists(pk)"',
  ]),
  mutant("end-a-task-twice", "a step that is done is recorded once more", commits, [
    '"#status IN (:pending, :running)"',
    `"${idle("#status IN (:pending, :running)")}"`,
  ]),
  mutant(
    "reuse-whatever-the-arguments",
    "a result is reused although the arguments changed",
    "shared/domain/runs/plan-tasks.ts",
    ["args: node.args as Json, inputs };", "args: {} as Json, inputs };"],
  ),
  mutant(
    "reuse-whatever-the-inputs",
    "a result is reused although its inputs changed",
    "shared/domain/runs/plan-tasks.ts",
    ["args: node.args as Json, inputs };", "args: node.args as Json, inputs: {} };"],
  ),
  mutant("forget-what-is-reused", "a task does not know what was reused for it", "shared/domain/runs/plan-tasks.ts", [
    "const given = reused === undefined ? givenTo(node, reuse) : [];",
    "const given = reused === undefined ? givenTo(node, new Map()) : [];",
  ]),
  mutant(
    "reuse-from-another-step",
    "a version says of a step it reuses that it made what another one made",
    "shared/steps/versions/make-version.ts",
    [
      "const reused_artifacts = compared.reused.flatMap((step) => reuse.get(step)?.artifact_id ?? []);",
      "const reused_artifacts = compared.reused.flatMap((step) => reuse.get(step)?.artifact_id ?? []).toReversed();",
    ],
  ),
  mutant(
    "deliver-without-nudge",
    "what waited for the end of a run is not looked at",
    "shared/steps/tasks/deliver.ts",
    ["  if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);\n", ""],
  ),
  mutant(
    "advance-one-step",
    "of the steps that wait on a finished one only the first goes on",
    "shared/steps/tasks/finish-step.ts",
    ["for (const step_id of step.dependants)", "for (const step_id of step.dependants.slice(1))"],
  ),
  mutantOf(
    "machines-answer",
    "a wake's words are taken for a person's",
    {
      file: "shared/steps/fold/take-next.ts",
      find: "return startWokenRun(state, action.entry);",
      put: "return foldFollowUps(state, { turn: action.entry.turn, entries: [action.entry] });",
    },
    {
      file: "shared/steps/fold/match-entry.ts",
      find: 'kind === "follow_up" && origin.type === "person" && ',
      put: "",
    },
  ),
  mutant(
    "default-revives",
    "a default sets a failed run going that waits for more",
    "shared/steps/questions/fill-questions.ts",
    ["const starts = mayStart(next) && !mayStart(run);", "const starts = released.length > 0 && !mayStart(run);"],
  ),
  mutantOf("questions-never-end", "the time of a question is never over", {
    file: "shared/steps/sweep/sweep.ts",
    find: 'item.kind === "question" ?',
    put: 'item.kind === "question" && item.turn < 0 ?',
  }),
];
