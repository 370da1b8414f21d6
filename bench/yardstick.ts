import { createHash } from "node:crypto";

const record = Array.from({ length: 400 }, (_, index) => ({
  id: `step-${index}`,
  n: index,
  text: "a note of some length ".repeat(4),
}));
const rounds = 150;

/**
 * CPU milliseconds that a fixed piece of work takes on this machine now: JSON and digests, as a function's. Machines that are
 * shared with others change their pace by half within an hour, and what is compared was not measured in the same minute.
 */
export function yardstick(): number {
  const before = process.threadCpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const text = JSON.stringify({ ...record, round });
    createHash("sha256")
      .update(text)
      .update(JSON.stringify(JSON.parse(text)))
      .digest("hex");
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
