/**
 * Signs in with an OAuth 2.0 or OpenID Connect provider, using the authorization code flow with PKCE (openid-client). Each entry
 * of `openIdProviders` has everything that differs between providers.
 */
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import * as oauth from 'openid-client';
import * as v from 'valibot';
import type { Config } from '../../config/config.ts';
import { errorText } from '../../platform/error-text.ts';
import { hashOf } from '../../platform/random-token.ts';
import { HOUR } from '../../platform/time.ts';
import {
  CLOCK_TOLERANCE,
  type Identity,
  PROVIDER_TIMEOUT,
  type Provider,
  type ProviderDeps,
  rejectedAnswer,
  unreachable,
} from './providers.ts';

export interface OpenIdProvider {
  readonly issuer: string;
  /** For a provider without a description at `/.well-known/openid-configuration`. */
  readonly endpoints?: { readonly authorization_endpoint: string; readonly token_endpoint: string };
  /** For providers with OAuth 2.0 only: the URL that says who the access token belongs to. Other providers send an ID token. */
  readonly profile?: string;
  readonly scope: string;
  /** The claims with the permanent id, and with whether the address was confirmed. */
  readonly id: string;
  readonly verified: string;
  /** Addresses that the provider hosts itself. */
  readonly hosts?: RegExp;
  /** The claim that names an organisation whose addresses the provider also hosts. */
  readonly organisation?: string;
  /** Answers with a form that the browser posts to our callback. */
  readonly formPost?: boolean;
}

export const openIdProviders = {
  // developers.google.com/identity/openid-connect: "hd" names the organisation whose addresses it hosts.
  google: {
    issuer: 'https://accounts.google.com',
    scope: 'openid email',
    id: 'sub',
    verified: 'email_verified',
    hosts: /@(?:gmail|googlemail)\.com$/,
    organisation: 'hd',
  },
  // developer.apple.com/documentation/signinwithapplerestapi: if it is asked for an address, it only answers by form.
  apple: {
    issuer: 'https://appleid.apple.com',
    scope: 'openid email',
    id: 'sub',
    verified: 'email_verified',
    hosts: /@(?:(?:icloud|me|mac)\.com|privaterelay\.appleid\.com)$/,
    formPost: true,
  },
  // docs.discord.com/developers/topics/oauth2
  discord: {
    issuer: 'https://discord.com',
    endpoints: {
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
    },
    profile: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    id: 'id',
    verified: 'verified',
  },
} satisfies Record<string, OpenIdProvider>;

export interface OpenIdKeys {
  readonly clientId: string;
  readonly clientSecret: string | (() => Promise<string>);
  /** Replaces the issuer of the entry. */
  readonly issuer?: string;
  /** The URL of its keys, unless its description has one. */
  readonly jwksUrl?: string | undefined;
}

/** How long a description is kept before it is fetched again, in milliseconds. */
const DESCRIPTION_MS = HOUR;
/** The error codes for a person who declined. */
const declined = new Set(['access_denied', 'user_cancelled_authorize']);

const claimsSchema = v.object({
  subject: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.fallback(v.nullish(v.pipe(v.string(), v.toLowerCase(), v.maxLength(254), v.email()), null), null),
  /** Apple also sends it as text. */
  verified: v.fallback(
    v.union([
      v.boolean(),
      v.pipe(
        v.literal('true'),
        v.transform(() => true),
      ),
    ]),
    false,
  ),
});

function identityOf(provider: OpenIdProvider, claims: Readonly<Record<string, unknown>>): Identity {
  const { id, verified, hosts, organisation } = provider;
  const read = v.parse(claimsSchema, {
    subject: claims[id],
    email: claims.email,
    verified: claims[verified],
  });
  const email = read.verified ? read.email : null;
  const isOrganisations = organisation !== undefined && claims[organisation] !== undefined;
  return { subject: read.subject, email, hostsEmail: isOrganisations || (hosts?.test(email ?? '') ?? false) };
}

/** Binds an ID token to the attempt without revealing its state. */
const nonceOf = (state: string) => hashOf(state).toString('base64url');

