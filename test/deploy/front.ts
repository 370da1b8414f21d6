import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { listen } from "../../local/http/listen.ts";

/** A port on this machine that stands before the emulator. */
export interface Front {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Passes every request on as if it had come over TLS, for the reasons in `emulator-faults.ts`. `target` gives the port
 * of the emulator, which is started after its front, and the Host header that requests get instead of their own.
 */
export async function startFront(target: () => { readonly port: number; readonly host?: string }): Promise<Front> {
  const server = createServer((incoming, outgoing) => passOn(incoming, outgoing, target()));
  // The emulator holds long polls open for as long as the API does.
  server.requestTimeout = 0;
  const port = await listen(server, 0);
  return { port, origin: `http://127.0.0.1:${port}`, close: () => close(server) };
}

function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, host }: { readonly port: number; readonly host?: string },
): void {
  const headers = { ...incoming.headers, "x-forwarded-proto": "https", ...(host !== undefined && { host }) };
  const { method, url: path } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.once("error", () => outgoing.destroy());
  outgoing.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
