/** The ways of signing in beside e-mail and password: what they have in common. */

import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { JoinPlace } from '../fraud/join-pace.ts';
import type { FactorParts, SignedIn } from './second-factor.ts';

/** Who comes back from a provider. */
export interface Visit {
  /** The browser's name, for the list of devices. */
  readonly device: string;
  /** Of the account's own app, where it asks for one: what the provider asked for is the provider's affair. */
  readonly code: string | undefined;
  readonly parts: FactorParts;
  /** Where an account would be made from. */
  readonly place: JoinPlace;
  /** The network by which an account counts tries at its second factor; null: from a device that it knows. */
  readonly from: (userId: number) => Promise<string | null>;
  readonly now: Date;
}

/**
 * Asks a provider whether what it gave the browser holds, and signs its owner in. Errors: invalid with `token`, provider_unavailable;
 * invalid with `code`, and then the same token holds once more, with one.
 */
export type ProviderSignIn = (token: string, visit: Visit) => Promise<SignedIn>;

/** What a browser carries there and back. */
export interface Attempt {
  /** Comes back in the provider's answer: it must be the one that this browser set out with. */
  readonly state: string;
  /** Stays with the browser: who has the answer alone can do nothing with it. */
  readonly verifier: string;
}

export interface Provider {
  readonly label: 'Google' | 'Steam';
  /** Where the browser goes to sign in. Errors: provider_unavailable. */
  begin(attempt: Attempt, invited: string | null, now: Date): Promise<URL>;
  /** From what it came back with, what `signIn` takes; null where its owner said no. Errors as of `signIn`. */
  finish(attempt: Attempt, answer: URLSearchParams): Promise<string | null>;
  readonly signIn: ProviderSignIn;
}

/** undefined: not configured on this server. */
export interface Providers {
  readonly google?: Provider;
  readonly steam?: Provider;
}

/** Milliseconds that a provider may take to answer us. */
export const PROVIDER_TIMEOUT = 8_000;
/** How far a provider's clock may be from ours, in seconds. */
export const CLOCK_TOLERANCE = 60;

/** What a provider gave doesn't hold; which of the checks it failed helps only those who try. */
export function answerRefused(label: Provider['label']): DomainError {
  return fieldError(
    'token',
    `What ${label} answered could not be confirmed, or was used already. Please start again.`,
    { event: 'sign_in_refused' },
  );
}

/** The provider itself can't be asked: nobody is let in on its word meanwhile. */
export function unreachable(label: Provider['label']): DomainError {
  return new DomainError('provider_unavailable', {
    message: `${label} can’t be reached right now. Try again in a moment, or use your e-mail address and password.`,
  });
}
