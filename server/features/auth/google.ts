/**
 * Signing in with Google, or whichever OpenID Connect provider is set as the issuer: the authorization code flow with PKCE, and an
 * ID token that is verified by the provider's own keys (OpenID Connect Core 1.0, sections 3.1.2 and 3.1.3.7).
 */

import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as v from 'valibot';
import type { Database } from '../../db/database.ts';
import { errorText } from '../../platform/error-text.ts';
import { beginAttempt, enterByIdentity, stateHash } from './identities.ts';
import { answerRefused, CLOCK_TOLERANCE, PROVIDER_TIMEOUT, type Provider, unreachable } from './providers.ts';

export interface GoogleOptions {
  readonly db: Database;
  /** 'https://accounts.google.com' */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where its keys are; undefined: where its own description says. */
  readonly jwksUrl: string | undefined;
  /** Our callback, as the provider knows it: 'https://api.playtally.example/login/google/callback'. */
  readonly redirectUrl: string;
  readonly log: (text: string) => void;
  /** How it is asked: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
}

const LABEL = 'Google';
/** Seconds since the ID token was made: it comes here right after. */
const MAX_TOKEN_AGE = 600;
/** How long its description is believed, in milliseconds. */
const DESCRIPTION_MS = 60 * 60_000;
/** Asymmetric ones alone: with a shared key whoever knows our secret could make tokens. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const descriptionSchema = v.object({
  issuer: v.string(),
  authorization_endpoint: v.pipe(v.string(), v.url()),
  token_endpoint: v.pipe(v.string(), v.url()),
  jwks_uri: v.pipe(v.string(), v.url()),
});
type Description = v.InferOutput<typeof descriptionSchema>;

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  nonce: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  azp: v.optional(v.string()),
  email: v.optional(v.pipe(v.string(), v.toLowerCase(), v.maxLength(254), v.email())),
  email_verified: v.optional(v.boolean(), false),
  /** The organisation that runs the address, where there is one. */
  hd: v.optional(v.string()),
});

/** What is wrong with a token itself, rather than with the way to the keys. */
const tokenFaults = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
/** Stands in the ID token: which attempt it answers, without telling its state. */
const nonceOf = (state: string) => stateHash(state).toString('base64url');

export function createGoogle(options: GoogleOptions): Provider {
  const { db, issuer, clientId, clientSecret, redirectUrl, log, ask } = options;
  let described:
    | { readonly at: number; readonly what: Description; readonly keys: JWTVerifyGetKey }
    | undefined;

  /** What the provider says of itself. Errors: provider_unavailable. */
  async function describe() {
    const now = Date.now();
    if (described && now - described.at < DESCRIPTION_MS) return described;
    try {
      const answer = await ask(`${issuer}/.well-known/openid-configuration`, {
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
      });
      if (!answer.ok) throw new Error(`its description answers ${answer.status}`);
      const what = v.parse(descriptionSchema, await answer.json());
      // Or another's description could send browsers and our secret there (section 4.3 of OpenID Connect Discovery).
      if (what.issuer !== issuer) throw new Error(`it calls itself ${what.issuer}`);
      const keys = createRemoteJWKSet(new URL(options.jwksUrl ?? what.jwks_uri), {
        timeoutDuration: PROVIDER_TIMEOUT,
        cooldownDuration: 10_000,
        [customFetch]: ask,
      });
      described = { at: now, what, keys };
      return described;
    } catch (error) {
      throw failed('its description', error);
    }
  }

  function failed(what: string, error: unknown) {
    log(`signing in with ${issuer}: ${what}: ${errorText(error)}`);
    return unreachable(LABEL);
  }

  async function claimsOf(token: string, now: Date): Promise<v.InferOutput<typeof claimsSchema>> {
    const { keys } = await describe();
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        currentDate: now,
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_TOKEN_AGE,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      }));
    } catch (error) {
      if (tokenFaults.some((fault) => error instanceof fault)) throw answerRefused(LABEL);
      throw failed('its keys', error);
    }
    const claims = v.safeParse(claimsSchema, payload);
    if (!claims.success) throw answerRefused(LABEL);
    // Made for several, or on behalf of another: then it must have been asked for by us.
    const { azp } = claims.output;
    const isOthers =
      azp === undefined ? Array.isArray(payload.aud) && payload.aud.length > 1 : azp !== clientId;
    if (isOthers) throw answerRefused(LABEL);
    return claims.output;
  }

  return {
    label: LABEL,
    async begin({ state, verifier }, reflink, now) {
      const { what } = await describe();
      await beginAttempt(db.drizzle, { provider: 'google', state, reflink, now });
      const url = new URL(what.authorization_endpoint);
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUrl,
        scope: 'openid email',
        state,
        nonce: nonceOf(state),
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url;
    },

    async finish({ verifier }, answer) {
      if (answer.get('error') === 'access_denied') return null;
      const code = answer.get('code');
      if (!code) throw answerRefused(LABEL);
      const { what } = await describe();
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUrl,
        client_id: clientId,
        client_secret: clientSecret,
        code_verifier: verifier,
      };
      const exchanged = await ask(what.token_endpoint, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
      }).catch((error: unknown) => {
        throw failed('exchanging the code', error);
      });
      const given: unknown = await exchanged.json().catch(() => undefined);
      const read = v.safeParse(v.object({ id_token: v.string() }), given);
      if (exchanged.ok && read.success) return read.output.id_token;
      const told = v.safeParse(v.object({ error: v.string() }), given);
      // A code that doesn't hold is the browser's affair, anything else ours or the provider's.
      if (told.success && told.output.error === 'invalid_grant') throw answerRefused(LABEL);
      throw failed('exchanging the code', told.success ? told.output.error : exchanged.status);
    },

    async signIn(token, visit) {
      const { sub, nonce, email, email_verified, hd } = await claimsOf(token, visit.now);
      const confirmed = email !== undefined && email_verified ? email : null;
      const signedIn = await enterByIdentity(
        db,
        {
          provider: 'google',
          subject: sub,
          email: confirmed,
          // By Google's own advice these are the addresses that it answers for.
          hostsEmail: hd !== undefined || /@(?:gmail|googlemail)\.com$/.test(confirmed ?? ''),
          attempt: Buffer.from(nonce, 'base64url'),
        },
        visit,
      );
      if (!signedIn) throw answerRefused(LABEL);
      return signedIn;
    },
  };
}
