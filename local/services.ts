import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { type Assembly, prepareAssembly, readAssembly } from "./assembly/assembly.ts";
import type { Activity } from "./clock/activity.ts";
import { type Clock, VirtualClock } from "./clock/clock.ts";
import { DynamoClient } from "./dynamodb/dynamo-client.ts";
import { Dynoxide } from "./dynamodb/dynoxide.ts";
import { otherServer } from "./dynamodb/other-server.ts";
import type { InvokeResult } from "./functions/sandbox.ts";
import type { StackOptions } from "./options.ts";
import { BedrockService } from "./process/bedrock-service.ts";
import type { DataFolder } from "./process/data-folder.ts";
import { QueueService } from "./sqs/queue-service.ts";
import type { StackParts } from "./stack-parts.ts";

/** What the parts of a stack share while they are started. */
export interface Setting {
  readonly options: StackOptions;
  readonly parts: StackParts;
  readonly folder: DataFolder;
  readonly clock: Clock;
  readonly activity: Activity;
  /** Origin of the HTTP API, which is the issuer of its tokens too. */
  readonly origin: string;
  readonly say: (sentence: string) => void;
  readonly onLost: (reason: string) => void;
}

/** The services that need nothing of the template to start. */
export interface Services {
  readonly assembly: Assembly;
  readonly dynamo: DynamoClient;
  readonly dynamodbOrigin: string;
  /** End of the tables' names. */
  readonly tableSuffix: string;
  readonly queues: QueueService;
  readonly sqsOrigin: string;
  readonly bedrockOrigin: string;
}

/** The Region the stack is in. Nothing but names depends on it. */
export const region = "us-east-1";
/** The account the stack is in. */
export const accountId = "000000000000";

const root = join(import.meta.dirname, "..");

/** The memory other threads read the time from; undefined while the clock is the machine's. */
export function clockCell(clock: Clock): SharedArrayBuffer | undefined {
  return clock instanceof VirtualClock ? clock.cell : undefined;
}

/** Starts database, queues and model side by side, while the template is made or found. */
export async function startServices(
  setting: Setting,
  invoke: (functionName: string, event: string) => Promise<InvokeResult>,
): Promise<Services> {
  const { options, parts, activity, say } = setting;
  const queues = new QueueService({
    region,
    clockCell: clockCell(setting.clock),
    invoke: (functionName, event) => activity.track(async () => payloadOf(await invoke(functionName, event))),
    onChange: () => activity.touch(),
    onLost: (reason) => setting.onLost(`the queues ended: ${reason}`),
  });
  parts.queues = queues;
  const bedrock = new BedrockService(setting.onLost);
  parts.bedrock = bedrock;
  const work = [
    options.assemblyDir === undefined ? prepareAssembly(root, say) : Promise.resolve(readAssembly(options.assemblyDir)),
    startDatabase(setting),
    queues.origin(),
    bedrock.origin(),
  ] as const;
  // All of them are waited for, or one that is still starting would outlive the stack that failed.
  await Promise.allSettled(work);
  const [assembly, { dynamodbOrigin, tableSuffix }, sqsOrigin, bedrockOrigin] = await Promise.all(work);
  const dynamo = new DynamoClient(dynamodbOrigin, region);
  parts.dynamo = dynamo;
  return { assembly, dynamo, dynamodbOrigin, tableSuffix, queues, sqsOrigin, bedrockOrigin };
}

function payloadOf(result: InvokeResult): string | undefined {
  return result.kind === "ok" ? result.payload : undefined;
}

async function startDatabase({
  options,
  parts,
  folder,
  onLost,
}: Setting): Promise<Pick<Services, "dynamodbOrigin" | "tableSuffix">> {
  const other = otherServer(options.dynamodbEndpoint);
  if (other !== undefined) return { dynamodbOrigin: other, tableSuffix: `-${markOf(folder)}` };
  const logFile = join(folder.folder("logs"), "dynamodb.log");
  parts.dynoxide = await Dynoxide.start({ databaseFile: folder.file("dynamodb.sqlite"), logFile, onLost });
  return { dynamodbOrigin: parts.dynoxide.origin, tableSuffix: "" };
}

/** Tells the tables of this folder from those that another stack has on the same server. It stays with the folder. */
function markOf(folder: DataFolder): string {
  const kept = folder.readJson("table-mark.json");
  if (typeof kept === "string") return kept;
  const mark = randomUUID();
  folder.writeJson("table-mark.json", mark);
  return mark;
}
