import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBackground } from '../../../../server/platform/background.ts';

test('is idle once everything is done, including work that began in the meantime', async () => {
  const background = createBackground(() => {});
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  background.run('first', async () => {
    await first.promise;
    background.run('second', () => second.promise);
  });
  let isIdle = false;
  const idle = background.idle().then(() => {
    isIdle = true;
  });
  first.resolve();
  await turn();
  expect(isIdle).toBe(false);
  second.resolve();
  await idle;
});

test('reports failures and continues', async () => {
  const logged: string[] = [];
  const background = createBackground((text) => void logged.push(text));
  background.run('a mail', () => Promise.reject(new Error('the line broke')));
  await background.idle();
  expect(logged).toEqual(['a mail: the line broke']);
});
