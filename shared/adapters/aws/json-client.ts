import { type TimeLimits, WholeHandler } from "./http-handler.ts";
import { type Credentials, JsonSigner } from "./signer.ts";

/** What a client of the SDK knows once it is made. */
type Configured = {
  readonly config: { region(): Promise<string>; credentials(): Promise<Credentials> };
};

/** What clients of JSON services are made with. */
export type JsonClientParts = {
  readonly maxAttempts: number;
  readonly requestHandler: WholeHandler;
  readonly signer: JsonSigner;
};

/** Attempts of one request. */
const maxAttempts = 3;

/**
 * A client of the SDK for a service that speaks JSON, with sockets and signatures that cost half of the SDK's own.
 * `make` gets the parts. The client resolves Region, endpoint and credentials, and repeats what may pass, as always.
 */
export function jsonClient<Client extends Configured>(
  service: string,
  limits: TimeLimits,
  make: (parts: JsonClientParts) => Client,
): Client {
  const signer = new JsonSigner({
    service,
    region: () => client.config.region(),
    credentials: () => client.config.credentials(),
  });
  const client = make({ maxAttempts, requestHandler: new WholeHandler(limits), signer });
  return client;
}
