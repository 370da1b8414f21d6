import type { ModelMessage } from "../ports/model.ts";

/** The messages for a request that begins in another way than those that were thought about: all thoughts are left out. */
export const withoutThoughts = (messages: readonly ModelMessage[]): readonly ModelMessage[] =>
  messages.map(({ role, parts }) => ({ role, parts: parts.filter((part) => part.type !== "thought") }));
