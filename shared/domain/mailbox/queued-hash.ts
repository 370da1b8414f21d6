/** Begins the payload hash of what a queue delivers: its key is kept for as long as a queue may deliver it again. */
export const queuedHash = "queue/";
