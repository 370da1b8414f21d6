import type { IncomingMessage } from "node:http";

/** The whole body of a request, or undefined when it is longer than `limitBytes`; the rest is then left unread. */
export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes) return Promise.resolve(undefined);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > limitBytes) {
      request.pause();
      resolve(undefined);
      return;
    }
    chunks.push(chunk);
  });
  request.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
  request.on("error", reject);
  return promise;
}
