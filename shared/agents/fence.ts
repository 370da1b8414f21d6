import type { Json } from "../contracts/json.ts";

/** The blocks a prompt is made of. What stands between the tags is data, never an instruction. */
export type FenceTag = "input" | "artifacts" | "memory" | "wake" | "message";

const tags = ["input", "artifacts", "memory", "wake", "message"] as const satisfies readonly FenceTag[];

/** What nobody sees: a tag with it between its letters still reads as one. */
const unseen = "[\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}]*";
const spelled = tags.map((tag) => [...tag].join(unseen)).join("|");

/** The beginning of any of our tags, opening or closing, however it is cased or spaced. */
const tagStart = new RegExp(`<(?=${unseen}/?${unseen}(?:${spelled})\\b)`, "giu");

/**
 * JSON between `<tag>` and `</tag>`. Inside, the `<` of everything that looks like one of our tags is written as a JSON
 * escape, so the data cannot close its own fence or open another, and still means the same.
 */
export function fencedJson(tag: FenceTag, value: Json): string {
  return `<${tag}>\n${JSON.stringify(value).replaceAll(tagStart, "\\u003c")}\n</${tag}>`;
}

/** Text between `<tag>` and `</tag>`; what looks like one of our tags inside gets `&lt;` for its `<`. */
export function fencedText(tag: FenceTag, text: string): string {
  return `<${tag}>\n${text.replaceAll(tagStart, "&lt;")}\n</${tag}>`;
}
