/** Bounds that only the HTTP interface knows. Bytes are UTF-8 bytes of the JSON. */
export const wireLimits = {
  /** Items of one page, unless a request says otherwise, and at most. */
  pageItems: 50,
  pageItemsMax: 100,
  /** Longest wait for new events; the function ends at 29 s. */
  waitSecondsMax: 20,
  titleCharacters: 200,
  sourceNameCharacters: 255,
  /** Structured answers stay in the mailbox item with up to 63 others, which must stay under 400 KB together. */
  answersBytes: 1024,
  channelBytes: 2048,
  /** Nesting of a request body. DynamoDB stores 32 levels, and the items around a body take a few of them. */
  bodyDepth: 20,
  /** The same for a session's document, in which such bodies are, and artifacts, whose content is kept as text. */
  documentDepth: 100,
  /** And of a record in it, without an artifact's content. */
  recordDepth: 28,
  idempotencyKeyCharacters: 255,
} as const;
