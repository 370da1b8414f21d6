import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { loadSigningKey } from "../../local/auth/signing-key.ts";
import { type Stack, startStack } from "../../local/stack.ts";
import { operations } from "../../shared/contracts/operations.ts";
import { routes } from "../../shared/contracts/routes.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person, type Reply } from "../scenarios/person.ts";
import { badTokens, oddTokens } from "../support/bad-tokens.ts";
import { type Belongings, everythingOf, letWait, settleIn, withoutRequest } from "../support/tenancy/belongings.ts";
import { tenancyDocument } from "../support/tenancy/document.ts";
import {
  type ForeignRequest,
  foreignRequests,
  requestWith,
  type WireRequest,
} from "../support/tenancy/foreign-requests.ts";
import { idPlaces, operatorsRoutes, ownersRoutes, routeKey } from "../support/tenancy/id-places.ts";

let stack: Stack;
let deployment: Deployment;
let ada: Belongings;
let eve: Belongings;
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-tenancy-"));
const document = join(import.meta.dirname, "../../docs/tenancy.md");

beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual" });
  deployment = {
    origin: stack.origin,
    token: (owner, options) => stack.token(owner, options),
    pass: async (by) => void (await stack.advance(by)),
  };
  const [hers, others] = await Promise.all([settleIn(deployment, "ada"), settleIn(deployment, "eve")]);
  await stack.settle();
  await model({ fail: { error: "ServiceUnavailableException", times: 1_000_000 } });
  [ada, eve] = await Promise.all([letWait(deployment, "ada", hers), letWait(deployment, "eve", others)]);
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function model(disturbance: object): Promise<void> {
  const body = JSON.stringify(disturbance);
  expect((await fetch(`${stack.endpoints.bedrock}/_control`, { method: "POST", body })).status).toBe(200);
}

/** Everything that an answer says, but for what names the request. */
type Said = { readonly status: number; readonly body: unknown; readonly headers: Readonly<Record<string, string>> };

async function ask(person: Person, { method, url, body }: WireRequest): Promise<Said> {
  const started = performance.now();
  const reply = await person.send(method, url, body);
  // Whoever may not read it does not wait for news of it either.
  expect(performance.now() - started, url).toBeLessThan(15_000);
  return said(reply);
}

function said({ status, body, headers }: Reply): Said {
  const kept = [...headers].filter(([name]) => !["date", "apigw-requestid"].includes(name));
  return { status, body: withoutRequest(body), headers: Object.fromEntries(kept) };
}

/** Where an id of another's is no 404, because the request is about something of the caller's own. */
const otherAnswers: Readonly<Record<string, number>> = {
  // The other entry does not wait here; it might as well have been taken in.
  "PATCH /api/sessions/{session_id}/mailbox/{event_id} `before` of the body": 409,
  // Sources are looked for when the run is planned: see below what becomes of it.
  "POST /api/runs `sources.upload_id` of the body": 202,
  "POST /api/runs/{run_id}/messages `content.attachments.upload_id` of the body": 202,
};

type Row = { readonly route: string; readonly where: string; readonly status: number };
const matrix: Row[] = [];

