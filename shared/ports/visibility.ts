/** When a message that is being worked on comes back to its queue. */
export interface Visibility {
  /** `receipt` is the message's receipt handle; it comes back in `seconds`, 0 to 43200. */
  comeBack(receipt: string, seconds: number): Promise<void>;
}
