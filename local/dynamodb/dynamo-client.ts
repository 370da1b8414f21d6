import { Agent, request } from "node:http";
import { isJsonObject, type Json, parseJson } from "../json.ts";
import { SetupProblem } from "../problem.ts";

/** The name DynamoDB gave to a refusal, such as `ResourceNotFoundException`. */
export class DynamoError extends Error {
  override readonly name = "DynamoError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

/** Calls DynamoDB without the SDK, which takes longer to load than the rest of the stack takes to start. */
export class DynamoClient {
  readonly #endpoint: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #region: string;

  constructor(endpoint: string, region: string) {
    this.#endpoint = new URL(endpoint);
    this.#region = region;
  }

  /** @throws DynamoError when the server refuses. */
  async call(operation: string, body: object): Promise<{ [key: string]: Json }> {
    const { status, text } = await this.#post(operation, JSON.stringify(body));
    const answer = parseJson(text === "" ? "{}" : text);
    if (!isJsonObject(answer)) throw new Error(`DynamoDB at ${this.#endpoint.origin} does not answer with JSON`);
    if (status === 200) return answer;
    const code = String(answer["__type"] ?? status).replace(/^.*#/, "");
    throw new DynamoError(code, String(answer["message"] ?? answer["Message"] ?? ""));
  }

  close(): void {
    this.#agent.destroy();
  }

  #post(operation: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
    const { promise, resolve, reject } = Promise.withResolvers<{ readonly status: number; readonly text: string }>();
    const outgoing = request(this.#endpoint, {
      method: "POST",
      agent: this.#agent,
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "content-length": Buffer.byteLength(body),
        "x-amz-target": `DynamoDB_20120810.${operation}`,
        // Nobody checks these two, but a request without them is refused.
        "x-amz-date": "20260101T000000Z",
        authorization: `AWS4-HMAC-SHA256 Credential=local/20260101/${this.#region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
      },
    });
    outgoing.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
      response.on("error", reject);
    });
    outgoing.on("error", (error) =>
      reject(new SetupProblem(`DynamoDB at ${this.#endpoint.origin} does not answer (${error.message}).`)),
    );
    outgoing.end(body);
    return promise;
  }
}
