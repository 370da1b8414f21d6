import { expect, test } from "vitest";
import { onFreePort } from "../../../local/process/on-free-port.ts";

test("a start that finds its port taken is tried again on another one", async () => {
  const ports = [4001, 4002, 4003];
  const tried: number[] = [];

  const started = await onFreePort(
    async (port) => {
      tried.push(port);
      return port === 4003 ? { port } : "taken";
    },
    async () => ports.shift() ?? 0,
  );

  expect(started).toEqual({ port: 4003 });
  expect(tried).toEqual([4001, 4002, 4003]);
});

test("a port that is always taken ends in an error and not in a loop", async () => {
  await expect(onFreePort(async () => "taken")).rejects.toThrow("taken before they could be used");
});
