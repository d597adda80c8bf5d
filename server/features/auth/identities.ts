/** Signs in with an identity at an auth provider. The browser brings a token that this server made. */
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type AuthProvider, authProviders } from '../../../src/lib/contract/auth/sign-in.ts';
import { PROVIDER_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { identities, signInAttempts, users } from '../../db/schema.ts';
import type { Vault } from '../../platform/encryption.ts';
import { hashOf } from '../../platform/random-token.ts';
import { later, MINUTE } from '../../platform/time.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { countJoin, type JoinPlace } from '../fraud/join-pace.ts';
import { createUser, inviterOf } from './accounts.ts';
import { mailTo } from './passkey-settings.ts';
import type { Identity } from './providers.ts';
import {
  type FactorParts,
  NO_PROOF,
  openSession,
  readProof,
  type SignedIn,
  signedInBy,
} from './second-factor.ts';

/** Records that a browser leaves for a provider. */
export async function beginAttempt(
  db: Executor,
  given: { provider: AuthProvider; state: string; reflink: string | null; now: Date },
): Promise<void> {
  const { provider, state, reflink, now } = given;
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now));
  await db.insert(signInAttempts).values({
    hash: hashOf(state),
    provider,
    reflink,
    expiresAt: later(now, PROVIDER_MINUTES * MINUTE),
  });
}

const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    state: v.string(),
    subject: v.string(),
    email: v.nullable(v.string()),
    hostsEmail: v.boolean(),
  }),
);
const purposeOf = (provider: AuthProvider) => `sign-in:${provider}`;

/** Creates the token for the site: who returned, and from which attempt. Only this server can read or create one. */
export function sealIdentity(
  vault: Vault,
  provider: AuthProvider,
  state: string,
  identity: Identity,
): string {
  return vault.seal(purposeOf(provider), JSON.stringify({ state, ...identity }));
}

function openIdentity(vault: Vault, provider: AuthProvider, token: string): Known | null {
  try {
    const { state, ...identity } = v.parse(answerSchema, vault.open(purposeOf(provider), token));
    return { ...identity, provider, attempt: hashOf(state) };
  } catch {
    return null;
  }
}

interface Known extends Identity {
  readonly provider: AuthProvider;
  readonly attempt: Uint8Array;
}

/** The request that brings a token. */
interface Visit {
  /** The browser's name, for the list of devices. */
  readonly device: string;
  /** The code of the account's own app, if the account asks for one. What the provider asked for doesn't matter. */
  readonly code: string | undefined;
  readonly parts: FactorParts;
  /** Where a new account would be created from. */
  readonly place: JoinPlace;
  /** Returns the network under which an account counts tries at its second factor; null for a device that it knows. */
  readonly from: (userId: number) => Promise<string | null>;
  readonly now: Date;
}

/**
 * Signs in the person named by a token of `sealIdentity`, and creates their account the first time. Returns null, with nothing
 * done, if the token isn't one of this provider's or its attempt has expired or was used. Errors: invalid with `code` if the
 * account asks for one; then the same token can be used again.
 */
export async function signInByToken(
  db: Database,
  provider: AuthProvider,
  token: string,
  visit: Visit,
): Promise<(SignedIn & { readonly isNew: boolean }) | null> {
  const { device, code, parts, now } = visit;
  const known = openIdentity(parts.vault, provider, token);
  if (!known) return null;
  const owner = (await ownerOf(db.drizzle, known)) ?? (await accountOfAddress(db.drizzle, known));
  const from = owner === null ? null : await visit.from(owner);
  const proof = owner === null ? NO_PROOF : await readProof(db, parts, { userId: owner, code, from, now });
  const signedIn = await db.drizzle.transaction(async (tx) => {
    const attempt = await claimAttempt(tx, known, now);
    if (!attempt) return null;
    const found = await findIdentity(tx, known, now);
    const { userId, isNew, isLinked } =
      found === null
        ? await addIdentity(tx, known, { ...attempt, place: visit.place }, now)
        : { userId: found, isNew: false, isLinked: false };
    // The identity may have moved to another account by now. Then the code doesn't belong to it.
    const own = userId === owner ? proof : NO_PROOF;
    return { userId, isNew, isLinked, opened: await openSession(tx, { userId, device, proof: own, now }) };
  });
  if (!signedIn) return null;
  const entered = await signedInBy(db, { ...signedIn, proof, from, now });
  const { userId, isNew, isLinked } = signedIn;
  const mail =
    isLinked && (await mailTo(db.drizzle, { userId, what: 'linked', name: authProviders[provider], now }));
  return { ...entered, mails: [...entered.mails, ...(mail ? [mail] : [])], isNew };
}

