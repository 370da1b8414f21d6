import { createServer } from "node:http";
import { listen } from "../http/listen.ts";

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
