import { spawn } from "node:child_process";
import { once } from "node:events";
import { findBinary } from "../../local/dynamodb/dynoxide.ts";

/** A database on a port, and how to end it. */
export type LimitedDatabase = { stop(): Promise<void> };

/**
 * The database of the local stack on a disk that is nearly full: none of its files may grow beyond `kib`, which needs no
 * rights and no disk of its own. Without `kib` there is room again.
 */
export async function startDatabase(databaseFile: string, port: number, kib?: number): Promise<LimitedDatabase> {
  const binary = findBinary();
  if (binary === null) throw new Error("there is no database binary for this platform");
  // A write beyond the limit has to fail, not to end the process. The shell counts blocks of 512 bytes.
  const limit = kib === undefined ? "" : `trap '' XFSZ; ulimit -f ${kib * 2}; `;
  const serve = [binary, "serve", "--host", "127.0.0.1", "-p", String(port), "--db-path", databaseFile];
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$@"`, "limited", ...serve], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  const listening = Promise.withResolvers<void>();
  child.stderr.on("data", (said: Buffer) => {
    if (said.includes("listening on")) listening.resolve();
  });
  await Promise.race([listening.promise, ended.then(() => Promise.reject(new Error("the database does not start")))]);
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
