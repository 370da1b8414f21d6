import { Hash } from "@smithy/core/serde";
import { SignatureV4 } from "@smithy/signature-v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonSigner } from "../../../shared/adapters/aws/signer.ts";

const service = "dynamodb";
const keys = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };

type Given = { readonly body: string; readonly sessionToken?: string; readonly region: string; readonly at: Date };

const request = ({ body, region }: Given) => ({
  method: "POST",
  protocol: "https:",
  hostname: `${service}.${region}.amazonaws.com`,
  path: "/",
  query: {},
  headers: {
    "content-type": "application/x-amz-json-1.0",
    "content-length": String(Buffer.byteLength(body)),
    "x-amz-target": "DynamoDB_20120810.UpdateItem",
    "user-agent": "aws-sdk-js/3",
    "x-amz-user-agent": "aws-sdk-js/3  two  spaces",
    "amz-sdk-request": "attempt=1; max=3",
    host: `${service}.${region}.amazonaws.com`,
  } as Record<string, string>,
  body,
});

function signerOf({ region, sessionToken }: Given): JsonSigner {
  const credentials = { ...keys, ...(sessionToken === undefined ? {} : { sessionToken }) };
  return new JsonSigner({ service, region: async () => region, credentials: async () => credentials });
}

/** The SDK's own signer, told to cover the same headers. */
async function expected(given: Given) {
  const { region, sessionToken, at } = given;
  const credentials = { ...keys, ...(sessionToken === undefined ? {} : { sessionToken }) };
  const signer = new SignatureV4({
    credentials,
    region,
    service,
    sha256: Hash.bind(null, "sha256"),
    applyChecksum: false,
  });
  const unsignableHeaders = new Set(["user-agent", "amz-sdk-request", "content-length"]);
  return (await signer.sign(request(given), { signingDate: at, unsignableHeaders })).headers;
}

test("signs as the SDK's own signer does, whatever the body, the keys, the Region and the time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme" }),
      fc.option(fc.base64String({ minLength: 4 }), { nil: undefined }),
      fc.constantFrom("us-east-1", "eu-central-2"),
      fc.date({ min: new Date("2026-01-01"), max: new Date("2027-01-01"), noInvalidDate: true }),
      async (body, sessionToken, region, at) => {
        const given = { body, region, at, ...(sessionToken === undefined ? {} : { sessionToken }) };
        const signed = await signerOf(given).sign(request(given), { signingDate: at });
        expect(signed.headers).toEqual(await expected(given));
      },
    ),
    { numRuns: 50 },
  );
});

test("the key of a day is not used on the next day, in another Region, or with other keys", async () => {
  let credentials: { accessKeyId: string; secretAccessKey: string } = keys;
  const signer = new JsonSigner({ service, region: async () => "us-east-1", credentials: async () => credentials });
  const at = new Date("2026-07-18T23:59:59.999Z");
  const sign = async (date: Date, region?: string) => {
    const given = { body: "{}", region: "us-east-1", at: date };
    const options = { signingDate: date, ...(region === undefined ? {} : { signingRegion: region }) };
    return (await signer.sign(request(given), options)).headers["authorization"];
  };
  const first = await sign(at);
  expect(first).toBe((await expected({ body: "{}", region: "us-east-1", at }))["authorization"]);
  const next = new Date("2026-07-19T00:00:00.000Z");
  expect(await sign(next)).toBe((await expected({ body: "{}", region: "us-east-1", at: next }))["authorization"]);
  expect(await sign(at, "eu-west-1")).toContain("/eu-west-1/dynamodb/aws4_request");
  credentials = { ...keys, secretAccessKey: "another" };
  expect(await sign(at)).not.toBe(first);
});

test.each([
  { what: "a query", change: { query: { next: "1" } } },
  { what: "a body that is a stream", change: { body: new ReadableStream() } },
])("does not sign $what", async ({ change }) => {
  const given = { body: "{}", region: "us-east-1", at: new Date() };
  const signing = signerOf(given).sign({ ...request(given), ...change }, { signingDate: given.at });
  await expect(signing).rejects.toThrow(TypeError);
});
