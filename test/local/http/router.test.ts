import { expect, test } from "vitest";
import { Router } from "../../../local/http/router.ts";

const router = new Router(
  [
    "GET /runs",
    "GET /runs/{run_id}",
    "ANY /runs/{run_id}",
    "GET /runs/latest",
    "GET /files/{path+}",
    "GET /files/{name}/info",
  ].map((routeKey) => ({ routeKey })),
);
const found = (method: string, path: string) => router.match(method, path)?.route.routeKey;

test("literal text wins over a parameter, and a parameter over a greedy one", () => {
  expect(found("GET", "/runs/latest")).toBe("GET /runs/latest");
  expect(found("GET", "/runs/run_1")).toBe("GET /runs/{run_id}");
  expect(found("GET", "/files/a/info")).toBe("GET /files/{name}/info");
  expect(found("GET", "/files/a/b/c")).toBe("GET /files/{path+}");
});

test("a named method wins over any method", () => {
  expect(found("GET", "/runs/1")).toBe("GET /runs/{run_id}");
  expect(found("DELETE", "/runs/1")).toBe("ANY /runs/{run_id}");
});

test("nothing fits a path that is shorter, longer or of another method", () => {
  expect(found("GET", "/")).toBeUndefined();
  expect(found("GET", "/runs/1/2")).toBeUndefined();
  expect(found("GET", "/runs/")).toBeUndefined();
  expect(found("POST", "/runs")).toBeUndefined();
});

test("path parameters are decoded, and malformed ones are left as they are", () => {
  expect(router.match("GET", "/runs/a%20b")?.parameters).toEqual({ run_id: "a b" });
  expect(router.match("GET", "/runs/%E0%A4")?.parameters).toEqual({ run_id: "%E0%A4" });
  expect(router.match("GET", "/runs")?.parameters).toBeUndefined();
});

test("a default route takes what nothing else takes", () => {
  const withDefault = new Router([{ routeKey: "$default" }, { routeKey: "GET /a" }]);
  expect(withDefault.match("POST", "/x")?.route.routeKey).toBe("$default");
});
