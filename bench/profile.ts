import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { round } from "./load.ts";

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Whose code a thread spent its busy time in, as shares of 1. */
export type Shares = Readonly<Record<"ours" | "sdk" | "libraries" | "node" | "collector", number>>;

/** Reads a CPU profile of a bundle, whose map says which source each function is from. */
export function readShares(profileText: string, mapFile: string): Shares {
  const profile = JSON.parse(profileText) as Profile;
  const map = new SourceMap(JSON.parse(readFileSync(mapFile, "utf8")));
  const owner = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame, map)]));
  const spent = { ours: 0, sdk: 0, libraries: 0, node: 0, collector: 0 };
  for (const [index, id] of profile.samples.entries()) {
    const whose = owner.get(id);
    if (whose !== undefined && whose !== "idle") spent[whose] += profile.timeDeltas[index] ?? 0;
  }
  const all = Object.values(spent).reduce((sum, time) => sum + time, 0);
  return Object.fromEntries(Object.entries(spent).map(([whose, time]) => [whose, round(time / all)])) as Shares;
}

function ownerOf({ url, functionName, lineNumber, columnNumber }: Frame, map: SourceMap): keyof Shares | "idle" {
  if (functionName === "(idle)") return "idle";
  if (functionName === "(garbage collector)") return "collector";
  if (!url.endsWith("/index.js")) return url.includes("/local/") ? "libraries" : "node";
  const entry = map.findEntry(lineNumber, columnNumber);
  const source = "originalSource" in entry ? entry.originalSource : "";
  if (/node_modules\/@(aws-sdk|smithy|aws)\//.test(source)) return "sdk";
  return source.includes("node_modules/") ? "libraries" : "ours";
}
