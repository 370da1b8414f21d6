/** `npm start`: runs the whole system on this machine until Ctrl-C. Prints one line, when requests will succeed. */
import "../scripts/require-node.mjs";
import { enableCompileCache } from "node:module";
import { compileCacheDir } from "./process/compile-cache.ts";

// Before anything else is loaded, so that the next start has it compiled.
enableCompileCache(compileCacheDir);
// Lambda runs in UTC.
process.env["TZ"] = "UTC";

const { SetupProblem } = await import("./problem.ts");
const { optionsFrom } = await import("./settings.ts");
const { startStack } = await import("./stack.ts");

try {
  const starting = startStack(optionsFrom(process.env));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A second signal ends the process at once; the database ends by itself then.
    process.once(signal, () => {
      const stopped = starting.then((stack) => stack.stop());
      stopped.then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  const stack = await starting;
  process.stdout.write(`ready ${stack.origin}\n`);
  const reason = await stack.lost;
  process.stderr.write(`${reason}\n`);
  await stack.stop();
  process.exit(1);
} catch (error) {
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = error instanceof SetupProblem ? error.message : whole;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
