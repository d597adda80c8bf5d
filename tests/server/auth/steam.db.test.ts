import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { identities, signInAttempts, spentNonces, users } from '../../../server/db/schema.ts';
import { createSteam } from '../../../server/features/auth/steam.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { getAuthProviders, loginSteam } from '../../../src/lib/contract/auth/sign-in.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, wrongCodeOf } from '../../support/app-codes.ts';
import { joinWithApp } from '../../support/app-players.ts';
import { testDatabase } from '../../support/database.ts';
import { endOf } from '../../support/ends.ts';
import { type SteamHost, startSteamHost } from '../../support/steam-host.ts';
import { MINUTE } from '../../support/time.ts';
import { VISIT, visitor } from '../../support/visitor.ts';

const CALLBACK = 'http://api.test/login/steam/callback';
const START = `/login/steam?visit=${VISIT}`;

interface Set {
  readonly api: TestApi;
  readonly host: SteamHost;
}

/** An API that signs in with a real OpenID 2.0 provider, which reads the system clock, so the tests do too. */
async function withSteam(): Promise<Set> {
  const db = await testDatabase();
  const host = await startSteamHost();
  onTestFinished(() => host.close());
  const log = (text: string) => void api.logged.push(text);
  const api = await testApi({
    db,
    providers: {
      steam: createSteam({
        ...{ db, endpoint: host.endpoint, label: 'Steam', redirectUrl: CALLBACK },
        ...{ log, ask: fetch },
      }),
    },
  });
  api.now = new Date();
  return { api, host };
}

/** Goes through Steam like a browser, and returns the token that the site gets. */
async function tokenBy({ api }: Set, start = START): Promise<string> {
  const found = await visitor(api).go(start);
  expect(Object.fromEntries(found)).toEqual({ by: 'steam', token: expect.any(String), visit: VISIT });
  return found.get('token') ?? '';
}

const outcomeOf = (url: string) => Object.fromEntries(new URLSearchParams(new URL(url).hash.slice(1)));

/** A browser that has just left for Steam: its return address, and what the site gets when it returns with an answer. */
async function away({ api }: Set) {
  const browser = visitor(api);
  const there = new URL(await browser.step(`http://api.test${START}`));
  const returnTo = there.searchParams.get('openid.return_to') ?? '';
  const back = async (answer: URLSearchParams) => outcomeOf(await browser.step(`${returnTo}&${answer}`));
  return { returnTo, back };
}

/** What the site gets if Steam sends this answer with a valid signature. */
async function answered(set: Set, change: Record<string, string> = {}) {
  const { returnTo, back } = await away(set);
  return back(set.host.answer(returnTo, change));
}

const REFUSED = { by: 'steam', failed: 'refused' };
const TOKEN = { by: 'steam', token: expect.any(String), visit: VISIT };
const refused = {
  status: 422,
  code: 'invalid',
  fields: { token: expect.stringContaining('couldn’t confirm') },
};

describe('signing in with Steam', () => {
  test('leads there and back, makes an account the first time and finds it later', async () => {
    const set = await withSteam();
    const friend = await set.api.addPlayer();
    const { token, user } = (
      await request(loginSteam, { body: await tokenBy(set, `${START}&ref=${friend.id}`) })
    ).success;
    expect(user).toMatchObject({ birth_date: null, balance: { available: 0 } });
    // Steam sends no address, so there is none.
    expect(user.email ?? null).toBeNull();
    const [row] = await set.api.db.drizzle.select().from(users).where(eq(users.id, user.id));
    expect(row?.invitedBy).toBe(friend.id);
    set.api.actAs({ id: user.id, email: '', token });
    await expect(request(getBalance, {})).resolves.toMatchObject({ balance: { available: 0 } });
    set.api.actAs(null);
    expect((await request(loginSteam, { body: await tokenBy(set) })).success.user.id).toBe(user.id);
    set.host.player = '76561198000000002';
    expect((await request(loginSteam, { body: await tokenBy(set) })).success.user.id).not.toBe(user.id);
    expect(set.api.logged).toEqual([]);
  });

  test('verifies exactly the received answer with Steam, and nothing else', async () => {
    const set = await withSteam();
    const { returnTo, back } = await away(set);
    const answer = set.host.answer(returnTo);
    expect(await back(answer)).toEqual(TOKEN);
    expect(set.host.asked).toHaveLength(1);
    answer.set('openid.mode', 'check_authentication');
    expect(Object.fromEntries(set.host.asked[0] ?? [])).toEqual(Object.fromEntries(answer));
  });

  test('asks Steam for any player, in the API’s name, with a new state each time', async () => {
    const { api, host } = await withSteam();
    const urls = [
      new URL(await visitor(api).step(`http://api.test${START}`)),
      new URL(await visitor(api).step(`http://api.test${START}`)),
    ];
    const states = urls.map((url) => {
      expect(url.href.startsWith(`${host.endpoint}?`)).toBe(true);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        'openid.ns': 'http://specs.openid.net/auth/2.0',
        'openid.mode': 'checkid_setup',
        'openid.realm': 'http://api.test',
        'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
      });
      const back = new URL(url.searchParams.get('openid.return_to') ?? '');
      expect(back.href.startsWith(`${CALLBACK}?`)).toBe(true);
      return back.searchParams.get('state');
    });
    expect(states[0]).toMatch(/^[\w-]{43}$/);
    expect(states[0]).not.toBe(states[1]);
  });

  test('is listed as set up', async () => {
    await withSteam();
    expect((await request(getAuthProviders, {})).providers).toEqual(['passkey', 'steam']);
  });
});

