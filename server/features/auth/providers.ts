/** What all auth providers share. With them, players sign in with an account they have elsewhere. */
import type { AuthProvider } from '../../../src/lib/contract/auth/sign-in.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';

/** What a browser takes to the provider and back. */
export interface Attempt {
  /** Comes back in the provider's answer, which counts only in the browser that has the same state. */
  readonly state: string;
  /** The PKCE verifier. It stays in the browser, so a stolen answer is useless. */
  readonly verifier: string;
}

/** A person as the provider knows them, after its answer was checked. */
export interface Identity {
  /** The provider's own id for them. It never changes. */
  readonly subject: string;
  /** An address that the provider has confirmed, in lower case. */
  readonly email: string | null;
  /** Whether the provider hosts that address, so it knows who owns it today. */
  readonly hostsEmail: boolean;
}

export interface Provider {
  /** Returns where the browser goes to sign in. Errors: provider_unavailable. */
  begin(attempt: Attempt): Promise<URL>;
  /**
   * Returns the person from our callback's query; null if they declined. Errors: invalid with `token` if the answer isn't valid,
   * provider_unavailable.
   */
  finish(attempt: Attempt, answer: URLSearchParams, now: Date): Promise<Identity | null>;
}

/** The providers that this server has settings for. */
export type Providers = Readonly<Partial<Record<AuthProvider, Provider | undefined>>>;

/** What every provider is created with. */
export interface ProviderDeps {
  /** For messages: 'Google'. */
  readonly label: string;
  /** Our callback, as the provider knows it: 'https://api.playtally.example/login/google/callback'. */
  readonly redirectUrl: string;
  readonly log: (text: string) => void;
  /** server/platform/outgoing.ts */
  readonly ask: typeof fetch;
}

/** How long a provider may take to answer, in seconds. */
export const PROVIDER_TIMEOUT = 8;
/** How far a provider's clock may be off, in seconds. */
export const CLOCK_TOLERANCE = 60;

/** Doesn't say which check failed: that would only help an attacker. */
export function rejectedAnswer(label: string): DomainError {
  return fieldError('token', `We couldn’t confirm your login with ${label}. Please start again.`, {
    event: 'sign_in_refused',
  });
}

/** While a provider can't be reached, it can't sign anyone in. */
export function unreachable(label: string): DomainError {
  return new DomainError('provider_unavailable', {
    message: `${label} can’t be reached right now. Try again in a moment, or use your email address and password.`,
  });
}
