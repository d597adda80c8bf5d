import { expect, test } from 'vitest';
import { formsOf, headersFile, nginxFile, redirectsFile, siteRules } from '../../../../scripts/site/hosts.ts';

const rules = siteRules(
  {
    routes: {
      about: { pattern: '/about-us' },
      reward: { pattern: '/user/reward/{id?}/{name?}', shell: '/user/reward' },
      play: { pattern: '/games/{game_name?}/play/{device?}', shell: '/games/play' },
    },
    redirects: { '/blog': 'https://blog.example/', '/robux': '/user/reward/84/Robux' },
  },
  { 'X-Test': 'say "a"' },
);

test('a pattern has a form for each optional part that is there or not', () => {
  expect(formsOf('/about-us')).toEqual(['/about-us']);
  expect(formsOf('/a/{x}/{y?}')).toEqual(['/a/{x}/{y}', '/a/{x}']);
  expect(formsOf('/a/{x?}/b/{y?}')).toEqual(['/a/{x}/b/{y}', '/a/{x}/b', '/a/b/{y}', '/a/b']);
});

test('two forms that match the same addresses are one', () => {
  const shapes = formsOf('/a/{x?}/{y?}').map((form) => form.replace(/\w+(?=\})/g, ''));
  expect(shapes.sort()).toEqual(['/a', '/a/{}', '/a/{}/{}']);
});

test('redirects that leave the site are 301, those within it 308', () => {
  expect(rules.redirects.map(({ from, status }) => [from, status])).toEqual([
    ['/blog', 301],
    ['/robux', 308],
  ]);
});

test('_redirects has a line for each redirect and each form of a shell but the shell itself', () => {
  const lines = redirectsFile(rules).trim().split('\n');
  expect(lines).toContain('/blog https://blog.example/ 301');
  expect(lines).toContain('/user/reward/:id/:name /user/reward 200');
  expect(lines).toContain('/games/:game_name/play /games/play 200');
  expect(lines.filter((line) => line.startsWith('/user/reward '))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('/about-us'))).toEqual([]);
});

test('_headers has all headers for all, and long caching for files with a fingerprint', () => {
  expect(headersFile(rules)).toMatch(
    /^\/\*\n {2}X-Test: say "a"\n\/_astro\/\*\n {2}Cache-Control: .*immutable\n/,
  );
});

test("nginx's file repeats the headers where it adds one, and escapes them", () => {
  const lines = nginxFile(rules).split('\n');
  expect(lines).toContain('add_header X-Test "say \\"a\\"" always;');
  expect(lines.find((line) => line.startsWith('location ^~ /_astro/'))).toContain(
    'add_header X-Test "say \\"a\\"" always;',
  );
  expect(lines).toContain('location = /robux { return 308 "/user/reward/84/Robux"; }');
});

test("nginx's shells match their addresses and no others", () => {
  const line = nginxFile(rules)
    .split('\n')
    .find((text) => text.includes('/games/play.html'));
  const pattern = new RegExp(/"(.+?)"/.exec(line ?? '')?.[1] ?? 'none');
  expect(
    ['/games/merge/play/mobile', '/games/merge/play', '/games/play'].every((path) => pattern.test(path)),
  ).toBe(true);
  expect(
    ['/games/merge', '/games/a/b/play', '/x/games/play', '/games/merge/play/mobile/x'].some((path) =>
      pattern.test(path),
    ),
  ).toBe(false);
});
