import { once } from "node:events";
import { createServer } from "node:net";

const ATTEMPTS = 20;

/** A port of 127.0.0.1 that was free a moment ago. Somebody else may take it before it is used: see `onFreePort`. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the listening socket has no port");
  return address.port;
}

/**
 * Starts something on a free port, with another port as often as `start` answers "taken".
 * For programs that cannot be given port 0, because they do not tell which port they then got.
 */
export async function onFreePort<T extends object>(
  start: (port: number) => Promise<T | "taken">,
  choose: () => Promise<number> = freePort,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const started = await start(await choose());
    if (started !== "taken") return started;
  }
  throw new Error(`${ATTEMPTS} free ports in a row were taken before they could be used`);
}
