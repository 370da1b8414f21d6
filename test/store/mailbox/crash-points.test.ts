import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccounted } from "../../support/accounted.ts";
import { DyingProcess, gateQueues } from "../../support/dying-process.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { gateRequests } from "../../support/request-gate.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** By when a session must have gone on by itself after a process died, milliseconds. */
const RECOVERY = 180_000;

class Played {
  readonly memo = new MemoSession(table);
  readonly accepted: string[] = [];
  #words = 0;

  async open(): Promise<void> {
    gateQueues(this.memo.world);
    const started = await this.memo.start("add zero");
    if ("event_id" in started) this.accepted.push(started.event_id);
    await this.memo.settle();
  }

  /**
   * Two changes and a question, with one process dying on the way; its message is gone for good. Whoever sent something
   * and got no answer sends it again with the same key. `diesAt` 0: none dies. How many effects there were.
   */
  async round(diesAt: number): Promise<number> {
    const process = new DyingProcess(diesAt);
    this.#words += 1;
    const word = `w${"abcdefghijklmnopqrstuvwxyz"[this.#words % 26]}${"abcdefghijklmnopqrstuvwxyz"[Math.floor(this.#words / 26)]}`;
    await this.#send(process, `add ${word}`);
    await this.#workOn(process, 2);
    await this.#send(process, `add ${word}x`);
    await this.#send(process, "Why is the first point there?");
    await this.#workOn(process, 1000);
    await this.memo.world.advance(RECOVERY);
    return process.effects;
  }

  async #send(process: DyingProcess, text: string): Promise<void> {
    const idempotency_key = `key-${this.accepted.length}`;
    const send = async () => {
      const sent = await this.memo.say(text, { idempotency_key });
      if ("event_id" in sent && !this.accepted.includes(sent.event_id)) this.accepted.push(sent.event_id);
    };
    if (!(await process.run(send))) await send();
  }

  async #workOn(process: DyingProcess, messages: number): Promise<void> {
    for (let worked = 0; worked < messages; worked += 1) {
      const next = this.memo.world.take();
      if (next === undefined) return;
      await process.run(() => this.memo.world.deliver(next));
    }
  }
}

test("INV-1 INV-2 INV-8 a process that dies for good before any of its effects leaves a session that goes on by itself", async () => {
  const played = new Played();
  await played.open();
  const effects = await played.round(0);
  expect(effects).toBeGreaterThan(20);
  for (let at = 1; at <= effects; at += 1) {
    await played.round(at);
    await expectAccounted(played.memo, played.accepted);
  }
  const text = await played.memo.delivered();
  expect(new Set(text?.split(" "))).toEqual(new Set(played.memo.written()));
}, 300_000);
