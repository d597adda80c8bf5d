/**
 * Points that arrive while a round finishes. The round announces in its answer what it reaches, so they don't.
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { keepContests } from '../../../server/features/draws/contest-draws.ts';
import { confirm, credit, lockBalance } from '../../../server/features/ledger/ledger.ts';
import { enterContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { type Player, playerApi, request, type TestApi } from '../../support/api.ts';
import { untilWaiting } from '../../support/locks.ts';
import { give } from '../../support/points.ts';
import { DAY, pass } from '../../support/time.ts';

/** Prepares points for a player. The function that is returned brings them. */
const arrivals: Record<string, (api: TestApi, player: Player) => Promise<() => Promise<unknown>>> = {
  'a credit':
    async (api, { id }) =>
    () =>
      give(api, id, 10, { quiet: false }),
  'a confirmation': async (api, { id }) => {
    const pending = await give(api, id, 10, { releasesAt: api.now });
    return () => api.db.drizzle.transaction((tx) => confirm(tx, pending, api.now));
  },
  'a won contest': async (api) => {
    const open = (await request(listContests, {})).data.find(({ state }) => state === 'open');
    await request(enterContest, { params: { id: open?.id ?? 0 }, body: { seed: '5eed' } });
    pass(api, 7 * DAY);
    return () => keepContests(api.db, api.now);
  },
};

test.each(Object.keys(arrivals))('%s doesn’t announce the level that a round reaches', async (name) => {
  const { api, player } = await playerApi();
  const arrive = await arrivals[name]?.(api, player);
  const { arrived } = await api.db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, player.id);
    const arrived = arrive?.();
    await untilWaiting(api.db, 1);
    const round = { key: 'a round', title: 'A round', detail: '', quiet: true, at: api.now };
    await credit(tx, { ...round, userId: player.id, points: 1000 });
    return { arrived };
  });
  await arrived;
  const { data } = await request(listNotifications, {});
  expect(data.map(({ title }) => title)).not.toContain('Level 2');
});
