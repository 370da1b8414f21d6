/** Milliseconds until a connection that is not there yet is given up. */
const connectionTimeout = 1_000;

/**
 * What every client is made with: an attempt that gets no answer within `requestMs` is lost, and the SDK makes another, three
 * in all. Without `throwOnRequestTimeout` the SDK only warns, and a silent socket would hold a function until it ends.
 * `cacheMiddleware` puts the SDK's middleware together once a command and not for every request; what is added to a client
 * after its first request has no effect.
 */
export const clientOptions = (requestMs: number) => ({
  maxAttempts: 3,
  cacheMiddleware: true,
  requestHandler: { connectionTimeout, requestTimeout: requestMs, throwOnRequestTimeout: true },
});
