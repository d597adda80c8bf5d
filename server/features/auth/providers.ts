/** What auth providers have in common: players sign in by their account elsewhere. */
import type { AuthProvider } from '../../../src/lib/contract/sign-in.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';

/** What a browser takes to the provider and back. */
export interface Attempt {
  /** Comes back in the provider's answer, which counts only in the browser that holds the same. */
  readonly state: string;
  /** PKCE's: it stays with the browser, so a stolen answer is worth nothing. */
  readonly verifier: string;
}

/** Somebody as a provider knows them, once its answer was checked. */
export interface Identity {
  /** The provider's own id for them, which never changes. */
  readonly subject: string;
  /** An address that the provider has seen confirmed, in lower case. */
  readonly email: string | null;
  /** Whether the provider runs that address itself, and so knows whose it is today. */
  readonly hostsEmail: boolean;
}

export interface Provider {
  /** Where the browser goes to sign in. Errors: provider_unavailable. */
  begin(attempt: Attempt): Promise<URL>;
  /**
   * The returning person, from our callback's query; null if they declined.
   * Errors: invalid with `token` (the answer doesn't hold), provider_unavailable.
   */
  finish(attempt: Attempt, answer: URLSearchParams, now: Date): Promise<Identity | null>;
}

/** Those that this server has settings for. */
export type Providers = Readonly<Partial<Record<AuthProvider, Provider | undefined>>>;

/** What every provider is made with. */
export interface ProviderDeps {
  /** 'Google', for messages. */
  readonly label: string;
  /** Our callback, as the provider knows it: 'https://api.playtally.example/login/google/callback'. */
  readonly redirectUrl: string;
  readonly log: (text: string) => void;
  /** server/platform/outgoing.ts */
  readonly ask: typeof fetch;
}

/** Seconds that a provider may take to answer us. */
export const PROVIDER_TIMEOUT = 8;
/** Seconds that a provider's clock may be off. */
export const CLOCK_TOLERANCE = 60;

/** Doesn't say which check failed: that would only help an attacker. */
export function rejectedAnswer(label: string): DomainError {
  return fieldError('token', `We couldn’t confirm your login with ${label}. Please start again.`, {
    event: 'sign_in_refused',
  });
}

/** Nobody is signed in on the word of a provider that can't be asked. */
export function unreachable(label: string): DomainError {
  return new DomainError('provider_unavailable', {
    message: `${label} can’t be reached right now. Try again in a moment, or use your email address and password.`,
  });
}
