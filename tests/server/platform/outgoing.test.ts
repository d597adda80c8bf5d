/** What the API asks of others: those that the settings name, never where one of them would send it on, nor one that isn't who it says. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getConfig } from '../../../server/config/config.ts';
import { createCaptchaService } from '../../../server/features/auth/captcha-services.ts';
import { createGoogle } from '../../../server/features/auth/google.ts';
import { createSteam } from '../../../server/features/auth/steam.ts';
import { createOutgoing, originsOf } from '../../../server/platform/outgoing.ts';
import { createHostedBroadcaster } from '../../../server/realtime/hosted.ts';
import { selfSigned } from '../../support/certificate.ts';
import { testDatabase } from '../../support/database.ts';
import { listening } from '../../support/listening.ts';
import { testVault } from '../../support/vault.ts';

/** 'http://127.0.0.1:41234' of a server that ends with the test. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return `${'setSecureContext' in server ? 'https' : 'http'}://127.0.0.1:${await listening(server)}`;
}

/** A host that sends everybody on to another, which counts who comes; `description` is answered where that is asked for. */
async function redirecting(description = false) {
  let arrived = 0;
  let asked = 0;
  const elsewhere = await listen(
    createServer((_, response) => {
      arrived++;
      response.end('{}');
    }),
  );
  const answer: RequestListener = ({ url }, response) => {
    if (description && url?.startsWith('/.well-known/'))
      return response.end(
        JSON.stringify({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
        }),
      );
    asked++;
    return response.writeHead(307, { location: `${elsewhere}/there` }).end();
  };
  const origin = await listen(createServer(answer));
  return { origin, counts: () => ({ asked, arrived }) };
}

const attempt = { state: 's'.repeat(43), verifier: 'v'.repeat(43) };
const log = () => {};
const visit = {
  device: 'a test',
  code: undefined,
  from: async () => 'a test',
  place: null,
  parts: { vault: testVault, rateLimit: false, siteUrl: 'http://site.test' },
  now: new Date(),
};

describe('a redirect is followed by no request', () => {
  test('of a captcha service', async () => {
    const { origin, counts } = await redirecting();
    const ask = createOutgoing([origin]);
    const given = { siteKey: 'x', secret: 'x', hostname: 'site.test' };
    const captcha = createCaptchaService({
      ...{ service: 'hcaptcha', verifyUrl: origin, ...given, log, ask },
    });
    expect(await captcha.refuse('x')).toContain('can’t be verified');
    expect(counts()).toEqual({ asked: 1, arrived: 0 });
  });

  test('of an OpenID Connect provider: description, token or keys', async () => {
    const db = await testDatabase();
    const googleAt = (origin: string) =>
      createGoogle({
        ...{ db, issuer: origin, clientId: 'x', clientSecret: 'x', jwksUrl: undefined },
        ...{ redirectUrl: 'http://api.test/login/google/callback', log, ask: createOutgoing([origin]) },
      });
    const undescribed = await redirecting();
    const away = { code: 'provider_unavailable' };
    const { signIn } = googleAt(undescribed.origin);
    await expect(signIn('x', visit)).rejects.toMatchObject(away);
    expect(undescribed.counts()).toEqual({ asked: 1, arrived: 0 });

    const described = await redirecting(true);
    const google = googleAt(described.origin);
    const answer = new URLSearchParams({ code: 'x', state: attempt.state });
    await expect(google.finish(attempt, answer)).rejects.toMatchObject(away);
    const header = Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url');
    const token = `${header}.${Buffer.from('{}').toString('base64url')}.AAAA`;
    await expect(google.signIn(token, visit)).rejects.toMatchObject(away);
    expect(described.counts()).toEqual({ asked: 2, arrived: 0 });
  });

  test('of Steam', async () => {
    const { origin, counts } = await redirecting();
    const db = await testDatabase();
    const returnUrl = 'http://api.test/login/steam/callback';
    const endpoint = `${origin}/openid/login`;
    const steam = createSteam({ db, endpoint, returnUrl, log, ask: createOutgoing([origin]) });
    const id = `${origin}/openid/id/76561198000000001`;
    const claims = {
      ns: 'http://specs.openid.net/auth/2.0',
      mode: 'id_res',
      op_endpoint: endpoint,
      return_to: `${returnUrl}?state=${attempt.state}`,
      identity: id,
      claimed_id: id,
      response_nonce: `${visit.now.toISOString().slice(0, 19)}Zx`,
      signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    };
    const token = new URLSearchParams(
      Object.entries(claims).map(([name, value]) => [`openid.${name}`, value]),
    );
    await expect(steam.signIn(token.toString(), visit)).rejects.toMatchObject({
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

test('an address that the settings don’t name isn’t asked', async () => {
  const { origin, counts } = await redirecting();
  const ask = createOutgoing(['https://accounts.google.com']);
  await expect(ask(`${origin}/keys`)).rejects.toThrow('OUTGOING_ORIGINS');
  await expect(ask(new Request(origin))).rejects.toThrow('OUTGOING_ORIGINS');
  expect(counts()).toEqual({ asked: 0, arrived: 0 });
});

test('the addresses that are asked are those of the settings, and none without them', () => {
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
    'https://steamcommunity.com',
    'https://sockets.test',
    'https://token.test',
  ]);
});

test('nothing of the server asks past that', () => {
  const folder = join(import.meta.dirname, '../../../server');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const asking = files.filter((name) =>
    /\b(?:fetch\(|node:(?:https?|dgram)'|\.request\()|\bconnect\b.* from 'node:(?:net|tls)'/.test(
      readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|import type .*/g, ''),
    ),
  );
  // The command line asks the API itself, the health check the process beside it; the other two are servers
  // that listen.
  expect(asking.sort()).toEqual([
    'cli/healthcheck.ts',
    'cli/session.ts',
    'http/tls.ts',
    'platform/outgoing.ts',
    'realtime/place.ts',
  ]);
});

test('a host that can’t prove its name is told nothing', async () => {
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
