import type { Part } from "../../contracts/part.ts";
import { resolveReferences } from "./reference.ts";

/** A wish that is meant for another part than it names. */
export type OtherPart =
  | { readonly kind: "reworded"; readonly text: string }
  /** There are several others, or none. */
  | { readonly kind: "unclear" }
  /** The wish names no part, or several. */
  | { readonly kind: "no_part" };

/** The wish of `text` for the one other part of the same kind, in the same place: "Expand point 1" becomes "Expand point 2". */
export function forOtherPart(text: string, parts: readonly Part[]): OtherPart {
  const [mention, ...more] = resolveReferences(text, parts).mentions;
  const [part, ...also] = mention?.parts ?? [];
  if (mention === undefined || part === undefined || more.length + also.length > 0) return { kind: "no_part" };
  const [other, ...others] = parts.filter(
    ({ id, kind, within }) => kind === part.kind && within === part.within && id !== part.id,
  );
  if (other === undefined || others.length > 0) return { kind: "unclear" };
  return { kind: "reworded", text: `${text.slice(0, mention.from)}${other.label}${text.slice(mention.to)}` };
}
