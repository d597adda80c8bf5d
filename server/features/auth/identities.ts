/** From what a provider says of somebody to their account here; and what of that counts once. */
import { createHash } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { identities, type providerNames, signInAttempts, spentNonces, users } from '../../db/schema.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { countJoin, type JoinPlace } from '../fraud/join-pace.ts';
import { createUser, inviterOf } from './accounts.ts';
import type { Visit } from './providers.ts';
import { isCodeError, NO_PROOF, openSession, readProof, type SignedIn, signedInBy } from './second-factor.ts';

type ProviderName = (typeof providerNames)[number];

/** How long somebody may take at the provider. */
const ATTEMPT_MS = 15 * 60_000;

/** What the database knows a state by. */
export const stateHash = (state: string) => createHash('sha256').update(state).digest();

/** Notes that a browser sets out with this state. */
export async function beginAttempt(
  db: Executor,
  given: { provider: ProviderName; state: string; reflink: string | null; now: Date },
): Promise<void> {
  const { provider, state, reflink, now } = given;
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now));
  await db.insert(signInAttempts).values({
    hash: stateHash(state),
    provider,
    reflink,
    expiresAt: new Date(now.getTime() + ATTEMPT_MS),
  });
}

/** Somebody as a provider knows them, once everything that it said was checked. */
export interface Known {
  readonly provider: ProviderName;
  /** The provider's own id for them, which never changes. */
  readonly subject: string;
  /** An address that the provider has seen confirmed, in lower case. */
  readonly email: string | null;
  /** Whether the provider gives out that address itself, and so knows whose it is today. */
  readonly hostsEmail: boolean;
  /** SHA-256 of the state that the browser set out with. */
  readonly attempt: Uint8Array;
  /** The answer itself, where the provider stands for it once only. */
  readonly token?: string;
  /** What the answer carries to be taken once, and until when it could be shown again. */
  readonly once?: { readonly nonce: string; readonly until: Date };
}

/**
 * Signs in whom a provider knows, and makes their account at the first time. null: the attempt isn't known, is over or was used,
 * or the answer was shown before; then nothing was done. Errors: `code`, where the account asks for one; then the attempt goes on.
 */
export async function enterByIdentity(db: Database, known: Known, visit: Visit): Promise<SignedIn | null> {
  const { device, code, parts, now } = visit;
  const owner = (await ownerOf(db.drizzle, known)) ?? (await accountOfAddress(db.drizzle, known));
  const from = owner === null ? null : await visit.from(owner);
  const proof = owner === null ? NO_PROOF : await readProof(db, parts, { userId: owner, code, from, now });
  try {
    const entered = await db.drizzle.transaction(async (tx) => {
      const attempt = await claimAttempt(tx, known, now);
      if (!attempt || !(await spend(tx, known, now))) return null;
      const userId =
        (await findIdentity(tx, known, now)) ??
        (await addIdentity(tx, known, { ...attempt, place: visit.place }, now));
      // Another's by now, since it was looked at: then the code is none of this one's.
      const own = userId === owner ? proof : NO_PROOF;
      return { userId, opened: await openSession(tx, { userId, device, proof: own, now }) };
    });
    return entered && signedInBy(db, parts, { ...entered, proof, from, now });
  } catch (error) {
    if (isCodeError(error)) await awaitCode(db.drizzle, known);
    throw error;
  }
}

const answerHash = (token: string) => createHash('sha256').update(token).digest();

/** Keeps that the provider has stood for this answer, until the attempt is over. */
async function awaitCode(db: Executor, { attempt, token }: Known): Promise<void> {
  if (token === undefined) return;
  await db
    .update(signInAttempts)
    .set({ answerHash: answerHash(token) })
    .where(and(eq(signInAttempts.hash, attempt), isNull(signInAttempts.usedAt)));
}

/** Whether the provider has stood for this answer, and all that was missing is a code. */
export async function isAwaited(
  db: Executor,
  { attempt, token, now }: { attempt: Uint8Array; token: string; now: Date },
): Promise<boolean> {
  const isIt = and(eq(signInAttempts.hash, attempt), eq(signInAttempts.answerHash, answerHash(token)));
  return (
    (await db.$count(
      signInAttempts,
      and(isIt, isNull(signInAttempts.usedAt), gt(signInAttempts.expiresAt, now)),
    )) > 0
  );
}

/** Of two with the same attempt at once the second waits here, and finds it used. */
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

async function spend(tx: Executor, { provider, once }: Known, now: Date): Promise<boolean> {
  if (!once) return true;
  await tx.delete(spentNonces).where(lt(spentNonces.expiresAt, now));
  const spent = await tx
    .insert(spentNonces)
    .values({ provider, nonce: once.nonce, expiresAt: once.until })
    .onConflictDoNothing()
    .returning({ nonce: spentNonces.nonce });
  return spent.length > 0;
}

async function ownerOf(db: Executor, { provider, subject }: Known): Promise<number | null> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)));
  return row?.userId ?? null;
}

async function findIdentity(tx: Executor, known: Known, now: Date): Promise<number | null> {
  const { provider, subject } = known;
  // One after the other for somebody, so that two tabs at the first time make one account.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${provider}:${subject}`}, 0))`);
  const owner = await ownerOf(tx, known);
  if (owner === null) return null;
  // The account first, as everywhere, or this and its erasure could wait for each other. After an erasure the identity is gone.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('no key update');
  const [row] = await tx
    .update(identities)
    .set({ lastUsedAt: now })
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
    .returning({ userId: identities.userId });
  return row?.userId ?? null;
}

async function addIdentity(
  tx: Executor,
  known: Known,
  { reflink, place }: { reflink: string | null; place: JoinPlace },
  now: Date,
): Promise<number> {
  const { provider, subject } = known;
  const owner = await accountOfAddress(tx, known);
  if (owner === null) await countJoin(tx, place, now);
  // Whoever knows its password, or has a session of it, isn't shown by that to be the one whom the provider knows.
  else await revokeAllTokens(tx, owner, now);
  const userId = owner ?? (await join(tx, known, reflink, now));
  await tx.insert(identities).values({ provider, subject, userId, createdAt: now, lastUsedAt: now });
  return userId;
}

/**
 * The account that has confirmed the same address. Only where the provider hosts the address: of another's it knows that somebody
 * once confirmed it, and the address may have changed hands since. Under the account's lock, which an erasure holds: the address is
 * nobody's any more once that is over.
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

async function join(tx: Executor, { email }: Known, reflink: string | null, now: Date): Promise<number> {
  const invitedBy = await inviterOf(tx, reflink);
  const user = { email, passwordHash: null, invitedBy, now };
  const confirmed = email !== null && (await createUser(tx, { ...user, confirmed: true }));
  // Another account has that address confirmed: this one may only say it.
  const id = confirmed || (await createUser(tx, user));
  if (id === null) throw new Error('an unconfirmed address was refused');
  return id;
}
