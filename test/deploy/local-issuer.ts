import { createServer } from "node:http";
import { Issuer } from "../../local/auth/issuer.ts";
import { loadSigningKey, type SigningKey } from "../../local/auth/signing-key.ts";
import { listen } from "../../local/http/listen.ts";

/** A token issuer on this machine whose documents an API can read. */
export interface LocalIssuer {
  readonly issuer: Issuer;
  readonly key: SigningKey;
  close(): Promise<void>;
}

/** Starts one on a free port, with a key that is kept in `folder`. */
export async function startIssuer(folder: string): Promise<LocalIssuer> {
  const key = await loadSigningKey(folder);
  let issuer: Issuer | undefined;
  const server = createServer((request, response) => {
    const document = issuer?.document(request.url ?? "");
    response.writeHead(document === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(document);
  });
  issuer = new Issuer(`http://127.0.0.1:${await listen(server, 0)}`, key);
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { issuer, key, close };
}
