import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { SignatureV4 } from "@smithy/signature-v4";
import * as z from "zod";
import { SetupProblem } from "../../local/problem.ts";

const Failure = z.object({
  __type: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});

/** A call that Cognito refused. `code` is the name of its exception. */
export class CognitoRefusal extends SetupProblem {
  readonly code: string;

  constructor(action: string, code: string, message: string) {
    super(`Cognito refused ${action}: ${message} (${code})`);
    this.code = code;
  }
}

/** The user pools of one Region. */
export class Cognito {
  readonly #endpoint: URL;
  readonly #region: string;

  /** `endpoint` stands in for AWS's own. */
  constructor(region: string, endpoint = `https://cognito-idp.${region}.amazonaws.com`) {
    this.#region = region;
    this.#endpoint = new URL(endpoint);
  }

  /** Calls an action that anybody may call. @throws CognitoRefusal */
  async call<T>(action: string, input: object, shape: z.ZodType<T>): Promise<T> {
    return await this.#send(action, JSON.stringify(input), this.#headers(action), shape);
  }

  /** Calls an action with the AWS credentials of whoever runs this. @throws CognitoRefusal */
  async callAsAdministrator<T>(action: string, input: object, shape: z.ZodType<T>): Promise<T> {
    const body = JSON.stringify(input);
    const signer = new SignatureV4({
      service: "cognito-idp",
      region: this.#region,
      credentials: defaultProvider(),
      sha256: Sha256,
    });
    const { protocol, hostname, host, port } = this.#endpoint;
    const headers = { ...this.#headers(action), host };
    const where = { protocol, hostname, ...(port !== "" && { port: Number(port) }), path: "/", query: {} };
    const signed = await signer.sign({ method: "POST", ...where, headers, body });
    return await this.#send(action, body, signed.headers, shape);
  }

  #headers(action: string): Record<string, string> {
    return {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${action}`,
    };
  }

  async #send<T>(action: string, body: string, headers: Record<string, string>, shape: z.ZodType<T>): Promise<T> {
    const response = await fetch(this.#endpoint, { method: "POST", headers, body });
    const answer: unknown = await response.json();
    if (response.ok) return shape.parse(answer);
    const { __type = "UnknownError", message, Message = "no reason given" } = Failure.parse(answer);
    throw new CognitoRefusal(action, __type.split("#").at(-1) ?? __type, message ?? Message);
  }
}

/** SHA-256 in the form the signer asks for; with a secret it is the keyed one. */
class Sha256 {
  readonly #make: () => Hash | Hmac;
  #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret === undefined ? undefined : bytesOf(secret);
    this.#make = () => (key === undefined ? createHash("sha256") : createHmac("sha256", key));
    this.#hash = this.#make();
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {
    this.#hash = this.#make();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === "string") return Buffer.from(data, "utf8");
  if (data instanceof ArrayBuffer) return Buffer.from(data);
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}