/** If two requests bring the same attempt, the second waits here and finds it used. */
async function claimAttempt(tx: Executor, { provider, attempt }: Known, now: Date) {
  const [row] = await tx
    .update(signInAttempts)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInAttempts.hash, attempt),
        eq(signInAttempts.provider, provider),
        isNull(signInAttempts.usedAt),
        gt(signInAttempts.expiresAt, now),
      ),
    )
    .returning({ reflink: signInAttempts.reflink });
  return row;
}

const isTheirs = ({ provider, subject }: Known) =>
  and(eq(identities.provider, provider), eq(identities.subject, subject));

async function ownerOf(db: Executor, known: Known): Promise<number | null> {
  const [row] = await db.select({ userId: identities.userId }).from(identities).where(isTheirs(known));
  return row?.userId ?? null;
}

async function findIdentity(tx: Executor, known: Known, now: Date): Promise<number | null> {
  const { provider, subject } = known;
  // One person's requests run one after another, so two tabs make one account.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${provider}:${subject}`}, 0))`);
  const owner = await ownerOf(tx, known);
  if (owner === null) return null;
  // All code locks the account first, or this and an erasure could deadlock. After an erasure the identity is gone.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update');
  const [row] = await tx
    .update(identities)
    .set({ lastUsedAt: now })
    .where(isTheirs(known))
    .returning({ userId: identities.userId });
  return row?.userId ?? null;
}

async function addIdentity(
  tx: Executor,
  known: Known,
  { reflink, place }: { reflink: string | null; place: JoinPlace },
  now: Date,
): Promise<{ userId: number; isNew: boolean; isLinked: boolean }> {
  const { provider, subject } = known;
  const owner = await accountOfAddress(tx, known);
  if (owner === null) await countJoin(tx, place, now);
  // Someone who has its password or a session isn't necessarily the person the provider knows.
  else await revokeAllTokens(tx, owner, now);
  const userId = owner ?? (await join(tx, known, reflink, now));
  await tx.insert(identities).values({ provider, subject, userId, createdAt: now, lastUsedAt: now });
  return { userId, isNew: owner === null, isLinked: owner !== null };
}

/**
 * Returns the account that has confirmed the same address, but only if the provider hosts the address: any other address may have
 * changed hands since the provider confirmed it. The account is locked. An erasure holds that lock too, and frees the address
 * when it is done.
 */
async function accountOfAddress(tx: Executor, { email, hostsEmail }: Known): Promise<number | null> {
  if (email === null || !hostsEmail) return null;
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.emailConfirmedAt)))
    .for('no key update');
  return row?.id ?? null;
}

/** Creates an account. Its address counts as confirmed only if the provider hosts it (decision 64). */
async function join(tx: Executor, known: Known, reflink: string | null, now: Date): Promise<number> {
  const { email, hostsEmail } = known;
  const invitedBy = await inviterOf(tx, reflink);
  const user = { email, passwordHash: null, invitedBy, now };
  const confirmed = email !== null && hostsEmail && (await createUser(tx, { ...user, confirmed: true }));
  // Another account may have confirmed the address. Then this account has it unconfirmed.
  const id = confirmed || (await createUser(tx, user));
  if (id === null) throw new Error('an unconfirmed address was rejected');
  return id;
}
