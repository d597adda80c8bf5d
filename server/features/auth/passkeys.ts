/**
 * Signing up and in with a passkey: what the authenticator must sign, and the check of its answer. Each use has the authenticator
 * verify its user by fingerprint or PIN, so a passkey counts as both factors (decision 51).
 */
import { and, eq, gt, lt, lte } from 'drizzle-orm';
import type {
  NewPasskey,
  PasskeyUse,
  StartedCreation,
  StartedUse,
} from '../../../src/lib/contract/auth/passkeys.ts';
import { PASSKEY_MINUTES } from '../../../src/lib/contract/limits.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { passkeyAttempts, passkeys, users } from '../../db/schema.ts';
import { deviceName } from '../../platform/device-name.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { later, MINUTE } from '../../platform/time.ts';
import { countJoin, type JoinPlace } from '../fraud/join-pace.ts';
import { createUser, firstName, inviterOf } from './accounts.ts';
import { openSession, PASSKEY_PROOF, type SignedIn, signedInBy } from './second-factor.ts';

/** The site that the passkeys belong to. */
export interface PasskeySite {
  /** The host name of the site. Browsers bind passkeys to it. */
  readonly rpId: string;
  /** The only origin that may ask for one. */
  readonly origin: string;
}

const TIMEOUT_MS = PASSKEY_MINUTES * MINUTE;
/** EdDSA, ES256 and RS256. Each authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Doesn't say which check failed: that would only help an attacker. */
const refused = (userId?: number) =>
  fieldError('passkey', 'We couldn’t confirm your passkey. Please start again.', {
    event: 'sign_in_refused',
    userId,
  });

type Attempt = typeof passkeyAttempts.$inferSelect;
type Purpose = Attempt['purpose'];

async function begin(
  db: Executor,
  given: { purpose: Purpose; userId?: number; handle?: string; name?: string; now: Date },
): Promise<{ attempt: string; challenge: string }> {
  const { now, ...more } = given;
  const [attempt, challenge] = [randomToken(), randomToken()];
  await db.delete(passkeyAttempts).where(lte(passkeyAttempts.expiresAt, now));
  await db.insert(passkeyAttempts).values({
    hash: hashOf(attempt),
    challenge,
    ...more,
    expiresAt: later(now, TIMEOUT_MS),
  });
  return { attempt, challenge };
}

/** Takes the attempt out of the database. Whatever the answer is, its challenge can't be used again. Errors: `passkey`. */
async function take(db: Database, given: { attempt: string; purpose: Purpose; now: Date }): Promise<Attempt> {
  const { attempt, purpose, now } = given;
  const [taken] = await db.drizzle
    .delete(passkeyAttempts)
    .where(
      and(
        eq(passkeyAttempts.hash, hashOf(attempt)),
        eq(passkeyAttempts.purpose, purpose),
        gt(passkeyAttempts.expiresAt, now),
      ),
    )
    .returning();
  if (!taken) throw refused();
  return taken;
}

