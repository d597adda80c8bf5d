/** Duels: whose run a player or a guest is given, on its own seed, and never the same seed twice. */
import { eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rounds, users } from '../../../server/db/schema.ts';
import { playTower, playUntil } from '../../../server/db/seed-players.ts';
import { suspendUser } from '../../../server/features/fraud/suspension.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { arcadeGames } from '../../../src/lib/arcade/games.ts';
import { heightOf, towerVariants } from '../../../src/lib/arcade/tower.ts';
import {
  finishSession,
  getGuestDuel,
  getOpenSession,
  keepSession,
  startSession,
} from '../../../src/lib/contract/arcade/rounds.ts';
import { setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers } from '../../support/app-players.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const TOWER = 3;
const [, minute] = towerVariants;
const { id: variant } = minute.variant;

async function start(api: TestApi, player: Player) {
  api.actAs(player);
  return request(startSession, { params: { id: TOWER }, body: { variant } });
}
type Started = Awaited<ReturnType<typeof start>>;

async function finish(api: TestApi, { id, seed }: Started, rows: number): Promise<number> {
  const played = playTower(seed, (tower) => heightOf(tower) >= rows, minute);
  pass(api, played.lasted);
  await request(finishSession, { params: { id }, body: played, idempotencyKey: crypto.randomUUID() });
  return played.score;
}

/** Plays a round of that many rows, and returns its seed and score. */
async function build(api: TestApi, player: Player, rows: number) {
  const started = await start(api, player);
  return { seed: started.seed, score: await finish(api, started, rows) };
}

async function guestDuel(api: TestApi) {
  api.actAs(null);
  return request(getGuestDuel, { params: { id: TOWER }, query: { variant } });
}

const nameOf = async (api: TestApi, { id }: Player) =>
  (await api.db.drizzle.select({ name: users.name }).from(users).where(eq(users.id, id)))[0]?.name;

test('a duel is on the seed of another player’s run, whose score is shown in steps too coarse to tell its moves', async () => {
  const api = await testApi();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  const first = await start(api, ann);
  expect(first.rival).toBeNull();
  const score = await finish(api, first, 20);
  const duel = await start(api, ben);
  expect(duel.seed).toBe(first.seed);
  expect(duel.rival).toMatchObject({ mine: false, name: await nameOf(api, ann), by: 'time', step: 5000 });
  expect(duel.rival?.scores.at(-1)).toBe(score);
  expect(Object.keys(duel.rival ?? {}).toSorted()).toEqual(['by', 'mine', 'name', 'scores', 'step']);
});

test('nobody is given a seed twice, not their own, not one that they left, and not through the run of a third', async () => {
  const api = await testApi();
  const [ann, ben, cleo] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
  const { seed } = await build(api, ann, 12);
  expect((await start(api, ben)).seed).toBe(seed);
  // Ben left that duel, so its seed is used up for him. He may then set the score to beat.
  const left = await start(api, ben);
  expect(left.seed).not.toBe(seed);
  expect(left.rival).toBeNull();
  const third = await start(api, cleo);
  expect(third.seed).toBe(seed);
  await finish(api, third, 25);
  // Cleo's duel is a run on Ann's seed. Ann and Ben know it, and a newcomer doesn't.
  for (const player of [ann, ben]) expect((await start(api, player)).rival).toBeNull();
  const dan = await api.addPlayer();
  expect([(await start(api, dan)).seed, (await start(api, dan)).seed]).not.toEqual([seed, seed]);
});

test('a seed that was only looked at isn’t given again either, as long as it is given to anybody', async () => {
  const api = await testApi();
  api.now = new Date('2026-11-16T00:10:00Z');
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  const { seed } = await build(api, ann, 12);
  expect((await start(api, ben)).seed).toBe(seed);
  api.now = new Date('2026-11-22T23:50:00Z');
  await forgetOld(api.db, api.now);
  expect((await start(api, ben)).rival).toBeNull();
  expect((await start(api, await api.addPlayer())).seed).toBe(seed);
  api.now = new Date('2026-11-30T00:00:00Z');
  await forgetOld(api.db, api.now);
  expect(await api.db.drizzle.$count(rounds, eq(rounds.userId, ben.id))).toBe(0);
});

