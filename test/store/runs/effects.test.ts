import { PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../../../shared/contracts/json.ts";
import { canonicalJson } from "../../../shared/domain/digest.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { nested } from "../../support/hostile.ts";
import { loseReply } from "../../support/lost-reply.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session in which a step posts a letter and then asks. The post has no memory: posting twice is two letters. */
async function posting(post: Partial<DeskSession["desk"]["post"]> = {}): Promise<DeskSession> {
  const desk = await DeskSession.begin(table, "ask post");
  desk.desk.post = {
    run: async (key) => {
      desk.desk.posted.push(key);
      return { letter: desk.desk.posted.length };
    },
    ...post,
  };
  return desk;
}

/** Delivers everything as the queues do: what fails comes again. */
async function settle(desk: DeskSession): Promise<void> {
  for (let message = desk.world.take(); message !== undefined; message = desk.world.take()) {
    await desk.world.deliver(message).catch(() => desk.world.pending.push(message));
  }
}

describe("something a step does outside", () => {
  test("is done once, though the step is run again with every answer, and what came of it is the same", async () => {
    const desk = await posting();
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    await desk.say("3");
    expect(await desk.delivered()).toContain('{"count":3,"receipt":{"letter":1}}');
    await desk.answer({ count: 4 });
    expect(await desk.delivered()).toContain('{"count":4,"receipt":{"letter":1}}');
    expect(desk.desk.posted).toHaveLength(1);
  });

  test.each<[string, Json]>([
    ["a number that is too large for the table", 2 ** 63],
    ["a member without a name", { "": 1 }],
    ["more levels than the table has", nested(40)],
    ["nothing", null],
  ])("is noted with what came of it, whatever JSON that is: %s", async (_, receipt) => {
    const desk = await posting();
    desk.desk.post = {
      run: async (key) => {
        desk.desk.posted.push(key);
        return receipt;
      },
    };
    await desk.world.settle();
    await desk.say("3");
    expect(await desk.delivered()).toContain(canonicalJson({ count: 3, receipt }));
    expect(desk.desk.posted).toHaveLength(1);
  });

  test("is done when the answer to the note before it is lost, and the SDK notes it again", async () => {
    const lost = loseReply(
      table.client,
      (command, input) => command === "UpdateItemCommand" && input.includes('"EFF#'),
    );
    const desk = await posting();
    await settle(desk);
    expect(lost.count).toBe(1);
    expect(desk.desk.posted).toHaveLength(1);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
  });

  test("that a worker died of is looked for, and not repeated when it is there", async () => {
    const desk = await posting();
    let died = false;
    desk.desk.post = {
      run: async (key) => {
        desk.desk.posted.push(key);
        if (!died) {
          died = true;
          throw new Error("the process was killed");
        }
        return { letter: desk.desk.posted.length };
      },
      probe: async (key) => (desk.desk.posted.includes(key) ? { letter: "found" } : null),
    };
    await settle(desk);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    expect(desk.desk.posted).toHaveLength(1);
    await desk.say("3");
    expect(await desk.delivered()).toContain('"receipt":{"letter":"found"}');
  });

  test("that a worker died before is done when it is not there", async () => {
    const desk = await posting();
    let died = false;
    desk.desk.post = {
      run: async (key) => {
        if (!died) {
          died = true;
          throw new Error("the process was killed");
        }
        desk.desk.posted.push(key);
        return {};
      },
      probe: async (key) => (desk.desk.posted.includes(key) ? {} : null),
    };
    await settle(desk);
    expect(desk.desk.posted).toHaveLength(1);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
  });

  test("that can neither be looked for nor repeated ends the run and says that its outcome is unknown", async () => {
    const desk = await posting();
    desk.desk.post = {
      run: async (key) => {
        desk.desk.posted.push(key);
        throw new Error("the process was killed");
      },
    };
    await settle(desk);
    expect(desk.desk.posted).toHaveLength(1);
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "interrupted_unknown" } });
  });

  test("that may be repeated is, under the same key", async () => {
    const desk = await posting();
    let died = false;
    desk.desk.post = {
      repeatable: true,
      run: async (key) => {
        desk.desk.posted.push(key);
        if (died) return {};
        died = true;
        throw new Error("the process was killed");
      },
    };
    await settle(desk);
    expect(new Set(desk.desk.posted).size).toBe(1);
    expect(desk.desk.posted).toHaveLength(2);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
  });

  test("that certainly was not done is tried again", async () => {
    const desk = await posting();
    let refused = 0;
    desk.desk.post = {
      run: async (key) => {
        refused += 1;
        if (refused < 3) throw new Fault("post_closed", "retry");
        desk.desk.posted.push(key);
        return {};
      },
    };
    await settle(desk);
    expect([refused, desk.desk.posted.length]).toEqual([3, 1]);
  });

  test("is done anew by another run that means it anew", async () => {
    const desk = await posting();
    await desk.world.settle();
    const other = await posting();
    await other.world.settle();
    expect(desk.desk.posted).toHaveLength(1);
    expect(other.desk.posted).toHaveLength(1);
    expect(other.desk.posted).not.toEqual(desk.desk.posted);
  });

  test("that was recorded as the table's own value is known again", async () => {
    const desk = await posting();
    await desk.world.settle();
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.tableName }));
    const [note] = Items.filter(({ pk, json }) => pk?.S === `S#${desk.session_id.slice(4)}` && json !== undefined);
    const { json: _json, ...before } = note ?? {};
    const Item = { ...before, result: { M: { letter: { N: "1" } } } };
    await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
    await desk.say("3");
    expect(await desk.delivered()).toContain('{"count":3,"receipt":{"letter":1}}');
    expect(desk.desk.posted).toHaveLength(1);
  });
});
