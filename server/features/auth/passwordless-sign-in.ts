/** Sign-in without a password or a mail: a provider or a passkey. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import { type AuthProvider, authProviderNames } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Executor } from '../../db/database.ts';
import { identities, passkeys } from '../../db/schema.ts';
import type { PasskeySite } from './passkeys.ts';
import type { Providers } from './providers.ts';

/** What this host offers. A login that it no longer offers lets nobody in. */
export interface Offered {
  readonly passkeys: PasskeySite | null;
  readonly providers: Providers;
}

/** A login that is about to be removed. */
export interface SignInMethod {
  readonly passkey?: number;
  readonly provider?: AuthProvider;
}

/** Returns whether there is one, other than `but`. */
export async function hasPasswordlessSignIn(
  db: Executor,
  offered: Offered,
  userId: number,
  but: SignInMethod = {},
): Promise<boolean> {
  const names = authProviderNames.filter((name) => offered.providers[name] && name !== but.provider);
  const isLinked = and(eq(identities.userId, userId), inArray(identities.provider, names));
  if ((await db.$count(identities, isLinked)) > 0) return true;
  const isOther = and(eq(passkeys.userId, userId), ne(passkeys.id, but.passkey ?? 0));
  return offered.passkeys !== null && (await db.$count(passkeys, isOther)) > 0;
}
