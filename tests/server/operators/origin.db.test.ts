/** Which pages may make which calls: the operators' host makes operators' calls, and the site all others. */
import { expect, test } from 'vitest';
import { createLog } from '../../../server/observability/log.ts';
import { testApi } from '../../support/api.ts';

const SITE = 'http://site.test';
const OPERATOR_SITE = 'http://operator.test';

test('only pages of the operators’ host can make operators’ calls, and they can make no others', async () => {
  const api = await testApi();
  const operator = await api.addOperator();
  const path = '/api/operator/operators';
  const authorization = `Bearer ${operator.token}`;
  const asked = async (origin: string | undefined, method = 'GET', call = path) => {
    const { status, headers } = await api.raw(call, {
      method,
      headers: { authorization, ...(origin !== undefined && { origin }) },
    });
    return [status, headers.get('access-control-allow-origin')];
  };
  expect(await asked(OPERATOR_SITE)).toEqual([200, OPERATOR_SITE]);
  expect(await asked(OPERATOR_SITE, 'OPTIONS')).toEqual([204, OPERATOR_SITE]);
  // The command line isn't a page.
  expect(await asked(undefined)).toEqual([200, null]);
  for (const origin of [SITE, 'https://operator.test', 'http://evil.operator.test', 'null']) {
    expect(await asked(origin), origin).toEqual([403, null]);
    expect(await asked(origin, 'OPTIONS'), origin).toEqual([204, null]);
    // Nor with another spelling of the address.
    expect((await asked(origin, 'GET', '/api/%6Fperator/operators'))[0], origin).toBeGreaterThan(400);
  }
  // And the operators' pages can't read players' calls.
  for (const [origin, reader] of [
    [OPERATOR_SITE, null],
    [SITE, SITE],
  ] as const) {
    const { status, headers } = await api.raw('/api/user/rewards', { headers: { origin } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, reader]);
    expect(await asked(origin, 'OPTIONS', '/api/user/rewards')).toEqual([204, reader]);
  }
});

test('an operators’ call from another page is rejected before it is read, and logged', async () => {
  const lines: string[] = [];
  const logSecurity = createLog({
    format: 'json',
    write: (line) => void lines.push(line),
    now: () => new Date(),
  });
  const api = await testApi({ logSecurity });
  const operator = await api.addOperator();
  const sent = await api.raw('/api/operator/operators/invite', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${operator.token}`,
      'content-type': 'application/json',
      origin: SITE,
    },
    body: JSON.stringify({ name: 'Mallory' }),
  });
  expect([sent.status, await sent.json()]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'access_refused', outcome: 'refused' }),
  ]);
  const listed = await api.raw('/api/operator/operators', {
    headers: { authorization: `Bearer ${operator.token}`, origin: OPERATOR_SITE },
  });
  expect(JSON.stringify(await listed.json())).not.toContain('Mallory');
});
