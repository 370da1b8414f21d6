import { createHash } from "node:crypto";

/** What a cursor belongs to: another owner, list or filter makes it another cursor. */
export type CursorScope = { readonly owner: string; readonly list: string };

/** An opaque cursor for what comes after `position`. */
export function encodeCursor(scope: CursorScope, position: string): string {
  return Buffer.from(`${seal(scope, position)}${position}`, "utf8").toString("base64url");
}

/** The position in a cursor; null for one that is damaged or was given for another owner, list or filter. */
export function decodeCursor(scope: CursorScope, cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const position = text.slice(sealLength);
  return text.slice(0, sealLength) === seal(scope, position) && encodeCursor(scope, position) === cursor
    ? position
    : null;
}

const sealLength = 24;

/** Guards against mistakes, not against forgery: a forged position still only reads what the owner may read. */
function seal({ owner, list }: CursorScope, position: string): string {
  return createHash("sha256")
    .update(JSON.stringify([owner, list, position]), "utf8")
    .digest("base64url")
    .slice(0, sealLength);
}
