import { describe, expect, test } from 'vitest';
import {
  formsOf,
  headersFile,
  nginxFile,
  operatorNginxFile,
  redirectsFile,
  siteRules,
} from '../../../../scripts/site/hosts.ts';
import { redirects, routes } from '../../../../src/lib/routing/routes.ts';

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

test('a pattern has a form with and without each optional part', () => {
  expect(formsOf('/about-us')).toEqual(['/about-us']);
  expect(formsOf('/a/{x}/{y?}')).toEqual(['/a/{x}/{y}', '/a/{x}']);
  expect(formsOf('/a/{x?}/b/{y?}')).toEqual(['/a/{x}/b/{y}', '/a/{x}/b', '/a/b/{y}', '/a/b']);
});

test('two forms that match the same addresses count as one', () => {
  const shapes = formsOf('/a/{x?}/{y?}').map((form) => form.replace(/\w+(?=\})/g, ''));
  expect(shapes.sort()).toEqual(['/a', '/a/{}', '/a/{}/{}']);
});

test('redirects that leave the site are 301, those within it 308', () => {
  expect(rules.redirects.map(({ from, status }) => [from, status])).toEqual([
    ['/blog', 301],
    ['/robux', 308],
  ]);
});

test('a route whose guard does not exist is passed to the server', () => {
  const routes = {
    vault: { pattern: '/vault/{id?}', guard: 'admin' },
    home: { pattern: '/', guard: 'anyone' },
  };
  expect(siteRules({ routes, redirects: {} }, {}).unguarded).toEqual(['/vault/{id?}']);
  expect(rules.unguarded).toBeUndefined();
});

test('a table with extra redirects makes rules for all of them', () => {
  const { redirects } = siteRules({ routes: {}, redirects: { '/rewards/old': '/rewards' } }, {});
  expect(redirects).toEqual([{ from: '/rewards/old', to: '/rewards', status: 308 }]);
});

