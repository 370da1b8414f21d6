import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { listen } from "../../../local/http/listen.ts";
import { DataFolder } from "../../../local/process/data-folder.ts";
import { dataDirFrom, optionsFrom } from "../../../local/settings.ts";
import { runScript } from "../../support/child.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function failedStart(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await runScript(["local/start.ts"], { DATA_DIR: emptyFolder(), PORT: "0", ...env })
    .ended;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.trimEnd()).not.toContain("\n");
  return stderr.trimEnd();
}

test("a taken port is said in one sentence", async () => {
  const server = createServer();
  closers.push(() => server.close());
  const port = await listen(server, 0);
  expect(await failedStart({ PORT: String(port) })).toBe(`Port ${port} is taken; set PORT to a free one.`);
});

test.each([
  [{ PORT: "eighty" }, "PORT must be a number from 0 to 65535, not eighty."],
  [{ PORT: "70000" }, "PORT must be a number from 0 to 65535, not 70000."],
  [{ CLOCK: "sundial" }, "CLOCK must be real or virtual, not sundial."],
])("%j is said in one sentence", async (env, sentence) => {
  expect(await failedStart(env)).toBe(sentence);
});

test("a data folder that is a file is said in one sentence", async () => {
  const file = join(emptyFolder(), "file");
  writeFileSync(file, "");
  expect(await failedStart({ DATA_DIR: file })).toMatch(
    /^DATA_DIR .* cannot be written to \(EEXIST.*\); set DATA_DIR to a folder that can\.$/,
  );
});

test("a data folder that another stack uses is said in one sentence", async () => {
  const folder = DataFolder.open(emptyFolder());
  closers.push(() => folder.close());
  const endpoints = { dynamodb: "", sqs: "", scheduler: "", bedrock: "" };
  folder.announce("http://127.0.0.1:3999", endpoints);
  expect(await failedStart({ DATA_DIR: folder.path })).toMatch(
    /^DATA_DIR .* is in use by the stack at http:\/\/127\.0\.0\.1:3999 \(process \d+\); stop it or set DATA_DIR to another folder\.$/,
  );
});

test("the environment has defaults", () => {
  expect(optionsFrom({})).toMatchObject({ port: 3_000, dataDir: ".local", clock: "real", schedulerGrain: "second" });
  expect(optionsFrom({ AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:8000", CLOCK: "virtual" })).toMatchObject({
    dynamodbEndpoint: "http://127.0.0.1:8000",
    clock: "virtual",
  });
  expect(dataDirFrom({ DATA_DIR: "/x" })).toBe("/x");
});
