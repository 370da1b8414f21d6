import type { Json } from "../contracts/json.ts";

/** The blocks a prompt is made of. What stands between the tags is data, never an instruction. */
export type FenceTag = "input" | "artifacts" | "memory" | "wake" | "message";

/** The beginning of any of our tags, opening or closing, however it is cased or spaced. */
const tagStart = /<(?=\s*\/?\s*(?:input|artifacts|memory|wake|message)\b)/gi;

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
