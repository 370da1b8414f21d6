import { basename, resolve as resolvePath } from "node:path";
import * as z from "zod";
import type { FunctionSpec } from "./blueprint.ts";
import type { ResourceReader } from "./resource-reader.ts";
import type { TemplateSource } from "./template-source.ts";

const FunctionProperties = z.object({
  Handler: z.string(),
  Code: z.object({ S3Key: z.string() }),
  // The defaults of Lambda itself.
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.string()).default({}) }).default({ Variables: {} }),
  Layers: z.never({ error: "the local stack does not know layers" }).optional(),
  DeadLetterConfig: z.object({ TargetArn: z.string() }).optional(),
});

const InvokeProperties = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z.number().default(2),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
});

/** The Lambda functions of a template with their code folders and what happens to their asynchronous events. */
export function readFunctions(reader: ResourceReader, source: TemplateSource): FunctionSpec[] {
  const invokes = reader.idsOf("AWS::Lambda::EventInvokeConfig").map((id) => reader.properties(id, InvokeProperties));
  return reader.idsOf("AWS::Lambda::Function").map((logicalId) => {
    const properties = reader.properties(logicalId, FunctionProperties);
    const name = reader.names.nameOf(logicalId);
    const invoke = invokes.find((one) => one.FunctionName === name);
    const folder = codeDir(properties.Code.S3Key, logicalId, source);
    return {
      logicalId,
      name,
      label: basename(folder),
      arn: reader.names.arnOf(logicalId),
      codeDir: folder,
      handler: properties.Handler,
      timeoutSeconds: properties.Timeout,
      memoryMb: properties.MemorySize,
      env: properties.Environment.Variables,
      asyncRetries: invoke?.MaximumRetryAttempts ?? 2,
      onFailureArn: invoke?.DestinationConfig.OnFailure?.Destination ?? properties.DeadLetterConfig?.TargetArn,
    };
  });
}

function codeDir(objectKey: string, logicalId: string, source: TemplateSource): string {
  const asset = Object.values(source.assets.files).find(({ destinations }) =>
    Object.values(destinations).some((destination) => destination.objectKey === objectKey),
  );
  if (asset?.source.path === undefined)
    throw new Error(`the code of ${logicalId} (${objectKey}) is not among the assets`);
  return resolvePath(source.assemblyDir, asset.source.path);
}
