import { expect, test } from 'vitest';
import { rewritten } from '../../../scripts/dev-rewrites.ts';

test.each([
  ['/user/game/7', '/user/game'],
  ['/guest/reward/84/robux?page=2', '/guest/reward?page=2'],
  ['/games/merge/play/mobile', '/games/play'],
  ['/user/games?a=1?b', '/user/games?a=1?b'],
  ['/about-us', '/about-us'],
  ['/src/islands/play/play.css', '/src/islands/play/play.css'],
])('%s is answered by %s', (url, expected) => {
  expect(rewritten(url)).toBe(expected);
});