test('two starts at once don’t get the same run', async () => {
  const api = await testApi();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  await build(api, ann, 12);
  const both = await Promise.all([start(api, ben), start(api, ben)]);
  expect(new Set(both.map(({ seed }) => seed)).size).toBe(2);
  expect(both.filter(({ rival }) => rival !== null)).toHaveLength(1);
});

test('the rival is the one nearest above the player’s best, or else the best one', async () => {
  const api = await testApi();
  const [me, ...others] = [await api.addPlayer(), ...(await addPlayers(api, 4))];
  const own = await start(api, me);
  // They start before anyone finishes, so that each has a seed of their own.
  const theirs: Started[] = [];
  for (const player of others) theirs.push(await start(api, player));
  api.actAs(me);
  const best = await finish(api, own, 20);
  const scores: number[] = [];
  for (const [at, rows] of [12, 16, 24, 28].entries()) {
    const [player, started] = [others[at], theirs[at]];
    if (!player || !started) throw new Error('one for each');
    api.actAs(player);
    scores.push(await finish(api, started, rows));
  }
  const [lowest, low, high, highest] = scores;
  expect(high).toBeGreaterThan(best);
  const met: unknown[] = [];
  for (let round = 0; round < 5; round++) met.push((await start(api, me)).rival?.scores.at(-1));
  expect(met).toEqual([high, highest, low, lowest, undefined]);
});

test('a run of today comes first, then one of this week; older ones are for guests only', async () => {
  const api = await testApi();
  api.now = new Date('2026-11-16T10:00:00Z');
  const [ann, ben, ...others] = await addPlayers(api, 4);
  const [cleo, dan] = others;
  if (!ann || !ben || !cleo || !dan) throw new Error('four');
  const [monday, tuesday] = [await start(api, ann), await start(api, ben)];
  api.actAs(ann);
  await finish(api, monday, 15);
  const early = await guestDuel(api);
  expect(early, 'an account may still get this seed').toMatchObject({ version: 1, variant, rival: null });
  expect(early.seed).not.toBe(monday.seed);
  pass(api, DAY);
  const lateBen = await start(api, ben);
  expect(lateBen.seed).toBe(monday.seed);
  expect(tuesday.seed).not.toBe(monday.seed);
  const own = await start(api, ben);
  await finish(api, own, 30);
  expect([(await start(api, cleo)).seed, (await start(api, cleo)).seed]).toEqual([own.seed, monday.seed]);
  pass(api, 6 * DAY);
  expect((await start(api, dan)).rival).toBeNull();
  const duel = await guestDuel(api);
  expect([own.seed, monday.seed]).toContain(duel.seed);
  expect(duel.rival).toMatchObject({ mine: false, by: 'time', step: 5000 });
});

test('a duel that began before the week doesn’t bring its seed into it, because guests get that seed now', async () => {
  const api = await testApi();
  api.now = new Date('2026-11-22T23:50:00Z');
  const [ann, ben, cleo] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
  const { seed } = await build(api, ann, 12);
  const duel = await start(api, ben);
  pass(api, 10 * MINUTE);
  await finish(api, duel, 20);
  expect((await start(api, cleo)).rival).toBeNull();
  expect(await guestDuel(api)).toMatchObject({ seed });
});

test('only players who are named on leaderboards are rivals, also while the duel lasts', async () => {
  const api = await testApi();
  const { id: operatorId } = await api.addOperator();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  const run = await build(api, ann, 15);
  const begun = await start(api, ben);
  const kept = { inputs: playTower(begun.seed, (tower) => heightOf(tower) >= 3, minute).inputs, at: 10_000 };
  pass(api, 10_000);
  await request(keepSession, { params: { id: begun.id }, body: kept });
  const open = async () => {
    api.actAs(ben);
    return (await request(getOpenSession, {})).round;
  };
  expect(await open()).toMatchObject({ seed: begun.seed, rival: begun.rival });
  const found = async () => {
    const { seed, rival } = await start(api, await api.addPlayer());
    expect(seed === run.seed).toBe(rival !== null);
    return rival?.name;
  };
  for (const shown_as of ['anonymous', 'left'] as const) {
    api.actAs(ann);
    await request(setLeaderboard, { body: { shown_as } });
    expect(await open()).toMatchObject({ seed: begun.seed, rival: null });
    expect(await found()).toBeUndefined();
  }
  api.actAs(ann);
  await request(setLeaderboard, { body: { shown_as: 'named' } });
  expect(await found()).toBe(await nameOf(api, ann));
  await suspendUser(api.db, { userId: ann.id, operatorId, reason: 'Several accounts.', now: api.now });
  expect(await found()).toBeUndefined();
  pass(api, 7 * DAY);
  expect((await guestDuel(api)).rival).toBeNull();
});

