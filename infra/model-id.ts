/** What a Bedrock model id stands for: a model in this Region, or an inference profile that may leave it. */
export interface ModelId {
  readonly id: string;
  readonly reach: "region" | "geography" | "global";
  /** The foundation model behind the id. */
  readonly foundationModel: string;
}

/** Prefixes of profiles that stay in one geography. Source: Bedrock user guide, cross-Region inference. */
const geographies: ReadonlySet<string> = new Set(["us", "us-gov", "eu", "apac", "jp", "au", "ca"]);

/** Reads the reach off the prefix: `global.x.y` and `eu.x.y` are profiles of `x.y`, everything else is a model. */
export function readModelId(id: string): ModelId {
  const [prefix = "", ...rest] = id.split(".");
  if (prefix === "global") return { id, reach: "global", foundationModel: rest.join(".") };
  if (geographies.has(prefix)) return { id, reach: "geography", foundationModel: rest.join(".") };
  return { id, reach: "region", foundationModel: id };
}
