import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import { getDocument } from "./get-document.ts";

/** The route of this function, by route key. */
export function openApiEndpoints(document: string): Readonly<Record<string, Endpoint>> {
  return { "GET /openapi.json": getDocument(document) };
}
