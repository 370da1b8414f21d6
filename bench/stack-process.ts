/**
 * The stack in a process of its own, so that the load client's CPU time is not counted with it. Started by
 * `bench/measured-stack.ts`, which asks for snapshots and profiles over IPC.
 */
import type { Worker } from "node:worker_threads";
import { startStack } from "../local/stack.ts";
import type { StackCommand, StackSnapshot } from "./messages.ts";

// Lambda runs in UTC.
process.env["TZ"] = "UTC";
const [dataDir = "", assemblyDir = ""] = process.argv.slice(2);

const workers = new Map<string, Worker>();
process.on("worker", (worker) => {
  const name = worker.threadName ?? `thread ${worker.threadId}`;
  workers.set(name, worker);
  worker.once("exit", () => workers.delete(name));
});

const stack = await startStack({ dataDir, assemblyDir });
const labels = new Map(stack.blueprint.functions.map(({ name, label }) => [name, label]));
const labelOf = (name: string): string => labels.get(name) ?? name;

type Profile = Awaited<ReturnType<Worker["startCpuProfile"]>>;
const profiles = new Map<string, Profile>();

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

async function snapshot(): Promise<StackSnapshot> {
  const threads: Record<string, number> = { front: milliseconds(process.threadCpuUsage()) };
  for (const [name, worker] of workers) threads[labelOf(name)] = milliseconds(await worker.cpuUsage());
  return { threads, total: milliseconds(process.cpuUsage()), rss: process.memoryUsage.rss() };
}

async function run(command: StackCommand): Promise<unknown> {
  switch (command.kind) {
    case "token":
      return await stack.token(command.owner);
    case "settle":
      return await stack.settle(command.limitMs);
    case "snapshot":
      return await snapshot();
    case "profile": {
      const [, worker] = [...workers].find(([name]) => labelOf(name) === command.label) ?? [];
      if (worker === undefined) throw new Error(`there is no thread ${command.label}`);
      profiles.set(command.label, await worker.startCpuProfile());
      return undefined;
    }
    case "profiled": {
      const text = await profiles.get(command.label)?.stop();
      profiles.delete(command.label);
      return text;
    }
    case "stop":
      return await stack.stop();
  }
}

process.on("message", (message: { readonly id: number; readonly command: StackCommand }) => {
  const { id, command } = message;
  run(command).then(
    (result) => process.send?.({ id, result }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  );
});
process.once("disconnect", () => {
  stack.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send?.({
  ready: { origin: stack.origin, dynamodb: stack.endpoints.dynamodb, table: stack.blueprint.tables[0]?.name ?? "" },
});
