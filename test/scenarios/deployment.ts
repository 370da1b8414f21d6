/** A token that no deployment may take, and why. */
export type BadToken = { readonly why: string; readonly token: string };

/**
 * A running system that scenarios are played on: the local stack, an emulator, or a real deployment. Scenarios speak
 * HTTP only, so what they show holds for whatever answers.
 */
export type Deployment = {
  /** Base URL without a slash at its end. */
  readonly origin: string;
  token(owner: string, options?: { readonly operator?: boolean }): Promise<string>;
  /** Lets time go by, with everything due on the way: moves the clock where it can be moved, waits where it cannot. `30m`, `3d`. */
  pass(by: string): Promise<void>;
  /** True where `pass` really waits: scenarios then ask for the shortest time that still shows what they show. */
  readonly waits?: boolean;
  /** Tokens that have to be refused, where somebody can be made to sign them. */
  badTokens?(): Promise<readonly BadToken[]>;
};