describe('an answer is rejected with the same message', () => {
  test('when it is malformed, even where Steam would confirm it', async () => {
    const set = await withSteam();
    const other = await startSteamHost();
    onTestFinished(() => other.close());
    const fields = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle';
    const without = (name: string) => ({
      'openid.signed': fields
        .split(',')
        .filter((one) => one !== name)
        .join(),
    });
    const at = (ms: number) => ({
      'openid.response_nonce': `${new Date(set.api.now.getTime() + ms).toISOString().slice(0, 19)}Zabc`,
    });
    const id = `${new URL(set.host.endpoint).origin}/openid/id/76561198000000001`;
    const wrong: Record<string, Record<string, string>> = {
      'another return address': { 'openid.return_to': 'http://evil.test/login/steam/callback?state=x' },
      'a return address that only begins alike': { 'openid.return_to': `${CALLBACK}.evil.test/?state=x` },
      'no state': { 'openid.return_to': CALLBACK },
      'a state that nobody set out with': { 'openid.return_to': `${CALLBACK}?state=${'A'.repeat(43)}` },
      'another endpoint': { 'openid.op_endpoint': other.endpoint },
      'another’s players': {
        'openid.claimed_id': `${other.endpoint}/id/1`,
        'openid.identity': `${other.endpoint}/id/1`,
      },
      'another player than the one claimed': { 'openid.identity': id.replace(/1$/, '2') },
      'a player without a number': { 'openid.claimed_id': `${id}x`, 'openid.identity': `${id}x` },
      'another version': { 'openid.ns': 'http://openid.net/signon/1.1' },
      'another mode': { 'openid.mode': 'setup_needed' },
      'too old a nonce': at(-11 * MINUTE),
      'a nonce from tomorrow': at(24 * 60 * MINUTE),
      'a nonce without a time': { 'openid.response_nonce': 'abc' },
      'a nonce with a time that is none': { 'openid.response_nonce': '2026-13-40T99:99:99Zabc' },
      ...Object.fromEntries(
        ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'].map(
          (name) => [`${name} not under the signature`, without(name)],
        ),
      ),
    };
    for (const [what, change] of Object.entries(wrong))
      expect(await answered(set, change), what).toEqual(REFUSED);
    // Steam wasn't asked about any of those.
    expect(set.host.asked).toEqual([]);
    expect(set.api.logged).toEqual([]);
    expect(await answered(set)).toEqual(TOKEN);
  });

  test('if it is tampered with, signed by another party, or isn’t an answer', async () => {
    const set = await withSteam();
    const other = await startSteamHost();
    onTestFinished(() => other.close());
    const victim = new URL('id/76561198000000099', set.host.endpoint).href;
    const edited = (edit: (answer: URLSearchParams) => void) => (answer: URLSearchParams) => {
      edit(answer);
      return answer;
    };
    const forge = [
      edited((answer) => {
        answer.set('openid.claimed_id', victim);
        answer.set('openid.identity', victim);
      }),
      edited((answer) => answer.set('openid.sig', 'AAAA')),
      edited((answer) => answer.delete('openid.sig')),
      // Twice: once for Steam to verify, and once for us to read.
      edited((answer) => answer.append('openid.claimed_id', victim)),
      (answer: URLSearchParams) =>
        other.answer(answer.get('openid.return_to') ?? '', {
          'openid.op_endpoint': set.host.endpoint,
          'openid.claimed_id': victim,
          'openid.identity': victim,
        }),
      () => new URLSearchParams('openid.mode=id_res'),
      () => new URLSearchParams('x=1'),
    ];
    for (const [index, change] of forge.entries()) {
      const { returnTo, back } = await away(set);
      expect(await back(change(set.host.answer(returnTo))), String(index)).toEqual(REFUSED);
    }
    expect(other.asked).toEqual([]);
    expect(await answered(set)).toEqual(TOKEN);
  });

  test('if it is sent again, even ten times concurrently or with a new state', {
    tags: 'concurrent',
  }, async () => {
    const set = await withSteam();
    const token = await tokenBy(set);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => request(loginSteam, { body: token })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
    const [spent] = await set.api.db.drizzle.select().from(spentNonces);
    expect(await answered(set, { 'openid.response_nonce': spent?.nonce ?? '' })).toEqual(REFUSED);
  });

  test('when its attempt is over, or was Google’s', async () => {
    const set = await withSteam();
    for (const change of [{ expiresAt: set.api.now }, { provider: 'google' as const }]) {
      const token = await tokenBy(set);
      await set.api.db.drizzle.update(signInAttempts).set(change);
      await expect(request(loginSteam, { body: token })).rejects.toMatchObject(refused);
    }
  });
});

