import * as z from "zod";
import type { FunctionSpec } from "./blueprint.ts";
import { resolve } from "./intrinsics.ts";
import { type Location, ResourceNames } from "./resource-names.ts";
import type { Template, TemplateResource } from "./template-file.ts";

/** Reads resources of a template: by type, resolved, and checked against a shape. */
export class ResourceReader {
  readonly names: ResourceNames;
  readonly #template: Template;

  constructor(template: Template, location: Location) {
    this.#template = template;
    this.names = new ResourceNames(template, location);
  }

  /** Logical ids of all resources of a type, in the template's order. */
  idsOf(type: string): string[] {
    return Object.entries(this.#template.Resources).flatMap(([id, resource]) => (resource.Type === type ? [id] : []));
  }

  /** The properties of a resource without intrinsics. @throws when they do not have the shape. */
  properties<Shape extends z.ZodType>(logicalId: string, shape: Shape): z.infer<Shape> {
    const resource = this.resource(logicalId);
    const parsed = shape.safeParse(resolve(resource.Properties ?? {}, this.names));
    if (parsed.success) return parsed.data;
    throw new Error(`${resource.Type} ${logicalId} of the template: ${z.prettifyError(parsed.error)}`);
  }

  resource(logicalId: string): TemplateResource {
    const resource = this.#template.Resources[logicalId];
    if (resource === undefined) throw new Error(`the template does not contain ${logicalId}`);
    return resource;
  }

  /** The function that a name or an ARN means, also one with the address API Gateway wraps around it. */
  functionNamed(nameOrArn: string, functions: readonly FunctionSpec[]): FunctionSpec {
    const wrapped = /\/functions\/(arn:.+)\/invocations$/.exec(nameOrArn);
    const wanted = wrapped?.[1] ?? nameOrArn;
    const found = functions.find(({ name, arn }) => name === wanted || arn === wanted);
    if (found === undefined) throw new Error(`the template contains no function ${nameOrArn}`);
    return found;
  }
}