describe("INV-9 what belongs to another", () => {
  test("every route that names something has a place for it in the matrix, and every kind of id is somewhere", () => {
    const kinds = new Set([...ownersRoutes, ...operatorsRoutes].flatMap(idPlaces).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(["art", "evt", "fu", "run", "ses", "src"]);
    expect(ownersRoutes.length + operatorsRoutes.length).toBe(routes.filter(({ auth }) => auth !== "none").length);
  });

  test.each(ownersRoutes.map((route) => ({ name: routeKey(route), route })))(
    "$name: is answered like what never was",
    async ({ name, route }) => {
      const before = await everythingOf(ada);
      const cases = ada.groups.flatMap((theirs) =>
        eve.groups.flatMap((own) => foreignRequests(route, { own, theirs })),
      );
      const rows = new Map<string, Row>();
      for (const one of cases) rows.set(one.where, { route: name, where: one.where, status: await compare(one) });
      if (cases.length === 0) await listsNothingForeign(route);
      matrix.push(...rows.values());
      expect(await everythingOf(ada)).toEqual(before);
    },
  );

  async function compare({ route, where, foreign, unknown }: ForeignRequest): Promise<number> {
    const [to, instead] = [await ask(eve.person, foreign), await ask(eve.person, unknown)];
    const why = `${foreign.method} ${foreign.url} ${JSON.stringify(to.body)}`;
    expect(to.status, why).toBe(otherAnswers[`${route} ${where}`] ?? 404);
    expect(JSON.stringify(to), why).not.toContain(ada.mark);
    if (to.status !== 202) expect(to, why).toEqual(instead);
    else expect(instead.status, why).toBe(202);
    return to.status;
  }

  async function listsNothingForeign(route: (typeof ownersRoutes)[number]): Promise<void> {
    const answer = await ask(eve.person, requestWith(route, eve.groups[0]));
    expect([200, 201]).toContain(answer.status);
    for (const id of [...Object.values(ada.groups[0]), ...Object.values(ada.groups[1]), ada.mark])
      expect(JSON.stringify(answer.body)).not.toContain(id);
  }

  test.each(operatorsRoutes.map((route) => ({ name: routeKey(route), route })))(
    "$name: needs the operators' scope, whatever it names",
    async ({ name, route }) => {
      const requests = [ada, eve].flatMap(({ groups }) => groups.map((ids) => requestWith(route, ids)));
      for (const request of requests) {
        expect(await ask(eve.person, request), request.url).toMatchObject({
          status: 403,
          body: { message: "Forbidden" },
        });
      }
      matrix.push({ route: name, where: "anything", status: 403 });
    },
  );
});

describe("cursors", () => {
  const paged = ownersRoutes.filter((route) => "cursor" in (operations[routeKey(route)]?.query?.shape ?? {}));
  const Page = z.object({ next_cursor: z.string() });
  const refused = { status: 400, body: { code: "invalid_cursor" } };
  const at = (route: (typeof paged)[number], of: Belongings, more: string, group: 0 | 1 = 0) => {
    const { method, url } = requestWith(route, of.groups[group]);
    const [path, search = ""] = url.split("?");
    const query = new URLSearchParams(`${search}&${more}`);
    query.delete("wait");
    return { method, url: `${path}?${query}` };
  };

  test("INV-9 of another owner, list or filter are refused on every list", async () => {
    expect(paged.length).toBeGreaterThan(5);
    const cursors = new Map<string, string>();
    for (const route of paged) {
      const { body } = await ada.person.send("GET", at(route, ada, "limit=1").url);
      cursors.set(
        routeKey(route),
        Page.parse(body, { error: () => `${routeKey(route)}: ada needs two of these` }).next_cursor,
      );
    }
    for (const route of paged) {
      const own = cursors.get(routeKey(route)) ?? "";
      expect(await ask(ada.person, at(route, ada, `limit=1&cursor=${own}`))).toMatchObject({ status: 200 });
      for (const [from, cursor] of cursors) {
        expect(await ask(eve.person, at(route, eve, `cursor=${cursor}`)), `${from} to eve`).toMatchObject(refused);
        if (from === routeKey(route)) continue;
        expect(await ask(ada.person, at(route, ada, `cursor=${cursor}`)), `${from} at ${route.path}`).toMatchObject(
          refused,
        );
      }
      // Another session or run is another list.
      if (route.path.includes("{"))
        expect(await ask(ada.person, at(route, ada, `cursor=${own}`, 1))).toMatchObject(refused);
    }
  });

  test("of operators hold for one filter", async () => {
    const operator = await Person.of(deployment, "olga", { operator: true });
    const list = "/api/agents/report/follow-ups";
    const { body } = await operator.send("GET", `${list}?limit=1`);
    const { next_cursor } = Page.parse(body);
    expect((await operator.send("GET", `${list}?limit=1&cursor=${next_cursor}`)).status).toBe(200);
    for (const other of [`${list}?status=fired`, `${list}?session_id=${ada.groups[0].ses}`, "/api/operations/actions?"])
      expect(await operator.send("GET", `${other}&cursor=${next_cursor}`), other).toMatchObject(refused);
    const second = await Person.of(deployment, "otto", { operator: true });
    expect(await second.send("GET", `${list}?cursor=${next_cursor}`)).toMatchObject(refused);
  });
});

describe("tokens", () => {
  test("none but a good one opens any route, and all are refused alike", async () => {
    const key = await loadSigningKey(dataDir);
    const bad = [...(await badTokens(stack.origin, key)), ...(await oddTokens(stack.origin, key))];
    const headers = bad.map(({ why, token }) => ({ why, authorization: `Bearer ${token}` }));
    const nothing = { why: "none", authorization: undefined };
    for (const route of [...ownersRoutes, ...operatorsRoutes]) {
      const { method, url } = requestWith(route, ada.groups[0]);
      for (const { why, authorization } of [nothing, { why: "no token", authorization: "Bearer" }, ...headers]) {
        const answer = await fetch(stack.origin + url, {
          method,
          headers: { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) },
          ...(method === "GET" ? {} : { body: "{}" }),
        });
        expect(answer.status, `${routeKey(route)} with a token ${why}`).toBe(401);
        expect(await answer.text()).not.toContain(ada.mark);
      }
    }
  });
});

