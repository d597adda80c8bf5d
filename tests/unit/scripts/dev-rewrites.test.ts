import { expect, test } from 'vitest';
import { rewritten } from '../../../scripts/dev-rewrites.ts';

test.each([
  ['/user/game/700', '/user/game'],
  ['/guest/reward/84/robux?page=2', '/guest/reward?page=2'],
  // What the build knows has its own page.
  ['/user/game/1', '/user/game/1'],
  ['/guest/reward/84/Robux?page=2', '/guest/reward/84/Robux?page=2'],
  ['/user/article?type=news', '/user/article?type=news'],
  ['/user/article/1000001/A-players', '/user/article/any'],
  ['/games/merge/play/mobile', '/games/play'],
  ['/user/games?a=1?b', '/user/games?a=1?b'],
  ['/about-us', '/about-us'],
  ['/test/Test', '/test/test'],
  ['/guest/game/7/Pok%C3%A9mon', '/guest/game'],
  ['/guest/game/7/Merge/more', '/guest/game/7/Merge/more'],
  // A catalogue reward has its own page, and others the shell.
  ['/reward/84/Robux', '/reward/84/Robux'],
  ['/reward/84/robux', '/reward'],
  ['/reward/84', '/reward'],
  // No text, and pages without an address.
  ['/user/game/%ff', '/404'],
  ['/500', '/404'],
  ['/404.html?a=1', '/404'],
  ['/src/islands/arcade/play.css', '/src/islands/arcade/play.css'],
  // Only on the operators' host.
  ['/operator', '/404'],
  ['/operator/orders/1', '/404'],
])('%s is served by %s', (url, expected) => {
  expect(rewritten(url)).toBe(expected);
});

test.each([
  ['/operator/orders/1?state=all', '/operator?state=all'],
  ['/operator', '/operator'],
  ['/user/game/7', '/404'],
  ['/about-us', '/404'],
  ['/500', '/404'],
  ['/src/islands/admin/frame.css', '/src/islands/admin/frame.css'],
])('%s is served on the operators’ host by %s', (url, expected) => {
  expect(rewritten(url, true)).toBe(expected);
});
