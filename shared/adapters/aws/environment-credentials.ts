import { fromEnv } from "@aws-sdk/credential-provider-env";

type Provider = ReturnType<typeof fromEnv>;

/**
 * What the bundles of the functions have in place of the SDK's chain of credential providers: Lambda gives a function its
 * keys in the environment, and the rest of the chain (profiles, single sign-on, roles, instance metadata) is 95 kB. As the
 * chain does, it reads them once: the SDK asks several times a request, and a process's environment stays as it was.
 */
export const defaultProvider = (init?: Parameters<typeof fromEnv>[0]): Provider => {
  const read = fromEnv(init);
  let known: ReturnType<Provider> | undefined;
  return () => {
    known ??= read();
    return known;
  };
};