describe('coming back', () => {
  test('with another browser’s answer, or another state, leads nowhere', async () => {
    const set = await withSteam();
    const mine = visitor(set.api);
    const url = await mine.step(await mine.step(`http://api.test${START}`));
    expect(outcomeOf(await visitor(set.api).step(url))).toEqual({ by: 'steam', failed: 'lost' });
    const changed = new URL(url);
    changed.searchParams.set('state', 'A'.repeat(43));
    expect(outcomeOf(await mine.step(changed.href))).toEqual({ by: 'steam', failed: 'lost' });
    expect(outcomeOf(await mine.step(url))).toMatchObject({ token: expect.any(String) });
    expect(outcomeOf(await mine.step(url))).toEqual({ by: 'steam', failed: 'lost' });
  });

  test('after a cancellation says so', async () => {
    const set = await withSteam();
    set.host.player = null;
    expect(Object.fromEntries(await visitor(set.api).go(START))).toEqual({
      by: 'steam',
      failed: 'cancelled',
    });
  });
});

test('no one is signed in when Steam is down or sends nonsense', async () => {
  const set = await withSteam();
  set.host.mood = 'refuses';
  expect(await answered(set)).toEqual(REFUSED);
  expect(set.api.logged).toEqual([]);
  set.host.mood = 'broken';
  expect(await answered(set)).toEqual({ by: 'steam', failed: 'unavailable' });
  expect(set.api.logged).toHaveLength(1);
  set.host.mood = 'honest';
  expect(await answered(set)).toEqual(TOKEN);
  const { returnTo, back } = await away(set);
  const answer = set.host.answer(returnTo);
  await set.host.close();
  expect(await back(answer)).toEqual({ by: 'steam', failed: 'unavailable' });
});

test('an account with a second factor is asked for its code, and Steam is asked only once', async () => {
  const set = await withSteam();
  const { api, host } = set;
  const mira = await joinWithApp(api);
  api.now = new Date();
  await api.db.drizzle.insert(identities).values({
    provider: 'steam',
    subject: host.player ?? '',
    userId: mira.id,
    createdAt: api.now,
    lastUsedAt: api.now,
  });
  api.actAs(null);
  const token = await tokenBy(set);
  expect(await endOf(request(loginSteam, { body: token }))).toBe('invalid: code');
  const wrongCode = wrongCodeOf(mira.secret, api.now);
  expect(await endOf(request(loginSteam, { body: { token, code: wrongCode } }))).toBe('invalid: code');
  const code = codeOf(mira.secret, api.now, 1);
  expect((await request(loginSteam, { body: { token, code } })).success.user.id).toBe(mira.id);
  expect(host.asked).toHaveLength(1);
  await expect(request(loginSteam, { body: { token, code: mira.recoveryCodes[0] } })).rejects.toMatchObject(
    refused,
  );
});