describe("idempotency keys", () => {
  // A retry needs a run that failed; its key is tried in test/store/runs/retry.test.ts.
  const keyed = ownersRoutes.filter(
    (route) => operations[routeKey(route)]?.keyed === true && !route.path.endsWith("/retry"),
  );
  const Made = z.looseObject({ id: z.string().optional(), event_id: z.string().optional() });

  test.each(keyed.map((route) => ({ name: routeKey(route), route })))(
    "INV-9 $name: the same key of two owners makes two things",
    async ({ name, route }) => {
      const key = { "idempotency-key": `shared ${name}`.replaceAll(/[^!-~]/g, "-") };
      const send = async ({ person }: Belongings, { method, url, body }: WireRequest) =>
        person.send(method, url, body, key);
      const [hers, others] = [requestWith(route, ada.groups[0]), requestWith(route, eve.groups[0])];
      const first = await send(ada, hers);
      const second = await send(eve, others);
      const again = [await send(ada, hers), await send(eve, others)];
      expect([first.status, second.status]).toEqual([operations[name]?.status, operations[name]?.status]);
      expect(again.map(({ body }) => body)).toEqual([first.body, second.body]);
      const [one, other] = [Made.parse(first.body), Made.parse(second.body)];
      expect(one.id ?? one.event_id).not.toBe(other.id ?? other.event_id);
      // A key that another has used tells nothing of what it was used for.
      if (route.path.includes("{")) {
        const used = said(await send(eve, hers));
        expect(used).toMatchObject({ status: 404 });
        expect(used).toEqual(said(await eve.person.send(hers.method, hers.url, hers.body)));
      }
    },
  );
});

describe("INV-9 what is only looked for later", () => {
  beforeAll(async () => {
    await model({ reset: true });
    await stack.settle();
  });

  /** What comes of a request with another's id and of the same with one that never was, apart from the names of things. */
  async function endsOf(ids: readonly [string, string], send: (id: string) => Promise<string>): Promise<string> {
    const before = await everythingOf(ada);
    const ends: unknown[] = [];
    for (const id of ids) {
      const path = await send(id);
      await stack.settle();
      const { body } = await eve.person.send("GET", path);
      const text = JSON.stringify(body).replaceAll(id, "the id");
      const bare = text.replaceAll(/\b(?:ses|run|evt|art|src)_[0-9A-Z_]+/g, "").replaceAll(/"seq":\d+/g, '"seq":0');
      expect(bare).not.toContain(ada.mark);
      ends.push(JSON.parse(bare));
    }
    expect(ends[0]).toEqual(ends[1]);
    expect(await everythingOf(ada)).toEqual(before);
    return JSON.stringify(ends[0]);
  }
  const Started = z.object({ session_id: z.string() });
  const never = (kind: string) => `${kind}_0000000000ABCDEFGHJKMNPQRS`;

  test("a source of another's session is missing like one that never was", async () => {
    const end = await endsOf([ada.groups[0].src, never("src")], async (upload_id) => {
      const body = { agent: "report", input: "Write a report on energy use", sources: [{ upload_id }] };
      const { session_id } = Started.parse((await eve.person.send("POST", "/api/runs", body)).body);
      return `/api/sessions/${session_id}/messages`;
    });
    expect(end).toContain("source_missing");
  });

  test("an answer to another's question answers nothing, like one to a question that never was", async () => {
    await endsOf([ada.groups[0].q, never("q")], async (question) => {
      const body = { agent: "report", input: "Write a report", sources: exampleSources() };
      const { session_id, id } = Started.extend({ id: z.string() }).parse(
        (await eve.person.send("POST", "/api/runs", body)).body,
      );
      await stack.settle();
      const answer = { content: { text: "" }, answers: { [question]: "Energy use" } };
      expect((await eve.person.send("POST", `/api/runs/${id}/messages`, answer)).status).toBe(202);
      return `/api/sessions/${session_id}/messages`;
    });
    const { body } = await ada.person.send("GET", `/api/runs/${ada.asking}/questions`);
    expect(body).toMatchObject({ items: [{ id: ada.groups[0].q, status: "open" }] });
  });
});

test("docs/tenancy.md shows the matrix as it was answered", async () => {
  await expect(tenancyDocument(matrix)).toMatchFileSnapshot(document);
});