export function createOpenIdProvider(entry: OpenIdProvider, options: OpenIdKeys & ProviderDeps): Provider {
  const { label, clientId, clientSecret, issuer = entry.issuer, jwksUrl, redirectUrl, log, ask } = options;
  // Another issuer in the entry's place may sign people in, but doesn't host the entry's addresses.
  const { hosts: _, organisation: __, ...others } = entry;
  const provider: OpenIdProvider = issuer === entry.issuer ? entry : others;
  const { endpoints, profile, scope, formPost } = provider;
  const extensions = issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : [];
  let current: { readonly config: oauth.Configuration; readonly until: number } | undefined;

  const fetch: oauth.CustomFetch = (url, { body = null, signal = null, ...init }) =>
    ask(url, { ...init, body, signal });

  const authenticate: oauth.ClientAuth = async (_server, client, body) => {
    body.set('client_id', client.client_id);
    body.set('client_secret', typeof clientSecret === 'string' ? clientSecret : await clientSecret());
  };

  /** Returns the endpoints, from the entry or from the provider's own description. */
  async function describe(): Promise<oauth.ServerMetadata> {
    if (endpoints) return { issuer, ...endpoints };
    const options = { execute: extensions, timeout: PROVIDER_TIMEOUT, [oauth.customFetch]: fetch };
    const found = await oauth.discovery(new URL(issuer), clientId, undefined, undefined, options);
    const { supportsPKCE: _, ...server } = found.serverMetadata();
    return { ...server, ...(jwksUrl && { jwks_uri: jwksUrl }) };
  }

  async function configure(): Promise<oauth.Configuration> {
    if (current && Date.now() < current.until) return current.config;
    const tolerance = { [oauth.clockTolerance]: CLOCK_TOLERANCE };
    const config = new oauth.Configuration(await describe(), clientId, tolerance, authenticate);
    config.timeout = PROVIDER_TIMEOUT;
    config[oauth.customFetch] = fetch;
    // Without this, the library doesn't check an ID token's signature, because the token comes from the provider directly.
    for (const extend of [...extensions, oauth.enableNonRepudiationChecks]) extend(config);
    current = { config, until: Date.now() + DESCRIPTION_MS };
    return config;
  }

  async function profileOf(config: oauth.Configuration, url: string, token: string) {
    const answer = await oauth.fetchProtectedResource(config, token, new URL(url), 'GET');
    if (!answer.ok) throw new Error(`the profile answers ${answer.status}`);
    return v.parse(v.record(v.string(), v.unknown()), await answer.json());
  }

  function failed(error: unknown) {
    log(
      `signing in with ${issuer}: ${error instanceof oauth.ResponseBodyError ? error.error : errorText(error)}`,
    );
    return unreachable(label);
  }

  return {
    async begin({ state, verifier }) {
      try {
        return oauth.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUrl,
          scope,
          state,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(!profile && { nonce: nonceOf(state) }),
          ...(formPost && { response_mode: 'form_post' }),
        });
      } catch (error) {
        throw failed(error);
      }
    },

    async finish({ state, verifier }, answer) {
      if (declined.has(answer.get('error') ?? '')) return null;
      if (!answer.get('code')) throw rejectedAnswer(label);
      try {
        const config = await configure();
        const tokens = await oauth.authorizationCodeGrant(config, new URL(`${redirectUrl}?${answer}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          ...(!profile && { expectedNonce: nonceOf(state) }),
        });
        const claims = profile ? await profileOf(config, profile, tokens.access_token) : tokens.claims();
        return identityOf(provider, claims ?? {});
      } catch (error) {
        // An invalid code is the browser's fault. Anything else is ours or the provider's.
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
          throw rejectedAnswer(label);
        throw failed(error);
      }
    },
  };
}

/** Apple takes a statement signed with the team's key instead of a fixed secret. Each exchange gets a new one. */
export function appleSecret({
  clientId,
  teamId,
  keyId,
  privateKey,
}: NonNullable<Config['apple']>): () => Promise<string> {
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  return () =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(openIdProviders.apple.issuer)
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key);
}
