/** Appends to a log in a process whose files may not grow: `node fill-log.ts <file>`. Prints what became of each line. */
import { DurableLog } from "../../local/process/durable-log.ts";

const [file = ""] = process.argv.slice(2);
const log = await DurableLog.rewrite(file, [{ n: 0 }]);
const append = (line: object) =>
  log.append(line).then(
    () => "kept",
    (error: NodeJS.ErrnoException) => error.code,
  );
const became = [await append({ n: 1 }), await append({ n: 2, much: "x".repeat(2_000) }), await append({ n: 3 })];
await log.close();
process.stdout.write(JSON.stringify(became));
