/**
 * A badge that two acts at the same moment earn together.
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { writeOpinion } from '../../../server/features/opinions/opinions.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { playerApi, request } from '../../support/api.ts';
import { untilWaiting } from '../../support/locks.ts';

test('a fourth and a fifth review at the same moment announce the badge Critic, once', async () => {
  const { api, player } = await playerApi();
  const review = (subjectId: number) =>
    writeOpinion(api.db, {
      subject: 'reward',
      subjectId,
      userId: player.id,
      text: 'It came at once.',
      now: api.now,
    });
  for (let count = 0; count < 3; count++) await review(12);
  const { both } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const both = Promise.all([review(12), review(84)]);
    await untilWaiting(api.db, 2);
    return { both };
  });
  await both;
  const { data } = await request(listNotifications, {});
  expect(data.map(({ title }) => title)).toEqual(['New badge: Critic']);
});
