/** While an account is suspended, nobody sees it on leaderboards, in tournaments, or among winners. */
import { expect, test } from 'vitest';
import { rounds, tournamentPlayers, tournaments } from '../../../server/db/schema.ts';
import { liftSuspension, suspendUser } from '../../../server/features/fraud/suspension.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { getDailyGhost, getDailyLeaderboard } from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { enterContest, getContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { getLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { request, testApi } from '../../support/api.ts';
import { give } from '../../support/points.ts';

const TOWER = 3;
const WEEK = '2026-11-16';

/** Ann is ahead of Bob on every list, and won a contest alone. Cat reads. */
async function aheadOfBob() {
  const api = await testApi();
  const { id: operatorId } = await api.addOperator();
  const [ann, bob, cat] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
  api.actAs(ann);
  const { data } = await request(listContests, {});
  const contestId = data.find(({ state }) => state === 'open')?.id ?? 0;
  await request(enterContest, { params: { id: contestId }, body: { seed: 'a00a' } });
  await api.db.drizzle.insert(tournaments).values({ week: WEEK, gameId: TOWER });
  for (const [at, { id: userId }] of [ann, bob].entries()) {
    const score = 9_000_000 - at;
    const played = { gameId: TOWER, userId, seed: 1, version: 1, startedAt: api.now, finishedAt: api.now };
    await give(api, userId, score);
    await api.db.drizzle.insert(rounds).values([
      { ...played, id: crypto.randomUUID(), score, daily: '2026-11-18', inputs: [[0, 0]] },
      { ...played, id: crypto.randomUUID(), score, week: WEEK },
    ]);
    await api.db.drizzle
      .insert(tournamentPlayers)
      .values({ userId, week: WEEK, league: 0, number: at + 1, score, scoredAt: api.now });
  }
  const act = { operatorId, userId: ann.id, reason: 'Two accounts played from one device.' };
  return { api, ann, bob, cat, contestId, act };
}

test('a suspended player is on no list, those below move up, and everything returns with the end of it', async () => {
  const { api, ann, bob, cat, act } = await aheadOfBob();
  const boards = async () => {
    const params = { id: TOWER };
    return [
      (await request(getLeaderboard, { query: { span: 'all' } })).rows,
      (await request(getDailyLeaderboard, { params })).rows,
      (await request(getTournament, {})).rows,
    ].map((rows) => rows.slice(0, 2).map(({ place, user }) => [place, user?.id]));
  };
  const both = [
    [1, ann.id],
    [2, bob.id],
  ];
  api.actAs(cat);
  expect(await boards()).toEqual([both, both, both]);
  const ghost = { params: { id: TOWER }, query: { player: ann.id } };
  expect((await request(getDailyGhost, ghost)).ghost).not.toBeNull();

  await suspendUser(api.db, { ...act, now: api.now });
  const without = await boards();
  for (const board of without) expect(board[0]).toEqual([1, bob.id]);
  expect(without.flat().map(([, id]) => id)).not.toContain(ann.id);
  expect((await request(getDailyGhost, ghost)).ghost).toBeNull();
  expect(await request(getProfile, { params: { id: ann.id } })).toMatchObject({ hidden: true, level: null });
  expect(await findBrokenInvariants(api.db)).toEqual([]);
  api.actAs(ann);
  expect(await request(getLeaderboard, { query: { span: 'all' } })).toMatchObject({ mine: { place: null } });

  await liftSuspension(api.db, { ...act, now: api.now });
  api.actAs(cat);
  expect(await boards()).toEqual([both, both, both]);
});

test('a suspended winner is named nowhere, and the draw can still be verified', async () => {
  const { api, ann, cat, contestId, act } = await aheadOfBob();
  api.now = new Date('2026-11-23T00:00:05Z');
  api.actAs(cat);
  const winners = async () => (await request(getContest, { params: { id: contestId } })).contest.winners;
  const names = async () =>
    (await request(listContests, { query: { per_page: 100 } })).data.map(({ last_winner }) => last_winner);
  const [winner] = (await winners()) ?? [];
  expect(winner).toMatchObject({ number: 1, user: { id: ann.id } });
  expect(await names()).toContain(winner?.user?.name);

  await suspendUser(api.db, { ...act, now: api.now });
  expect(await winners()).toEqual([{ ...winner, user: null }]);
  expect(await names()).not.toContain(winner?.user?.name);

  await liftSuspension(api.db, { ...act, now: api.now });
  expect(await winners()).toEqual([winner]);
});
