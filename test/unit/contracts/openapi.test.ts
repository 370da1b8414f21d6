import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openApiDocument } from "../../../shared/contracts/openapi.ts";
import { operations } from "../../../shared/contracts/operations.ts";
import { problems } from "../../../shared/contracts/problems.ts";
import { routes } from "../../../shared/contracts/routes.ts";

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON that it is
type Node = any;

const document: Node = openApiDocument();

const described = Object.entries<Node>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Node>(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
);

function resolve(node: Node): Node {
  if (typeof node?.$ref !== "string") return node;
  return node.$ref
    .slice(2)
    .split("/")
    .reduce((at: Node, part: string) => at?.[part], document);
}

/** Every object in the document, with the way to it. */
function* walk(node: Node, way = "#"): Generator<[string, Node]> {
  if (typeof node !== "object" || node === null) return;
  yield [way, node];
  for (const [key, child] of Object.entries(node)) yield* walk(child, `${way}/${key}`);
}

/** The document's own schema as something that validates. */
function schemaOf(schema: Node): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")));
}

test("every route is described, and nothing else is", () => {
  const listed = routes.map(({ method, path }) => `${method} ${path}`).sort();
  expect(described.map(({ key }) => key).sort()).toEqual(listed);
  expect(Object.keys(operations).sort()).toEqual(listed);
});

test("operation ids are unique, and every tag is declared", () => {
  const ids = described.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = document.tags.map((tag: Node) => tag.name);
  for (const { operation } of described) expect(tags).toEqual(expect.arrayContaining(operation.tags));
});

test("every reference leads somewhere", () => {
  for (const [way, node] of walk(document)) {
    if ("$ref" in node) expect(resolve(node), way).toBeTypeOf("object");
  }
});

test("the document says which version of OpenAPI it is, and has no empty schema but for problems' extensions", () => {
  expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Followthrough" }, servers: [{ url: "/" }] });
  for (const [way, node] of walk(document)) {
    if ("schema" in node) expect(Object.keys(node.schema).length, way).toBeGreaterThan(0);
  }
});

describe.each(described)("$key", ({ key, operation }) => {
  const route = routes.find(({ method, path }) => `${method} ${path}` === key);

  test("needs what the route list says", () => {
    const security = { owner: [{ token: [] }], operator: [{ token: ["followthrough/operator"] }], none: [] };
    expect(operation.security).toEqual(security[route?.auth ?? "none"]);
    expect(operation.summary).toBe(route?.summary);
  });

  test("has a required parameter for each one in its path, and no other", () => {
    const inPath = (operation.parameters ?? []).filter((one: Node) => one.in === "path");
    const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(inPath.map((one: Node) => one.name)).toEqual(names);
    expect(inPath.every((one: Node) => one.required === true)).toBe(true);
    for (const one of operation.parameters ?? []) expect(one).toMatchObject({ name: expect.any(String), schema: {} });
  });

  test("has a body exactly when it needs one, with an example that fits the document and the contract", () => {
    const body = operations[key]?.body;
    expect(operation.requestBody === undefined).toBe(body === undefined);
    if (body === undefined) return;
    const { schema, example } = operation.requestBody.content["application/json"];
    expect(operation.requestBody.required).toBe(body.optional !== true);
    expect(schemaOf(schema).parse(example)).toEqual(example);
    expect(body.schema.parse(example)).toEqual(example);
  });

  test("has an answer with an example that fits the document and the contract", () => {
    const { status, answer } = operations[key] ?? {};
    const response = operation.responses[status ?? 0];
    expect(response.description).not.toBe("");
    expect(response.content === undefined).toBe(status === 204);
    if (answer === undefined) return;
    const { schema, example } = response.content["application/json"];
    expect(schemaOf(schema).parse(example)).toEqual(example);
    expect(answer.schema.parse(example)).toEqual(example);
  });

  test("lists its problems under their own status, with examples that fit", () => {
    const codes = Object.entries<Node>(operation.responses).flatMap(([status, reference]) => {
      const content = resolve(reference).content?.["application/problem+json"];
      return Object.entries<Node>(content?.examples ?? {}).map(([code, { value }]) => {
        expect(String(value.status)).toBe(status);
        expect(schemaOf(content.schema).parse(value)).toEqual(value);
        return code;
      });
    });
    expect(codes).toEqual(expect.arrayContaining(["internal", "unavailable", "invalid_parameter"]));
    if (key.includes("{")) expect(codes).toContain("not_found");
  });

  test("names what API Gateway answers by itself, which has no code, beside the problems", () => {
    const answered = Object.entries<Node>(operation.responses).flatMap(([status, reference]) => {
      const { content, headers } = resolve(reference);
      if (Number(status) < 400 || content["application/json"] === undefined) return [];
      const { schema, example } = content["application/json"];
      expect(schema).toEqual({ $ref: "#/components/schemas/GatewayAnswer" });
      expect(schemaOf(schema).parse(example)).toEqual(example);
      expect(headers).toMatchObject({ "apigw-requestid": {} });
      for (const header of Object.values<Node>(headers)) expect(header.required).not.toBe(true);
      return [Number(status)];
    });
    const refused = { owner: [401], operator: [401, 403], none: [] }[route?.auth ?? "none"];
    const tooLarge = operations[key]?.body === undefined ? [] : [413];
    expect(answered).toEqual([...refused, ...tooLarge, 429, 500, 503]);
  });

  test("takes an Idempotency-Key exactly when it may refuse one that was used for something else", () => {
    const headers = (operation.parameters ?? []).filter((one: Node) => one.in === "header");
    const isKeyed = operations[key]?.keyed === true;
    expect(headers.map((one: Node) => one.name)).toEqual(isKeyed ? ["Idempotency-Key"] : []);
    const unprocessable = resolve(operation.responses[422])?.content["application/problem+json"].examples ?? {};
    expect("idempotency_key_reused" in unprocessable).toBe(isKeyed);
  });
});

test("the routes whose handlers read the Idempotency-Key are keyed, and no other is", () => {
  const functions = join(import.meta.dirname, "../../../functions");
  const handlers = readdirSync(functions, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(functions, name), "utf8"))
    .filter((source) => source.includes("idempotencyKey"));
  const reading = handlers.map((source) => /^\/\*\* `([A-Z]+ \/[^`]+)`/m.exec(source)?.[1]);
  const keyed = Object.keys(operations).filter((key) => operations[key]?.keyed === true);
  expect(reading.sort()).toEqual(keyed.sort());
});

test("every problem there is is described at some route", () => {
  const text = JSON.stringify(document.components.responses);
  for (const code of Object.keys(problems)) expect(text).toContain(`\`${code}\``);
});
