import { describe, expect, test } from "vitest";
import { acceptEndpoints } from "../../../functions/accept/endpoints.ts";
import { readEndpoints } from "../../../functions/http-read/endpoints.ts";
import { writeEndpoints } from "../../../functions/http-write/endpoints.ts";
import { openApiEndpoints } from "../../../functions/openapi/endpoints.ts";
import { operatorEndpoints } from "../../../functions/operator/endpoints.ts";
import { type HttpFunction, routes } from "../../../shared/contracts/routes.ts";
import { httpHandler } from "../../../shared/runtime/http-handler.ts";
import { keptLog, send } from "../../support/http.ts";

const nothing = {} as never;

describe("each function has exactly the routes that the list gives it", () => {
  test.each<{ name: HttpFunction; endpoints: object }>([
    { name: "accept", endpoints: acceptEndpoints(nothing, keptLog().log) },
    { name: "http-read", endpoints: readEndpoints(nothing) },
    { name: "http-write", endpoints: writeEndpoints(nothing, keptLog().log) },
    { name: "operator", endpoints: operatorEndpoints(nothing, keptLog().log) },
    { name: "openapi", endpoints: openApiEndpoints("{}") },
  ])("$name", ({ name, endpoints }) => {
    const listed = routes.filter((route) => route.function === name).map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(endpoints).sort()).toEqual(listed.sort());
  });
});

test("the description is answered as it was built, to anybody", async () => {
  const handler = httpHandler(openApiEndpoints('{"openapi":"3.1.0"}'), keptLog().log);
  const answer = await send(handler, { route: "GET /openapi.json", owner: null });
  expect(answer).toMatchObject({ status: 200, body: { openapi: "3.1.0" } });
});
