/** The thread of the model: its work on texts and tables must not hold up requests. */
import { flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { startBedrock } from "../bedrock/server.ts";

const { origin } = await startBedrock();
parentPort?.postMessage(origin);
flushCompileCache();
