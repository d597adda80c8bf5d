// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writtenAddresses, writtenOut } from '../../../../scripts/checks/addresses.ts';

test.each([
  ['a.ts', "const href = '/user/order-history';"],
  ['a.ts', 'const href = `/user/game/${id}`;'],
  ['a.ts', 'const mail = `${siteUrl}/user/messages?thread=${id}`;'],
  ['a.ts', "const href = '/login?from=x#sign-up';"],
  ['a.tsx', 'const link = <a href="/user/rewards">Rewards</a>;'],
  ['a.astro', '<a href="/guest/contests">Contests</a>'],
  ['a.astro', '<a href={`${origin}/user/settings`}>Settings</a>'],
])('%s: %s is found', (name, text) => {
  expect(writtenOut(name, `\n${text}`)).toEqual([2]);
});

test.each([
  ['a.ts', "const root = '/';"],
  ['a.ts', "const file = '/glyphs.svg#steam';"],
  ['a.ts', "app.get('/login/google/callback', lead);"],
  ['a.ts', "/** '/user/games' */ const href = routes.userGames.pattern;"],
  ['a.ts', "const path = '/username';"],
  ['a.ts', 'const call = `/api/user/games/${id}/rewards`;'],
  ['a.astro', '// Answers /user/game/7'],
])('%s: %s isn’t a link', (name, text) => {
  expect(writtenOut(name, text)).toEqual([]);
});

test('no link in the product is hard-coded', async () => {
  expect(await writtenAddresses(join(import.meta.dirname, '../../../..'))).toEqual([]);
});
