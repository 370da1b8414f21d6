import * as z from "zod";
import type { Json } from "../json.ts";

/** One resource of a CloudFormation template, its properties unresolved. */
export const TemplateResource = z.object({
  Type: z.string(),
  Properties: z.custom<{ [key: string]: Json }>().optional(),
  Metadata: z.custom<{ [key: string]: Json }>().optional(),
  Condition: z.string().optional(),
});
export type TemplateResource = z.infer<typeof TemplateResource>;

/** The parts of a CloudFormation template that the local stack reads. */
export const Template = z.object({
  Resources: z.record(z.string(), TemplateResource),
  Parameters: z.record(z.string(), z.object({ Default: z.custom<Json>().optional() })).optional(),
});
export type Template = z.infer<typeof Template>;

/** The list of assets that CDK writes beside a template. */
export const AssetFile = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});
export type AssetFile = z.infer<typeof AssetFile>;
