import { createHash, createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** What a client hands over to be signed. */
export type UnsignedRequest = {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
};

/** Credentials as the SDK resolves them. */
export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** Where a signature holds. What the SDK does not say is as the signer was made. */
export type SigningOptions = {
  /** The SDK always says it, corrected by how far this machine's clock is off. */
  readonly signingDate?: string | number | Date;
  readonly signingRegion?: string;
  readonly signingService?: string;
};

/** Whose requests are signed. */
export type Signing = {
  readonly service: string;
  region(): Promise<string>;
  credentials(): Promise<Credentials>;
};

/** The headers that a signature covers besides those that begin with `x-amz-`. */
const covered: ReadonlySet<string> = new Set(["content-type", "host"]);

/**
 * Signature Version 4 for the JSON protocols of AWS: a POST with a whole body, without a query. The SDK's own signer
 * serves every protocol, is made anew for each request and costs 0.2 ms of CPU, as much as all else that the SDK does;
 * this one keeps the day's key and costs a fifth of that. Everything around it stays the SDK's.
 */
export class JsonSigner {
  readonly #signing: Signing;
  #key: { readonly of: string; readonly key: KeyObject } | undefined;

  constructor(signing: Signing) {
    this.#signing = signing;
  }

  /** The request with its signature. @throws TypeError for a request that is no such POST. */
  async sign<T extends UnsignedRequest>(request: T, options: SigningOptions = {}): Promise<T> {
    const { method, path, query = {}, headers, body = "" } = request;
    const isWhole = typeof body === "string" || body instanceof Uint8Array;
    if (!isWhole || Object.keys(query).length > 0 || options.signingDate === undefined)
      throw new TypeError("only a dated request with a whole body and without a query can be signed");
    const credentials = await this.#signing.credentials();
    const region = options.signingRegion ?? (await this.#signing.region());
    const service = options.signingService ?? this.#signing.service;
    const date = new Date(options.signingDate).toISOString().replaceAll(/[:-]|\.\d+/g, "");
    headers["x-amz-date"] = date;
    if (credentials.sessionToken !== undefined) headers["x-amz-security-token"] = credentials.sessionToken;
    const [names, lines] = canonicalHeaders(headers);
    const scope = `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
    const canonical = `${method}\n${path}\n\n${lines}\n${names}\n${sha256(body)}`;
    const signature = createHmac("sha256", this.#keyOf(credentials, scope))
      .update(`AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`)
      .digest("hex");
    headers["authorization"] =
      `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return request;
  }

  /** The derived key, which holds for a day, a Region and a service. */
  #keyOf({ secretAccessKey }: Credentials, scope: string): KeyObject {
    const of = `${secretAccessKey}/${scope}`;
    if (this.#key?.of !== of) {
      let key: Buffer | string = `AWS4${secretAccessKey}`;
      for (const part of scope.split("/")) key = createHmac("sha256", key).update(part).digest();
      this.#key = { of, key: createSecretKey(Buffer.from(key)) };
    }
    return this.#key.key;
  }
}

function canonicalHeaders(headers: Readonly<Record<string, string>>): readonly [names: string, lines: string] {
  const names = Object.keys(headers)
    .filter((name) => name.startsWith("x-amz-") || covered.has(name))
    .sort();
  let lines = "";
  for (const name of names) lines += `${name}:${headers[name]?.trim().replaceAll(/ +/g, " ")}\n`;
  return [names.join(";"), lines];
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
