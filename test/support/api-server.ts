import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestApi } from "./api.ts";

/** The interface over a world as a server, for clients that speak HTTP. */
export interface ApiServer {
  readonly url: string;
  stop(): Promise<void>;
}

type Verb = "get" | "post" | "patch" | "delete";

/** Starts it on a free port. A token is `owner` or `owner scope`; `after` runs behind each request. */
export async function startApiServer(api: TestApi, after: () => Promise<void>): Promise<ApiServer> {
  const server = createServer((request, response) => {
    answer(api, request)
      .then(async ({ status, body }) => {
        await after();
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      })
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(api: TestApi, request: IncomingMessage) {
  const [owner = null, scope] = (request.headers.authorization ?? "").replace("Bearer ", "").split(" ");
  const caller = api.as(owner === "" ? null : owner, scope);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const verb = (request.method ?? "GET").toLowerCase() as Verb;
  return caller[verb](
    request.url ?? "/",
    text === "" ? {} : { rawBody: text, headers: { "content-type": "application/json" } },
  );
}