describe('_redirects', () => {
  const lines = (files: readonly string[] = []) => redirectsFile(rules, files).trim().split('\n');

  test('has a line for each redirect and each form of a shell except the shell itself', () => {
    expect(lines()).toEqual([
      '/blog https://blog.example/ 301!',
      '/blog https://blog.example/ 301',
      '/robux /user/reward/84/Robux 308!',
      '/robux /user/reward/84/Robux 308',
      '/user/reward/:id/:name /user/reward 200',
      '/user/reward/:id /user/reward 200',
      '/games/:game_name/play/:device /games/play 200',
      '/games/:game_name/play /games/play 200',
      '/games/play/:device /games/play 200',
    ]);
  });

  test('serves a file before the shell that would match it', () => {
    const found = lines([
      '/',
      '/about-us',
      '/user/reward/84/Robux',
      '/user/reward/84.png',
      '/user/reward',
      '/robux',
    ]);
    expect(found.slice(4, 7)).toEqual([
      '/user/reward/84.png /user/reward/84.png 200',
      '/user/reward/84/Robux /user/reward/84/Robux 200',
      '/user/reward/:id/:name /user/reward 200',
    ]);
    expect(found).toHaveLength(11);
  });

  test('leads each address of a known item to the item, and none to the shell', () => {
    const table = {
      routes: { reward: { pattern: '/reward/{id?}/{name?}', shell: '/reward' } },
      redirects: {},
    };
    const known = [{ pattern: '/reward/{id?}/{name?}', addresses: { 84: '/reward/84/Robux' } }];
    const files = ['/reward', '/reward/84/Robux'];
    const made = (all: Parameters<typeof siteRules>[4]) =>
      redirectsFile(siteRules(table, {}, {}, undefined, all), files)
        .trim()
        .split('\n');
    expect(made(known)).toEqual([
      '/reward/84/Robux /reward/84/Robux 200',
      '/reward/84 /reward/84/Robux 308',
      '/reward/84/:name /reward/84/Robux 308',
    ]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, id) => [id, `/reward/${id}/R`]));
    expect(made([{ pattern: '/reward/{id?}/{name?}', addresses: many }]).join()).not.toContain(':name');
  });

  test('puts a redirect before the shell that would match it', () => {
    const table = {
      routes: { reward: { pattern: '/reward/{id?}', shell: '/reward' } },
      redirects: { '/reward/robux': '/user/reward/84/Robux' },
    };
    expect(redirectsFile(siteRules(table, {}), ['/reward/robux']).trim().split('\n')).toEqual([
      '/reward/robux /user/reward/84/Robux 308!',
      '/reward/robux /user/reward/84/Robux 308',
      '/reward/:id /reward 200',
    ]);
  });

  test('closes operators’ routes before a file could be served', () => {
    const table = {
      routes: {
        operator: { pattern: '/operator/{section?}', shell: '/operator', area: 'operator' },
        game: { pattern: '/game/{id?}', shell: '/game' },
      },
      redirects: {},
    };
    expect(redirectsFile(siteRules(table, {}), ['/operator', '/game']).trim().split('\n')).toEqual([
      '/operator /404.html 404!',
      '/operator /operator/is/not/here 302',
      '/operator/:section /404.html 404!',
      '/operator/:section /operator/is/not/here 302',
      '/game/:id /game 200',
    ]);
  });

  test('keeps the product’s own rules within the limits of hosts, with wildcards for single parts only', () => {
    const own = redirectsFile(siteRules({ routes, redirects }, {}), []).trim().split('\n');
    const dynamic = own.filter((line) => line.includes(':', 1) && / 200$/.test(line));
    // Cloudflare Pages reads 100 rules with placeholders, and those without have to come first.
    expect(dynamic.length).toBeLessThan(100);
    expect(own.slice(-dynamic.length)).toEqual(dynamic);
    for (const line of own) {
      expect(line).toMatch(/^\/\S* (?:\/\S+|https:\/\/\S+) (?:200|302|404!|30[18]!?)$/);
      expect(line).not.toContain('*');
    }
    const plain = own.filter((line) => !line.endsWith('!'));
    expect(new Set(plain.map((line) => line.split(' ')[0])).size).toBe(plain.length);
  });
});

test('_headers has all headers for all, and long caching for files with a fingerprint', () => {
  expect(headersFile(rules)).toMatch(
    /^\/\*\n {2}X-Test: say "a"\n\/_astro\/\*\n {2}Cache-Control: .*immutable\n/,
  );
});

test('nginx’s file repeats all headers wherever it adds one, and escapes them', () => {
  const lines = nginxFile(rules).split('\n');
  expect(lines).toContain('add_header X-Test "say \\"a\\"" always;');
  expect(lines.find((line) => line.startsWith('location ~ "^/_astro/"'))).toContain(
    'add_header X-Test "say \\"a\\"" always;',
  );
  expect(lines).toContain('location = /robux { return 308 "/user/reward/84/Robux$is_args$args"; }');
  // "=200" would keep missing pages in search engines.
  expect(lines).toContain('error_page 404 /404.html;');
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

test('the operators’ host has exactly the operators’ routes', () => {
  const { shells, operators } = siteRules(
    { routes, redirects },
    { 'X-Test': 'site' },
    { 'X-Test': 'operators' },
  );
  expect(shells.filter(({ pattern }) => pattern.startsWith('/operator'))).toEqual([]);
  expect(operators).toEqual({
    headers: { 'X-Test': 'operators' },
    home: '/operator',
    shells: [{ pattern: '/operator/{section?}/{id?}', page: '/operator' }],
  });
  const lines = operatorNginxFile(operators ?? { headers: {}, home: '', shells: [] }).split('\n');
  expect(lines).toContain('add_header X-Test "operators" always;');
  expect(lines.filter((line) => /\.html/.test(line) && line.includes('try_files'))).toEqual([
    expect.stringContaining('/operator.html'),
  ]);
});
