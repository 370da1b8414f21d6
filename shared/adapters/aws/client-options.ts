/** Milliseconds until a connection that is not there yet is given up. */
const connectionTimeout = 1_000;

/**
 * What every client is made with: an attempt that gets no answer within `requestMs` is lost, and the SDK makes another, three
 * in all. Without `throwOnRequestTimeout` the SDK only warns, and a silent socket would hold a function until it ends.
 */
export const clientOptions = (requestMs: number) => ({
  maxAttempts: 3,
  requestHandler: { connectionTimeout, requestTimeout: requestMs, throwOnRequestTimeout: true },
});
