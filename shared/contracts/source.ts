import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { SourceId } from "./ids.ts";
import { limits } from "./limits.ts";
import { wireLimits } from "./wire-limits.ts";
import { byteLength, lineOfText, tooLarge } from "./wire-text.ts";

/** Kinds of text that the agents can read. */
export const SourceMediaType = z.enum(["text/plain", "text/markdown", "text/csv", "application/json"]);

/** A source sent along as text. */
export const InlineSource = closedObject({
  name: lineOfText(wireLimits.sourceNameCharacters).meta({ description: "File name or title; answers cite it." }),
  media_type: SourceMediaType,
  text: z
    .string()
    .overwrite((text) => text.toWellFormed())
    .min(1)
    .refine((text) => byteLength(text) <= limits.sourceBytesPerRequest, {
      error: `must be at most ${limits.sourceBytesPerRequest} bytes of UTF-8`,
      params: tooLarge,
    }),
}).meta({ id: "InlineSource", description: "A source sent along as text." });
export type InlineSource = z.infer<typeof InlineSource>;

/** A source that was uploaded to the session before. */
const UploadedSource = closedObject({ upload_id: SourceId }).meta({
  id: "UploadedSource",
  description: "A source that was uploaded to the same session before.",
});

/** Either way to name a source. */
const SourceInput = z.union([InlineSource, UploadedSource]);
type SourceInput = z.infer<typeof SourceInput>;

/** The sources of one request: at most 20, and 3 MB of text together. */
export const SourceInputs = z
  .array(SourceInput)
  .max(limits.sourcesPerRequest)
  .refine((sources) => totalBytes(sources) <= limits.sourceBytesPerRequest, {
    error: `must be at most ${limits.sourceBytesPerRequest} bytes of UTF-8 together`,
    params: tooLarge,
  });

function totalBytes(sources: readonly SourceInput[]): number {
  return sources.reduce((sum, source) => sum + ("text" in source ? byteLength(source.text) : 0), 0);
}
