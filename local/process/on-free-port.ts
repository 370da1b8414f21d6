import { freePort } from "./free-port.ts";

const ATTEMPTS = 20;

/**
 * Starts something on a free port, with another port as often as `start` answers "taken": between choosing a port and
 * using it somebody else may take it. For programs that do not tell which port they got when they are given port 0.
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
