import * as z from "zod";

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/** Accepts any JSON value; a named schema so that the OpenAPI document shows one component. */
export const Json: z.ZodType<Json> = z
  .lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)]))
  .meta({ id: "Json" });

/** Accepts a JSON object. */
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), Json).meta({ id: "JsonObject" });
