import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import type { WirePool } from "./wire-socket.ts";

/** What the SDK hands to whoever sends its requests. */
type SentRequest = { readonly headers: Readonly<Record<string, string>>; readonly body?: string | Uint8Array };

const ordinary = { region: "us-east-1", credentials: { accessKeyId: "test", secretAccessKey: "test" } };

/** The SDK's client as it is. */
export const ordinaryClient = (endpoint: string): DynamoDBClient => new DynamoDBClient({ ...ordinary, endpoint });

/**
 * The real SDK client over sockets that cost a third of its own. It does without what only a real service looks at: a
 * signature, and who asks. Its timeouts are not there either; `table.test.ts` and the local stack use the SDK's own.
 */
export function wireClient(wire: WirePool, more: Pick<DynamoDBClientConfig, "retryStrategy"> = {}): DynamoDBClient {
  const requestHandler = {
    metadata: { handlerProtocol: "http/1.1" },
    async handle(request: SentRequest) {
      const action = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
      const { status, body } = await wire.ask(action, request.body ?? "{}");
      const headers = {
        "content-type": "application/x-amz-json-1.0",
        "content-length": String(body.byteLength),
      };
      return { response: new HttpResponse({ statusCode: status, headers, body }) };
    },
  };
  const client = new DynamoDBClient({
    ...ordinary,
    ...more,
    endpoint: wire.origin,
    // The socket sends a signature of its own; the database looks for one and does not check it.
    signer: { sign: async (request) => request },
    requestHandler: requestHandler as unknown as NonNullable<DynamoDBClientConfig["requestHandler"]>,
  });
  for (const name of ["getUserAgentMiddleware", "hostHeaderMiddleware", "recursionDetectionMiddleware"])
    client.middlewareStack.remove(name);
  return client;
}
