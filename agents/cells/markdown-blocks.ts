import { lexer, type Token, type Tokens } from "marked";

/** A heading, or a run of words that stands by itself. */
export type Block = { readonly kind: "heading" | "text"; readonly text: string };

/** The headings, paragraphs, list items, quotations and table rows of a Markdown text, as plain words in reading order. */
export function markdownBlocks(text: string): readonly Block[] {
  return lexer(text).flatMap(blocksOf);
}

function blocksOf(token: Token): readonly Block[] {
  switch (token.type) {
    case "heading":
      return block("heading", plain(token));
    case "paragraph":
    case "text":
      return block("text", plain(token));
    case "blockquote":
      return (token as Tokens.Blockquote).tokens.flatMap(blocksOf);
    case "list":
      return (token as Tokens.List).items.flatMap(itemBlocks);
    case "table":
      return tableBlocks(token as Tokens.Table);
    default:
      return [];
  }
}

function itemBlocks(item: Tokens.ListItem): readonly Block[] {
  const nested = item.tokens.filter((token) => token.type === "list").flatMap(blocksOf);
  const own = item.tokens.filter((token) => token.type !== "list").map(plain);
  return [...block("text", own.join(" ")), ...nested];
}

function tableBlocks(table: Tokens.Table): readonly Block[] {
  const names = table.header.map((cell) => cell.tokens.map(plain).join(""));
  return table.rows.flatMap((row) =>
    block("text", row.map((cell, index) => `${names[index] ?? ""}: ${cell.tokens.map(plain).join("")}`).join("; ")),
  );
}

function block(kind: Block["kind"], text: string): readonly Block[] {
  const words = text.replaceAll(/\s+/g, " ").trim();
  return words === "" ? [] : [{ kind, text: words }];
}

/** The words of a token without their marks: links keep their text, images their alternative text. */
function plain(token: Token): string {
  if (token.type === "br") return " ";
  if (token.type === "html") return "";
  if ("tokens" in token && token.tokens && token.tokens.length > 0) return token.tokens.map(plain).join("");
  return "text" in token && typeof token.text === "string" ? withoutEntities(token.text) : "";
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity);
}
