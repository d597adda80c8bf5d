/**
 * The API's outgoing calls: only to hosts in the settings, without following redirects, and only to hosts that prove their name.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getConfig } from '../../../server/config/config.ts';
import { createCaptchaService } from '../../../server/features/auth/captcha-services.ts';
import { createOpenIdProvider } from '../../../server/features/auth/openid.ts';
import { createSteam } from '../../../server/features/auth/steam.ts';
import { createOutgoing, originsOf } from '../../../server/platform/outgoing.ts';
import { hashOf } from '../../../server/platform/random-token.ts';
import { createHostedBroadcaster } from '../../../server/realtime/hosted.ts';
import { selfSigned } from '../../support/certificate.ts';
import { testDatabase } from '../../support/database.ts';
import { listening } from '../../support/listening.ts';

/** The URL of a server that ends with the test: 'http://127.0.0.1:41234'. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return `${'setSecureContext' in server ? 'https' : 'http'}://127.0.0.1:${await listening(server)}`;
}

/** A host that redirects to another one, which counts visitors. Only these paths are answered, with JSON. */
async function redirecting(answers: (origin: string) => Readonly<Record<string, object>> = () => ({})) {
  let arrived = 0;
  let asked = 0;
  const elsewhere = await listen(
    createServer((_, response) => {
      arrived++;
      response.end('{}');
    }),
  );
  const answer: RequestListener = ({ url }, response) => {
    const own = answers(origin)[url ?? ''];
    if (own) return response.setHeader('content-type', 'application/json').end(JSON.stringify(own));
    asked++;
    return response.writeHead(307, { location: `${elsewhere}/there` }).end();
  };
  const origin = await listen(createServer(answer));
  return { origin, counts: () => ({ asked, arrived }) };
}

