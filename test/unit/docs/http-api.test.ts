import { expect, test } from "vitest";
import { Entry } from "../../../shared/contracts/document-parts.ts";
import { EventView } from "../../../shared/contracts/event.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { OnBusyChoice } from "../../../shared/contracts/on-busy-choice.ts";
import { operations } from "../../../shared/contracts/operations.ts";
import { PostMessage } from "../../../shared/contracts/post-message.ts";
import { problems } from "../../../shared/contracts/problems.ts";
import { routes } from "../../../shared/contracts/routes.ts";
import { RunView } from "../../../shared/contracts/run.ts";
import { SourceMediaType } from "../../../shared/contracts/source.ts";
import { wireLimits } from "../../../shared/contracts/wire-limits.ts";
import { codeIn, documentOf, namesOf, rowsOf } from "./tables.ts";

const document = documentOf("http-api.md");
const { content, ...beside } = PostMessage.shape;

test.each([
  ["type", EventView.shape.type.options],
  ["status", RunView.shape.status.options],
  ["`on_busy` | a message to the run that goes on", OnBusyChoice.options],
  ["disposition", Entry.shape.disposition.options.map(({ shape }) => shape.kind.value)],
  ["member", [...Object.keys(content.shape).map((name) => `content.${name}`), ...Object.keys(beside)]],
])("the table of each %s names all of them and nothing else", (heading, names) => {
  expect(namesOf(document, heading).toSorted()).toEqual([...names].toSorted());
});

test("each disposition is shown with what it has", () => {
  for (const [name = "", members = ""] of rowsOf(document, "disposition")) {
    const schema = Entry.shape.disposition.options.find(({ shape }) => `\`${shape.kind.value}\`` === name);
    const held = Object.keys(schema?.shape ?? {}).filter((member) => member !== "kind");
    expect(codeIn(members), name).toEqual(held);
  }
});

test("every problem stands at its status", () => {
  const shown = rowsOf(document, "status | codes").flatMap(([statuses = "", codes = ""]) =>
    codeIn(codes).map((code) => ({ code, statuses: statuses.split(", ").map(Number) })),
  );
  expect(shown.map(({ code }) => code).toSorted()).toEqual(Object.keys(problems).toSorted());
  for (const { code, statuses } of shown) {
    expect(statuses, code).toContain(problems[code as keyof typeof problems].status);
  }
});

test("every route that is named is there, and those that take an idempotency key are all named", () => {
  const known = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
  const named = codeIn(document).filter((code) => /^[A-Z]+ \/api/.test(code));
  const plain = named.map((route) => route.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "{}"));
  expect(plain.length).toBeGreaterThan(10);
  expect(plain.filter((route) => !known.includes(route))).toEqual([]);
  const keyed = Object.keys(operations).filter((route) => operations[route]?.keyed === true);
  expect(namesOf(document, "request").toSorted()).toEqual(keyed.toSorted());
});

test("every kind of source can be seen", () => {
  const [row = []] = rowsOf(document, "member").filter(([name]) => name === "`content.attachments`");
  expect(codeIn(row[1] ?? "")).toEqual(expect.arrayContaining([...SourceMediaType.options]));
});

test("the limits are those of the code", () => {
  const shown = Object.fromEntries(rowsOf(document, "what").map(([what = "", most]) => [what, most]));
  expect(shown).toMatchObject({
    "text of a message, input of a run": `${limits.messageTextBytes / 1024} KB`,
    "sources of one request": String(limits.sourcesPerRequest),
    "text of these together": `${limits.sourceBytesPerRequest / 1024 / 1024} MB`,
    "sources that one run has gathered": String(limits.sourcesPerRun),
    "`answers` of one message": `${wireLimits.answersBytes / 1024} KB of JSON`,
    "`channel`": `${wireLimits.channelBytes / 1024} KB of JSON`,
    "title; name of a source": `${wireLimits.titleCharacters}; ${wireLimits.sourceNameCharacters} characters`,
    "nesting of a body": `${wireLimits.bodyDepth} levels`,
    "entries that wait in a session": String(limits.mailboxEntries),
    "items of a page (`limit`)": `${wireLimits.pageItemsMax}; ${wireLimits.pageItems} if absent`,
    "`wait`": `${wireLimits.waitSecondsMax} seconds`,
    "content of an artifact": `${limits.artifactBytes / 1024 / 1024} MB of JSON`,
  });
  expect(document).toContain(`1 to ${wireLimits.idempotencyKeyCharacters} visible ASCII`);
  expect(document).toContain(
    `${limits.idempotencyMs / 60_000} minutes from when it was sent, unless ${limits.idempotencyKeys} newer`,
  );
});
