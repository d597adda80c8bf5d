import { expect, test } from 'vitest';
import { testApi } from '../../support/api.ts';

const HOUR = 3_600_000;

test('accounts of one network are created at a limited rate, without delaying other networks', async () => {
  const signUps = { hour: 2, day: 3 };
  const api = await testApi({ rateLimit: true, trustedProxies: 1, signUps });
  let made = 0;
  async function join(address: string) {
    const email = `joiner-${++made}@test.example`;
    const body = JSON.stringify({ email, password: 'correct horse 7', captcha: 'off' });
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    const answer = await api.raw('/api/registration-user', { method: 'POST', body, headers });
    return [answer.status, (await answer.json()).message, answer.headers.get('Retry-After')];
  }
  for (const [one, two, three] of [
    ['203.0.113.7', '203.0.113.200', '203.0.113.9'],
    // One customer may hold all of a /48.
    ['2001:db8:0:1::a', '2001:db8:0:2::a', '2001:db8:0:ffff::1'],
  ] as const) {
    expect((await join(one))[0]).toBe(200);
    expect((await join(two))[0]).toBe(200);
    const refused = [429, expect.stringContaining('Too many accounts were created from your network')];
    expect(await join(three)).toEqual([...refused, '3600']);
    expect((await join('198.51.100.7'))[0]).toBe(200);
    api.now = new Date(api.now.getTime() + HOUR);
    expect((await join(three))[0]).toBe(200);
    // The daily limit is used up, and nothing else.
    expect(await join(three)).toEqual([...refused, String(23 * 3600)]);
    api.now = new Date(api.now.getTime() + 24 * HOUR);
    expect((await join(three))[0]).toBe(200);
    // Addresses that identify no one aren't counted.
    for (let at = 0; at < 4; at++) expect((await join('10.0.0.7'))[0]).toBe(200);
  }
});
