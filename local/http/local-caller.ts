import type { IncomingMessage } from "node:http";

/** A page of another site can reach this port too; its browser names it in `origin`, or another host in `host`. */
export function isLocalCaller(request: IncomingMessage): boolean {
  const { host = "", origin } = request.headers;
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  return isLoopback && (origin === undefined || origin === `http://${host}`);
}
