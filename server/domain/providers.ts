import type { SignedIn } from './accounts.ts';

/** Asks a provider whether what it gave the browser holds, and signs its owner in. Refusal: invalid with `token`. */
export type ProviderSignIn = (token: string, device: string, now: Date) => Promise<SignedIn>;

/** The ways of signing in beside e-mail and password. undefined: not configured on this server. */
export interface Providers {
  readonly google?: ProviderSignIn;
  readonly steam?: ProviderSignIn;
}