export async function startLogin(db: Executor, { rpId }: PasskeySite, now: Date): Promise<StartedUse> {
  const { attempt, challenge } = await begin(db, { purpose: 'log-in', now });
  return { attempt, options: { challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required' } };
}

/**
 * Starts to create a passkey, for an account or for one that is about to be made. `known` lists the passkeys that it already has.
 */
export async function startCreation(
  db: Executor,
  { rpId }: PasskeySite,
  given: {
    owner?: { id: number; name: string; handle: string | undefined };
    known?: readonly string[];
    now: Date;
  },
): Promise<StartedCreation> {
  const { owner, known = [], now } = given;
  const name = owner?.name ?? firstName();
  const handle = owner?.handle ?? randomToken();
  const purpose = owner
    ? ({ purpose: 'add', userId: owner.id } as const)
    : ({ purpose: 'sign-up', name } as const);
  const { attempt, challenge } = await begin(db, { ...purpose, handle, now });
  return {
    attempt,
    options: {
      challenge,
      rp: { id: rpId, name: site.name },
      user: { id: handle, name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  };
}

/** Loaded when it is needed, because loading it at start takes a tenth of a second. */
const library = () => import('@simplewebauthn/server');

/**
 * Returns whether the attestation has no certificates. We don't ask for the maker, and certificates could name addresses to
 * fetch.
 */
async function hasNoCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Returns what is stored of a new passkey. Errors: `passkey`. */
async function readCreation(at: PasskeySite, { challenge, handle }: Attempt, passkey: NewPasskey) {
  const { verifyRegistrationResponse } = await library();
  try {
    if (!(await hasNoCertificates(passkey.response.attestationObject))) throw refused();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || handle === null) throw refused();
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, handle };
  } catch {
    throw refused();
  }
}

/**
 * Stores a passkey under the account's lock, or while the account is created. Returns its name. Errors: `passkey` if it is
 * already stored.
 */
export async function keepPasskey(
  tx: Transaction,
  made: Awaited<ReturnType<typeof readCreation>>,
  given: { userId: number; device: string; usedAt: Date | null; now: Date },
): Promise<string> {
  const { userId, device, usedAt, now } = given;
  const name = deviceName(device);
  const kept = await tx
    .insert(passkeys)
    .values({ ...made, userId, name, createdAt: now, lastUsedAt: usedAt })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  if (kept.length === 0) throw refused();
  return name;
}

/** Finishes what `startCreation` started, once. Errors: `passkey`. */
export async function finishCreation(
  db: Database,
  at: PasskeySite,
  given: { attempt: string; passkey: NewPasskey; purpose: 'sign-up' | 'add'; now: Date },
) {
  const taken = await take(db, given);
  return { taken, made: await readCreation(at, taken, given.passkey) };
}

interface Visit {
  readonly attempt: string;
  /** The browser's name, for the list of devices. */
  readonly device: string;
  readonly now: Date;
}

/** Creates an account with a passkey and no address, and signs in. Errors: `passkey`, and too_many_requests for the network. */
export async function registerByPasskey(
  db: Database,
  at: PasskeySite,
  given: Visit & { passkey: NewPasskey; reflink: string | null | undefined; place: JoinPlace },
): Promise<SignedIn> {
  const { device, place, now } = given;
  const { taken, made } = await finishCreation(db, at, { ...given, purpose: 'sign-up' });
  const invitedBy = await inviterOf(db.drizzle, given.reflink);
  const entered = await db.drizzle.transaction(async (tx) => {
    await countJoin(tx, place, now);
    const name = taken.name ?? firstName();
    const userId = await createUser(tx, { email: null, passwordHash: null, name, invitedBy, now });
    if (userId === null) throw new Error('an account without an address was refused');
    await keepPasskey(tx, made, { userId, device, usedAt: now, now });
    return { userId, opened: await openSession(tx, { userId, device, proof: PASSKEY_PROOF, now }) };
  });
  return signedInBy(db, { ...entered, proof: PASSKEY_PROOF, from: null, now });
}

/** Signs in. Errors: `passkey`, with one text for all reasons. */
export async function loginByPasskey(
  db: Database,
  at: PasskeySite,
  given: Visit & { passkey: PasskeyUse },
): Promise<SignedIn> {
  const { passkey, device, now } = given;
  const { challenge } = await take(db, { ...given, purpose: 'log-in' });
  const [known] = await db.drizzle.select().from(passkeys).where(eq(passkeys.credentialId, passkey.id));
  if (!known || (passkey.response.userHandle ?? known.handle) !== known.handle) throw refused(known?.userId);
  const { id, userId } = known;
  const counter = await readUse(at, passkey, { known, challenge });
  const opened = await db.drizzle.transaction(async (tx) => {
    // All code locks the account first, or this and an erasure could deadlock.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const used = await tx
      .update(passkeys)
      .set({ counter, lastUsedAt: now })
      // The passkey must still exist, and its counter must not have moved past this use.
      .where(
        and(eq(passkeys.id, id), counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)),
      )
      .returning({ id: passkeys.id });
    if (used.length === 0) throw refused(userId);
    return openSession(tx, { userId, device, proof: PASSKEY_PROOF, now });
  });
  return signedInBy(db, { userId, opened, proof: PASSKEY_PROOF, from: null, now });
}

/** Verifies a use and returns the new signature counter. Errors: `passkey`. */
async function readUse(
  at: PasskeySite,
  passkey: PasskeyUse,
  { known, challenge }: { known: typeof passkeys.$inferSelect; challenge: string },
): Promise<number> {
  const { verifyAuthenticationResponse } = await library();
  const { clientDataJSON, authenticatorData, signature } = passkey.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.rpId,
      credential: {
        id: known.credentialId,
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch {
    // Ends in the error below, like any other failure.
  }
  throw refused(known.userId);
}

/** Returns the site of the passkeys. Errors: provider_unavailable if passkeys are off. */
export function passkeysAt(at: PasskeySite | null): PasskeySite {
  if (at === null)
    throw new DomainError('provider_unavailable', {
      message: 'Passkeys aren’t available here. Use your email address and password.',
    });
  return at;
}
