/** Words that a memo may hold: few, so that people undo each other's changes. */
export const simWords = ["ant", "bee", "cat", "dog", "elk"] as const;
