/** `npm run ops -- <command>`: looks after any deployment from a terminal, through its operators' routes. */
import { runOps } from "./ops/run-ops.ts";

const { out, err, exitCode } = await runOps(process.argv.slice(2), process.env);
if (out !== "") process.stdout.write(`${out}\n`);
if (err !== "") process.stderr.write(`${err}\n`);
process.exitCode = exitCode;
