/**
 * A real OpenID Connect provider on this machine, instead of Google, Apple or Discord. It signs users in without asking anything.
 */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { startHttpHost } from './http-host.ts';

export const oidcClient = { id: 'playtally.apps.example', secret: 'a-secret-of-the-client' } as const;

export interface OidcUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly hd?: string;
}

export interface OidcHost {
  readonly issuer: string;
  /** The user logged in there; null: they press "cancel". */
  user: OidcUser | null;
  /** Answers that replace the provider's, by path: '/jwks' → 500. */
  readonly broken: Map<string, number>;
  /** Makes the ID token of later exchanges from its proper claims. */
  forge: ((claims: JWTPayload) => string | Promise<string>) | null;
  /** Signs any claims as an ID token with this provider's key. */
  sign(claims: JWTPayload, header?: { alg?: string; kid?: string }): Promise<string>;
  close(): Promise<void>;
}

/** The provider's storage, in memory. */
function createAdapter(kept: Map<string, AdapterPayload>, model: string): Adapter {
  const key = (id: string) => `${model}:${id}`;
  const find = async (id: string) => kept.get(key(id));
  const among = async (fits: (payload: AdapterPayload) => boolean) => [...kept.values()].find(fits);
  return {
    find,
    findByUid: (uid) => among((payload) => payload.uid === uid),
    findByUserCode: (code) => among((payload) => payload.userCode === code),
    upsert: async (id, payload) => void kept.set(key(id), payload),
    destroy: async (id) => void kept.delete(key(id)),
    async consume(id) {
      const payload = await find(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id);
    },
  };
}

interface HostOptions {
  /** The allowed callbacks of its only client. */
  readonly redirectUris: readonly string[];
  /** Verifies the client's secret, if it isn't the fixed one. */
  readonly knowsSecret?: (secret: string) => Promise<boolean>;
}

export async function startOidcHost({ redirectUris, knowsSecret }: HostOptions): Promise<OidcHost> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = 'its-key';
  const jwk = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' };
  // Never closes idle connections, because reusing one at that moment would fail on a busy machine.
  const server = createServer({ keepAliveTimeout: 0 });
  const { origin: issuer, close } = await startHttpHost(server);
  const broken = new Map<string, number>();
  const kept = new Map<string, AdapterPayload>();

  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(kept, model),
    clients: [
      {
        client_id: oidcClient.id,
        client_secret: oidcClient.secret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    // Discord's scope for plain OAuth 2.0.
    scopes: ['openid', 'email', 'identify'],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
    // Like Google: the requested claims are in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async findAccount(_context, id) {
      const user = host.user?.sub === id ? host.user : { sub: id };
      return { accountId: id, claims: async () => ({ ...user }) };
    },
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email identify');
      await grant.save();
      return grant;
    },
  });
  if (knowsSecret) provider.Client.prototype.compareClientSecret = knowsSecret;
  const answer = provider.callback();
  let nonce: string | null = null;
  /** Discord's profile for an access token. */
  async function profileOf(token: string) {
    const { accountId } = (await provider.AccessToken.find(token)) ?? {};
    if (accountId === undefined || accountId !== host.user?.sub) return null;
    return { id: accountId, email: host.user.email ?? null, verified: host.user.email_verified };
  }
  async function forged(forge: NonNullable<OidcHost['forge']>) {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: oidcClient.id, sub: '4711', iat: now, exp: now + 300, nonce };
    return { access_token: 'x', token_type: 'Bearer', id_token: await forge(claims) };
  }
  server.on('request', async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const status = broken.get(pathname);
    if (status !== undefined) return void response.writeHead(status).end('<h1>Sorry</h1>');
    const json = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/auth') nonce = searchParams.get('nonce');
    if (pathname === '/token' && host.forge) return json(200, await forged(host.forge));
    if (pathname === '/users/@me') {
      const profile = await profileOf(request.headers.authorization?.replace('Bearer ', '') ?? '');
      return json(profile ? 200 : 401, profile ?? { message: '401: Unauthorized' });
    }
    if (!pathname.startsWith('/interaction/')) return void answer(request, response);
    const result = host.user
      ? { login: { accountId: host.user.sub, remember: false } }
      : { error: 'access_denied', error_description: 'the user said no' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });

  const host: OidcHost = {
    issuer,
    user: { sub: '110169484474386276334', email: 'mira@gmail.com', email_verified: true },
    broken,
    forge: null,
    sign: (claims, { alg = 'RS256', kid: by = kid } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: by, typ: 'JWT' }).sign(privateKey),
    close,
  };
  return host;
}
