import { expect, test } from 'vitest';
import { addressOf, checkRoutes } from '../../../../scripts/site/check-routes.ts';

const guarded = '<head><script data-guard="/login">leave()</script></head>';
const routes = {
  index: { pattern: '/', guard: 'anyone' },
  game: { pattern: '/game/{id?}', guard: 'anyone', shell: '/game' },
  orders: { pattern: '/user/orders', guard: 'user' },
};
const redirects = { '/blog': 'https://blog.example/' };
const pages = {
  'index.html': '<p>home</p>',
  'game.html': '<p>a game</p>',
  'user/orders.html': guarded,
  'blog.html': '<p>leads on</p>',
  '404.html': '<p>not here</p>',
  '500.html': '<p>broken</p>',
};

const check = (files: Record<string, string>, table: Parameters<typeof checkRoutes>[1]['routes'] = routes) =>
  checkRoutes(new Map(Object.entries(files)), { routes: table, redirects });

test("a page's address is its file's name without .html", () => {
  expect(['index.html', 'user/games.html', 'favicon.svg'].map(addressOf)).toEqual([
    '/',
    '/user/games',
    '/favicon.svg',
  ]);
});

test('pages that agree with the table pass', () => {
  expect(() => check(pages)).not.toThrow();
});

test('a guard that doesn’t exist is rejected with its route', () => {
  expect(() => check(pages, { ...routes, admin: { pattern: '/admin', guard: 'admin' } })).toThrow(
    "These routes name a guard in src/lib/routing/routes.ts that doesn't exist; the guards are anyone and user:\n/admin: admin",
  );
  expect(() => check(pages, { ...routes, odd: { pattern: '/odd', guard: 'toString' } })).toThrow(
    '/odd: toString',
  );
});

test('a shell that no page makes is rejected', () => {
  const { 'game.html': _, ...others } = pages;
  expect(() => check(others)).toThrow("that src/pages doesn't have:\n/game/{id?}");
});

test('a page without a route is rejected, even a shell', () => {
  expect(() => check({ ...pages, 'user/draft.html': '<p>draft</p>' })).toThrow(
    'addresses without a route in src/lib/routing/routes.ts:\n/user/draft',
  );
  const table = { ...routes, game: { pattern: '/game/{id}', guard: 'anyone', shell: '/game' } };
  expect(() => check(pages, table)).toThrow('routes.ts:\n/game');
});

test('a page of a user’s route without the guard is rejected', () => {
  expect(() => check({ ...pages, 'user/orders.html': '<p>orders</p>' })).toThrow(
    /lack the script of the guard.*:\n\/user\/orders$/,
  );
});

test('a page that loads scripts is rejected unless it can report a missing one', () => {
  const script = '<script type="module" src="/_astro/a.js"></script>';
  const found = '<script data-missing-part>tell()</script>';
  expect(() => check({ ...pages, 'index.html': script })).toThrow(/lack the script that reports.*:\n\/$/s);
  expect(() => check({ ...pages, 'index.html': found + script })).not.toThrow();
});