const description = (origin: string) => ({
  '/.well-known/openid-configuration': {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/keys`,
  },
});

const attempt = { state: 's'.repeat(43), verifier: 'v'.repeat(43) };
const log = () => {};
const now = new Date();

describe('no request follows a redirect', () => {
  test('of a captcha service', async () => {
    const { origin, counts } = await redirecting();
    const ask = createOutgoing([origin]);
    const given = { siteKey: 'x', secret: 'x', hostname: 'site.test' };
    const captcha = createCaptchaService({
      ...{ service: 'hcaptcha', verifyUrl: origin, ...given, log, ask },
    });
    expect(await captcha.refuse('x')).toContain('can’t verify');
    expect(counts()).toEqual({ asked: 1, arrived: 0 });
  });

  test('of an OpenID Connect provider: description, token or keys', async () => {
    const googleAt = (origin: string) =>
      createOpenIdProvider(
        { issuer: origin, scope: 'openid', id: 'sub', verified: 'email_verified' },
        {
          ...{ label: 'It', clientId: 'x', clientSecret: 'x', log, ask: createOutgoing([origin]) },
          redirectUrl: 'http://api.test/login/google/callback',
        },
      );
    const undescribed = await redirecting();
    const away = { code: 'provider_unavailable' };
    await expect(googleAt(undescribed.origin).begin(attempt)).rejects.toMatchObject(away);
    expect(undescribed.counts()).toEqual({ asked: 1, arrived: 0 });

    const token = (origin: string) => {
      const iat = Math.floor(now.getTime() / 1000);
      const nonce = hashOf(attempt.state).toString('base64url');
      const claims = { iss: origin, aud: 'x', sub: '1', iat, exp: iat + 60, nonce };
      const [head, body] = [{ alg: 'RS256', kid: '1' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return { '/token': { access_token: 'x', token_type: 'Bearer', id_token: `${head}.${body}.AAAA` } };
    };
    const answer = new URLSearchParams({ code: 'x', state: attempt.state });
    for (const answers of [description, (origin: string) => ({ ...description(origin), ...token(origin) })]) {
      const described = await redirecting(answers);
      const provider = googleAt(described.origin);
      await expect(provider.finish(attempt, answer, now)).rejects.toMatchObject(away);
      expect(described.counts()).toEqual({ asked: 1, arrived: 0 });
    }
  });

  test('of Steam', async () => {
    const { origin, counts } = await redirecting();
    const db = await testDatabase();
    const redirectUrl = 'http://api.test/login/steam/callback';
    const endpoint = `${origin}/openid/login`;
    const steam = createSteam({
      db,
      label: 'Steam',
      endpoint,
      redirectUrl,
      log,
      ask: createOutgoing([origin]),
    });
    const id = `${origin}/openid/id/76561198000000001`;
    const claims = {
      ns: 'http://specs.openid.net/auth/2.0',
      mode: 'id_res',
      op_endpoint: endpoint,
      return_to: `${redirectUrl}?state=${attempt.state}`,
      identity: id,
      claimed_id: id,
      response_nonce: `${now.toISOString().slice(0, 19)}Zx`,
      signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    };
    const token = new URLSearchParams(
      Object.entries(claims).map(([name, value]) => [`openid.${name}`, value]),
    );
    await expect(steam.finish(attempt, token, now)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
    expect(counts()).toEqual({ asked: 1, arrived: 0 });
  });

  test('of a host of the sockets', async () => {
    const { origin, counts } = await redirecting();
    const lines: string[] = [];
    const hosted = createHostedBroadcaster({
      ...{ appId: '1', key: 'x', secret: 'x', origin, ask: createOutgoing([origin]) },
      log: (line) => void lines.push(line),
    });
    hosted.publish({ kind: 'balance', userId: 1 });
    await hosted.close();
    expect(lines).toHaveLength(1);
    expect(counts()).toEqual({ asked: 1, arrived: 0 });
  });
});

test('an address that isn’t in the settings isn’t called', async () => {
  const { origin, counts } = await redirecting();
  const ask = createOutgoing(['https://accounts.google.com']);
  await expect(ask(`${origin}/keys`)).rejects.toThrow('OUTGOING_ORIGINS');
  await expect(ask(new Request(origin))).rejects.toThrow('OUTGOING_ORIGINS');
  expect(counts()).toEqual({ asked: 0, arrived: 0 });
});

test('only addresses in the settings are called, and none without settings', () => {
  expect(originsOf(getConfig({}))).toEqual([]);
  const google = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'x' };
  expect(originsOf(getConfig(google))).toEqual([
    'https://accounts.google.com',
    'https://oauth2.googleapis.com',
    'https://www.googleapis.com',
  ]);
  const own = {
    ...google,
    GOOGLE_ISSUER: 'https://login.test/realm',
    GOOGLE_JWKS_URL: 'https://keys.test/jwks',
    DISCORD_CLIENT_ID: 'x',
    DISCORD_CLIENT_SECRET: 'x',
    STEAM_SIGN_IN: 'on',
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'x',
    CAPTCHA_SECRET: 'x',
    PUSHER_APP_ID: '1',
    PUSHER_APP_KEY: 'x',
    PUSHER_APP_SECRET: 'x',
    PUSHER_HOST: 'sockets.test',
    OUTGOING_ORIGINS: 'https://token.test',
  };
  expect(originsOf(getConfig(own))).toEqual([
    'https://challenges.cloudflare.com',
    'https://login.test',
    'https://keys.test',
    'https://discord.com',
    'https://steamcommunity.com',
    'https://sockets.test',
    'https://token.test',
  ]);
});

test('no server code makes requests in another way', () => {
  const folder = join(import.meta.dirname, '../../../server');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const asking = files.filter((name) =>
    /\b(?:fetch\(|node:(?:https?|dgram)'|\.request\()|\bconnect\b.* from 'node:(?:net|tls)'/.test(
      readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|import type .*/g, ''),
    ),
  );
  // The command line calls the API itself, the health check the process next to it, and the other two are servers
  // that listen.
  expect(asking.sort()).toEqual([
    'cli/healthcheck.ts',
    'cli/session.ts',
    'http/tls.ts',
    'platform/outgoing.ts',
    'realtime/place.ts',
  ]);
});

test('a host that can’t prove its name gets nothing', async () => {
  let arrived = 0;
  const { key, cert } = selfSigned('127.0.0.1');
  const origin = await listen(
    createSecureServer({ key, cert }, (_, response) => {
      arrived++;
      response.end('{}');
    }),
  );
  const failed = createOutgoing([origin])(origin, { method: 'POST', body: 'secret=x' });
  await expect(failed).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) },
  });
  expect(arrived).toBe(0);
});
