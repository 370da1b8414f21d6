/** A stack in a process of its own, so that a test can kill it: `node tiny-stack-process.ts <assembly> <data>`. */
import { startStack } from "../../local/stack.ts";

const [assemblyDir, dataDir = ""] = process.argv.slice(2);
if (assemblyDir === undefined) throw new Error("the folder of the assembly is missing");
const stack = await startStack({ assemblyDir, dataDir });
process.once("SIGTERM", () => void stack.stop().then(() => process.exit(0)));
process.stdout.write(`ready ${stack.origin} ${stack.endpoints.dynamodb} ${stack.endpoints.scheduler}\n`);
