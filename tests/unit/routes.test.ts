import { expect, test } from 'vitest';
import { findRoute, hrefs, internalTarget, matchRoute, routes } from '../../src/lib/routing/routes.ts';

test.each([
  ['/user/reward/84/Robux?page=2', '/user/reward/84/Robux?page=2'],
  // Addresses that a browser reads as another host or scheme.
  ['//elsewhere.example', '/user'],
  ['/\\elsewhere.example', '/user'],
  ['/user\\..\\..', '/user'],
  ['https://elsewhere.example', '/user'],
  ['/user\n', '/user'],
  // A sign-in doesn't lead to another sign-in page.
  ['/login?from=%2Fuser', '/user'],
  [null, '/user'],
])('signing in from %j leads to %s', (from, target) => {
  expect(internalTarget(from)).toBe(target);
});

test('links carry the origin and the inviter as one value', () => {
  expect(hrefs.logIn('/user/reward/84?a=1&b=2')).toBe('/login?from=%2Fuser%2Freward%2F84%3Fa%3D1%26b%3D2');
  expect(hrefs.invitation('7&from=/x')).toBe('/login?ref=7%26from%3D%2Fx#sign-up');
});

test.each([
  ['/', 'index'],
  ['/user/game', 'userGame'],
  ['/user/game/7', 'userGame'],
  ['/guest/reward/84/Robux', 'guestReward'],
  ['/user/game/', undefined],
  ['/user/game/7/8', undefined],
  ['/rewards/', undefined],
  ['/about-usual', undefined],
])('%s is the route %s', (path, name) => {
  expect(findRoute(path)?.name).toBe(name);
});

test('a pattern returns its parts, and its characters aren’t a regular expression', () => {
  expect(matchRoute('/guest/reward/{id?}/{name?}', '/guest/reward/84')).toEqual({ id: '84' });
  expect(matchRoute('/a.b', '/axb')).toBeNull();
});

test('only players’ pages require a session', () => {
  for (const [name, { area, guard }] of Object.entries(routes))
    expect(guard, name).toBe(area === 'user' ? 'user' : 'anyone');
});
