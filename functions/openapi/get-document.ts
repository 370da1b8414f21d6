import { ok } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";

/** `GET /openapi.json`. `document` is the JSON that the build made. */
export function getDocument(document: string): Endpoint {
  const body: unknown = JSON.parse(document);
  return endpoint({}, async () => ok(body));
}