test('a duel outlives the run that it was with', async () => {
  const api = await testApi();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  await build(api, ann, 15);
  const duel = await start(api, ben);
  await api.db.drizzle.delete(rounds).where(eq(rounds.userId, ann.id));
  expect(await finish(api, duel, 10)).toBeGreaterThan(0);
});

test('a run of a few tickets, other variants and other games have no rivals', async () => {
  const api = await testApi();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  await build(api, ann, 4);
  const { seed } = await build(api, ann, 12);
  await build(api, ann, 6);
  // Moves that nobody needs aren't kept.
  expect(await api.db.drizzle.$count(rounds, isNull(rounds.inputs))).toBe(1);
  api.actAs(ben);
  for (const body of [{}, { variant: 'wind' }])
    expect(await request(startSession, { params: { id: TOWER }, body })).toMatchObject({ rival: null });
  expect((await start(api, ben)).seed).toBe(seed);
  expect((await start(api, ben)).rival).toBeNull();
  api.actAs(null);
  await expect(request(getGuestDuel, { params: { id: 101 }, query: {} })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await request(getGuestDuel, { params: { id: TOWER }, query: {} })).rival).toBeNull();
});

test('each full run can be a rival’s, not only a best one', async () => {
  const api = await testApi();
  const [ann, ben] = [await api.addPlayer(), await api.addPlayer()];
  const runs = [await build(api, ann, 20), await build(api, ann, 12)];
  const met = [(await start(api, ben)).seed, (await start(api, ben)).seed];
  expect(met.toSorted()).toEqual(runs.map(({ seed }) => seed).toSorted());
});

/** Each game's id is its place in the list. */
const weekly = Object.values(arcadeGames).flatMap((variants, at) =>
  variants.filter(({ variant }) => variant.weekly).map((rules) => ({ gameId: at + 1, rules })),
);

test.each(weekly)(
  '$rules.name $rules.variant.id is a duel each time, on the week’s seed, and guests have it too',
  async ({ gameId, rules: { variant }, rules }) => {
    const api = await testApi();
    api.now = new Date('2026-11-16T10:00:00Z');
    const [ann, ben, cleo] = [await api.addPlayer(), await api.addPlayer(), await api.addPlayer()];
    const params = { id: gameId };
    const startAs = (player: Player) => {
      api.actAs(player);
      return request(startSession, { params, body: { variant: variant.id } });
    };
    const asGuest = () => {
      api.actAs(null);
      return request(getGuestDuel, { params, query: { variant: variant.id } });
    };
    const playAs = async (player: Player, goal: number) => {
      const { id, seed } = await startAs(player);
      const played = playUntil(rules, seed, goal);
      pass(api, played.lasted);
      await request(finishSession, { params: { id }, body: played, idempotencyKey: crypto.randomUUID() });
      return played.score;
    };
    const { seed, rival } = await startAs(ann);
    expect([rival, await asGuest()]).toEqual([
      null,
      { seed, rival: null, variant: variant.id, version: rules.version },
    ]);
    const [bronze, silver] = variant.medals;
    const high = await playAs(ann, silver);
    // Her own run isn't a rival's.
    expect(await startAs(ann)).toMatchObject({ seed, rival: null });
    pass(api, DAY);
    // On some seeds a round that ends at bronze has too few moves for a rival's.
    const low = await playAs(cleo, (bronze + silver) / 2);
    const met = async (player: Player) => {
      const duel = await startAs(player);
      expect(duel.seed).toBe(seed);
      return duel.rival?.scores.at(-1);
    };
    expect([await met(ben), await met(ben), await met(ann), await met(cleo)]).toEqual([low, low, low, high]);
    // From the day before, and nearer above his best than today's only run.
    await playAs(ben, low + 1);
    expect(await met(ben)).toBe(high);
    const guests = await asGuest();
    expect(guests.seed).toBe(seed);
    expect(guests.rival).toMatchObject({ mine: false });
    pass(api, 7 * DAY);
    const next = await startAs(ben);
    expect(next.seed).not.toBe(seed);
    expect([next.rival, await asGuest()]).toMatchObject([null, { seed: next.seed, rival: null }]);
  },
);
