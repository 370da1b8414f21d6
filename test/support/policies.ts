import type { Synth } from "./synth.ts";

/** A policy statement as it stands in the template. */
export interface Statement {
  readonly Sid?: string;
  readonly Effect: "Allow" | "Deny";
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/** A resource of the template; properties are looked at by the tests. */
export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template has no narrower type, and a wrong path fails the test.
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

/** All resources of a type, by logical id. */
export function resourcesOf({ template }: Synth, type: string): ReadonlyMap<string, Resource> {
  return new Map(Object.entries(template.findResources(type)) as [string, Resource][]);
}

/** Every statement of every identity policy in the stack. */
export function allStatements(synth: Synth): readonly Statement[] {
  return [...resourcesOf(synth, "AWS::IAM::Policy").values()].flatMap(statementsIn);
}

/** The statements of one role's policies. */
export function statementsOf(synth: Synth, roleId: string): readonly Statement[] {
  return [...resourcesOf(synth, "AWS::IAM::Policy").values()]
    .filter(({ Properties }) => Properties.Roles.some((role: { Ref: string }) => role.Ref === roleId))
    .flatMap(statementsIn);
}

/** What a role may do, one line an action and resource, in order. */
export function rightsOf(synth: Synth, roleId: string): readonly string[] {
  return statementsOf(synth, roleId)
    .flatMap((statement) =>
      listOf(statement.Action).flatMap((action) =>
        listOf(statement.Resource).map((resource) => `${action} ${flat(resource)}`),
      ),
    )
    .sort();
}

/** The resources of a statement as text. */
export function resourcesIn(statement: Statement): readonly string[] {
  return listOf(statement.Resource).map(flat);
}

/** A value or a list, as a list. */
export function listOf<Item>(value: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}

/** A template value as text, with references in angle brackets. */
export function flat(value: unknown): string {
  if (typeof value === "string") return value;
  const node = value as Readonly<Record<string, unknown>>;
  if (typeof node["Ref"] === "string") return `<${node["Ref"]}>`;
  if (Array.isArray(node["Fn::GetAtt"])) return `<${node["Fn::GetAtt"].join(".")}>`;
  if (Array.isArray(node["Fn::Join"])) {
    const [separator, parts] = node["Fn::Join"] as [string, readonly unknown[]];
    return parts.map(flat).join(separator);
  }
  throw new Error(`No spelling for ${JSON.stringify(value)}`);
}

function statementsIn({ Properties }: Resource): readonly Statement[] {
  return Properties.PolicyDocument.Statement;
}
