import { fromEnv } from "@aws-sdk/credential-provider-env";

/**
 * What the bundles of the functions have in place of the SDK's chain of credential providers: Lambda gives a function its
 * keys in the environment, and the rest of the chain (profiles, single sign-on, roles, instance metadata) is 95 kB.
 */
export const defaultProvider = fromEnv;
