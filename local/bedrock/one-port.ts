import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer, type Socket } from "node:net";

/** One request, whichever HTTP version it came in. */
export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/** A port that is being listened on. */
export type OpenPort = { readonly port: number; close(): Promise<void> };

/**
 * Listens on 127.0.0.1 and serves HTTP/1.1 and HTTP/2 without TLS on one port: the Bedrock client speaks HTTP/2 with
 * prior knowledge, everything else HTTP/1.1. The first bytes of a connection tell which.
 */
export async function listenOnOnePort(
  port: number,
  serve: (request: Incoming, response: Outgoing) => void,
): Promise<OpenPort> {
  const http1 = createHttpServer(serve);
  const http2 = createHttp2Server(serve);
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A client that goes away is no failure of the server.
    socket.on("error", () => socket.destroy());
    socket.once("readable", () => {
      const first: Buffer | null = socket.read();
      if (first === null) return;
      socket.unshift(first);
      (first.toString("latin1", 0, 3) === "PRI" ? http2 : http1).emit("connection", socket);
    });
  });
  http2.on("sessionError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    front.once("error", reject);
    front.listen(port, "127.0.0.1", resolve);
  });
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number.");
  return {
    port: address.port,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        front.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
