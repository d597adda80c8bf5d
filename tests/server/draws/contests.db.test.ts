import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contestEntries, contests } from '../../../server/db/schema.ts';
import { type Catalogue, readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue } from '../../../server/features/catalogue/import.ts';
import { keepContests } from '../../../server/features/draws/contest-draws.ts';
import { enterContest as enter } from '../../../server/features/draws/contests.ts';
import { lockBalance } from '../../../server/features/ledger/ledger.ts';
import { drawPlaces, hashOf } from '../../../src/lib/arcade/draw.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import type { Query } from '../../../src/lib/contract/call.ts';
import {
  type ContestCard,
  enterContest,
  getContest,
  listContests,
  listDrawnEntries,
} from '../../../src/lib/contract/draws/contests.ts';
import { CONTEST_SORTS } from '../../../src/lib/contract/limits.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers } from '../../support/app-players.ts';
import { wrong } from '../../support/field-errors.ts';
import { untilWaiting } from '../../support/locks.ts';
import { DAY } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

type Plan = Catalogue['contests'][number];

const LANTERNS = 'Monday lanterns';
const MONDAY = new Date('2026-11-23T00:00:00Z');
const SUNDAY = new Date(MONDAY.getTime() - 1);
const plans = readCatalogue().contests;

/** This week's contest of a name. */
async function running(name = LANTERNS): Promise<ContestCard> {
  const { data } = await request(listContests, { query: { per_page: 100 } });
  const found = data.find((contest) => contest.name === name && contest.state === 'open');
  if (!found) throw new Error(`no ${name} is running`);
  return found;
}

/** Concurrent requests as different players, bypassing the client, which knows one token at a time. */
function enterAll(api: TestApi, id: number, players: readonly Player[]): Promise<Response[]> {
  return Promise.all(
    players.map(({ token }, at) =>
      api.send(token, 'POST', `/api/user/contests/${id}/enter`, { seed: `5eed${at}` }),
    ),
  );
}

/** Imports the catalogue with different contests. */
const planOnly = (api: TestApi, ...given: Plan[]) =>
  importCatalogue(api.db, { ...readCatalogue(), contests: given });

const common = (id: number) => ({
  id,
  slug: `plan-${id}`,
  name: `Plan ${id}`,
  game: 'Playtally',
  summary: 'For a test',
  rules: ['one', 'two', 'three'],
  prizes: [100],
});
const weekly = (id: number, change: { name?: string; prizes?: number[] }): Plan => ({
  ...common(id),
  ...change,
  every: 'week',
});
const dated = (
  id: number,
  from: string,
  to: string,
  change: { prizes?: number[]; game?: string } = {},
): Plan => ({
  ...common(id),
  ...change,
  every: null,
  starts_at: from,
  ends_at: to,
});

const statesOf = async () => (await request(listContests, {})).data.map(({ state }) => state);
const entriesOf = (api: TestApi, id: number) =>
  api.db.drizzle.select().from(contestEntries).where(eq(contestEntries.contestId, id));
/** The users who were notified of a new balance. */
const credited = (api: TestApi) =>
  api.events.flatMap((event) => (event.kind === 'balance' ? [event.userId] : []));
const closed = (words: string) => ({
  status: 409,
  code: 'contest_closed',
  message: expect.stringContaining(words),
});

describe('the weekly contests', () => {
  test('are open to guests from Monday to Monday, without entries at first', async () => {
    await testApi();
    const { data, total } = await request(listContests, {});
    expect(total).toBe(plans.length);
    for (const card of data) {
      const file = plans.find(({ name }) => name === card.name);
      expect(card).toMatchObject({
        slug: file?.slug,
        game: file?.game,
        points: file?.prizes.reduce((sum, points) => sum + points, 0),
        starts_at: '2026-11-16T00:00:00.000Z',
        ends_at: '2026-11-23T00:00:00.000Z',
        state: 'open',
        entries: 0,
        entered: false,
      });
      expect((await request(getContest, { params: { id: card.id } })).contest).toMatchObject({
        ...card,
        rules: file?.rules,
        prizes: file?.prizes,
        seed_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        seed: null,
        entry: null,
        winners: null,
      });
    }
  });

  test('are made once, however many callers ask at the same moment', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(listContests, {})));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const made = await api.db.drizzle.select().from(contests);
    expect(made).toHaveLength(plans.length);
    expect(new Set(made.map(({ seedHash }) => seedHash)).size).toBe(plans.length);
  });

  test('repeat on Monday with the old ones listed after them, and run to their end if their file is gone', async () => {
    const api = await testApi();
    const before = await running();
    api.now = SUNDAY;
    expect((await running()).id).toBe(before.id);
    api.now = MONDAY;
    const after = await running();
    expect(after).toMatchObject({ starts_at: MONDAY.toISOString(), ends_at: '2026-11-30T00:00:00.000Z' });
    expect((await request(getContest, { params: { id: after.id } })).contest.seed_hash).not.toBe(
      (await request(getContest, { params: { id: before.id } })).contest.seed_hash,
    );
    expect(await statesOf()).toEqual([...plans.map(() => 'open'), ...plans.map(() => 'ended')]);

    api.actAs(await api.addPlayer());
    await planOnly(api);
    await request(enterContest, { params: { id: after.id }, body: { seed: '0bed' } });
    api.now = new Date('2026-11-30T00:00:00Z');
    expect((await request(getContest, { params: { id: after.id } })).contest.winners).toHaveLength(1);
    expect(await statesOf()).toEqual([...plans, ...plans].map(() => 'ended'));
  });

  test('keep their announced terms when their file changes, and follow it the week after', async () => {
    const api = await testApi();
    await planOnly(api, weekly(1, { prizes: [300, 200] }));
    const { id } = await running('Plan 1');
    await planOnly(api, weekly(1, { name: 'Renamed', prizes: [900] }));
    expect((await request(getContest, { params: { id } })).contest).toMatchObject({
      name: 'Plan 1',
      prizes: [300, 200],
    });
    api.now = MONDAY;
    expect(
      (await request(getContest, { params: { id: (await running('Renamed')).id } })).contest,
    ).toMatchObject({ prizes: [900] });
  });
});

describe('a contest with dates', () => {
  const [FROM, TO] = ['2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z'];

  test('is announced, opens and ends at its dates, even if its file changes later', async () => {
    const { api } = await playerApi();
    await planOnly(api, dated(7, FROM, TO));
    const [card] = (await request(listContests, {})).data;
    const id = card?.id ?? 0;
    expect(card).toMatchObject({ state: 'coming', starts_at: '2026-11-20T10:00:00.000Z' });
    await planOnly(api, dated(7, '2026-11-22T10:00:00Z', '2026-12-01T10:00:00Z'));
    await expect(request(enterContest, { params: { id }, body: { seed: 'ea51' } })).rejects.toMatchObject(
      closed('hasn’t started yet'),
    );
    api.now = new Date(FROM);
    expect((await request(enterContest, { params: { id }, body: { seed: '1234' } })).contest).toMatchObject({
      state: 'open',
      entries: 1,
    });
    api.now = new Date(TO);
    expect((await request(getContest, { params: { id } })).contest).toMatchObject({
      state: 'ended',
      winners: [{ number: 1 }],
    });
    expect((await request(listContests, {})).total).toBe(1);
  });

  test('isn’t made if it was over before anyone asked', async () => {
    const api = await testApi();
    api.now = new Date(TO);
    await planOnly(api, dated(7, FROM, TO));
    expect((await request(listContests, {})).total).toBe(0);
  });
});

describe('entering', () => {
  test('is free and possible once: it returns number and seed, repeats the answer for the same seed, and rejects another', async () => {
    const api = await testApi();
    const { id } = await running();
    const [ann, bob] = await addPlayers(api, 2);
    api.actAs(ann ?? null);
    const { contest: first } = await request(enterContest, { params: { id }, body: { seed: 'a00a' } });
    expect(first).toMatchObject({
      entries: 1,
      entered: true,
      entry: { number: 1, seed: 'a00a' },
      seed: null,
      winners: null,
    });
    expect((await request(enterContest, { params: { id }, body: { seed: 'a00a' } })).contest).toEqual(first);
    await expect(request(enterContest, { params: { id }, body: { seed: 'be77' } })).rejects.toMatchObject({
      status: 409,
      code: 'already_entered',
      message: expect.stringContaining('entry 1'),
    });
    expect((await request(getContest, { params: { id } })).contest).toEqual(first);

    api.actAs(bob ?? null);
    expect((await request(getContest, { params: { id } })).contest).toMatchObject({
      entries: 1,
      entered: false,
      entry: null,
    });
    expect((await running()).entered).toBe(false);
    for (const seed of ['', ' ', 'two words', 'words', 'f'.repeat(65), 'AB', 'a\nb', 'ends\n', '\u0000'])
      await expect(
        request(enterContest, { params: { id }, body: { seed } }),
        JSON.stringify(seed),
      ).rejects.toMatchObject(wrong('seed', '1 to 64'));
    expect((await request(enterContest, { params: { id }, body: { seed: 'b0b' } })).contest).toMatchObject({
      entries: 2,
      entry: { number: 2, seed: 'b0b' },
    });
    expect((await running()).entered).toBe(true);
    expect((await running('Merge sevens')).entered).toBe(false);
    expect((await request(listTransactions, {})).total).toBe(0);
    // Viewers of the contest get an event for each new entry, but not for a repeated one; no one was credited.
    expect(api.events).toEqual(Array(2).fill({ kind: 'contest', contestId: id }));
  });

  test('of many concurrent players gives each a different number, without a gap', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const { id } = await running();
    const players = await addPlayers(api, 30);
    // Each twice, as in a double click: the second has another seed, and one of the two is rejected.
    const responses = await enterAll(api, id, [...players, ...players]);
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...players.map(() => 200),
      ...players.map(() => 409),
    ]);
    const rows = await entriesOf(api, id);
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(players.map((_, at) => at + 1));
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(30);
    expect((await running()).entries).toBe(30);
  });

  test('fifty times with one seed makes one entry', { tags: 'concurrent' }, async () => {
    await playerApi();
    const { id } = await running();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => request(enterContest, { params: { id }, body: { seed: '5a3e' } })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.contest).toMatchObject({ entries: 1, entry: { number: 1 } });
  });

  test('ends with the contest, drawn or not, and entrants can still see theirs', async () => {
    const api = await testApi();
    const [ann, bob] = await addPlayers(api, 2);
    const { id } = await running();
    const bobs = { id, userId: bob?.id ?? 0, seed: '1a7e', now: MONDAY };
    await expect(enter(api.db, testVault, bobs)).rejects.toMatchObject({ code: 'contest_closed' });
    api.actAs(ann ?? null);
    api.now = SUNDAY;
    await request(enterContest, { params: { id }, body: { seed: '17e' } });
    api.now = MONDAY;
    expect((await request(enterContest, { params: { id }, body: { seed: '17e' } })).contest).toMatchObject({
      state: 'ended',
      entry: { number: 1 },
    });
    api.actAs(bob ?? null);
    await expect(request(enterContest, { params: { id }, body: { seed: '1a7e' } })).rejects.toMatchObject(
      closed('over'),
    );
    // Nor does a server with a slow clock accept entries once it is drawn.
    api.now = new Date('2026-11-18T12:00:00Z');
    await expect(request(enterContest, { params: { id }, body: { seed: 'af7e' } })).rejects.toMatchObject({
      code: 'contest_closed',
    });
    expect((await request(getContest, { params: { id } })).contest.entries).toBe(1);
  });
});

describe('the draw', () => {
  test('happens once for all readers, pays the winners, and can be verified by anyone', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const { id } = await running();
    const { seed_hash } = (await request(getContest, { params: { id } })).contest;
    const players = await addPlayers(api, 12);
    await enterAll(api, id, players);
    api.now = new Date(MONDAY.getTime() + 5000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => request(getContest, { params: { id } })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const { contest } = await request(getContest, { params: { id } });
    const { seed, winners, prizes } = contest;
    if (seed === null || winners === null) throw new Error('it was not drawn');
    const { entries } = await request(listDrawnEntries, { params: { id } });

    // What the reader's browser computes.
    expect(contest.seed_hash).toBe(seed_hash);
    expect(await hashOf(seed)).toBe(seed_hash);
    expect(entries.map(({ number }) => number)).toEqual(players.map((_, at) => at + 1));
    expect(winners.map(({ number }) => number)).toEqual(
      await drawPlaces({ seed, entries, places: prizes.length }),
    );
    expect(winners.map(({ points }) => points)).toEqual([2000, 1000, 500]);

    const rows = await entriesOf(api, id);
    for (const [at, { number, user, points }] of winners.entries()) {
      if (!user) throw new Error('the winner has no name');
      expect(rows.find((row) => row.number === number)).toMatchObject({ userId: user.id, place: at + 1 });
      expect(Object.keys(user).sort()).toEqual(['avatar', 'id', 'name']);
      expect(user.name).toMatch(/^player-\d+$/);
      api.actAs(players.find((player) => player.id === user.id) ?? null);
      expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
      const title = `${LANTERNS}: ${['1st', '2nd', '3rd'][at]} place`;
      expect((await request(listTransactions, { query: { type: 'earned' } })).data).toMatchObject([
        { title, detail: 'drawn from 12 entries', points, state: 'confirmed' },
      ]);
    }
    expect(credited(api).sort()).toEqual(winners.map(({ user }) => user?.id).sort());
    const losers = players.filter((player) => winners.every(({ user }) => user?.id !== player.id));
    api.actAs(losers[0] ?? null);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
    const { contest: known } = await request(getContest, { params: { id } });
    expect(known.entered).toBe(true);
    // The result stays the same however late it is read, and weeks without any request have no contests.
    api.now = new Date(MONDAY.getTime() + 21 * DAY);
    expect((await request(getContest, { params: { id } })).contest).toEqual(known);
    expect((await request(listContests, { query: { per_page: 100 } })).total).toBe(3 * plans.length);
    expect(api.logged).toEqual([]);
  });

  test('leaves its winner’s name on it and on the next one, until that one is drawn', async () => {
    const api = await testApi();
    const before = await running();
    expect(before.last_winner).toBeNull();
    const [ann, bob] = await addPlayers(api, 2);
    api.actAs(ann ?? null);
    await request(enterContest, { params: { id: before.id }, body: { seed: 'a00a' } });
    api.now = MONDAY;
    const next = await running();
    const { name } =
      (await request(getContest, { params: { id: before.id } })).contest.winners?.[0]?.user ?? {};
    expect(name).toBeTypeOf('string');
    const winnersOf = async () =>
      new Map((await request(listContests, {})).data.map(({ id, last_winner: winner }) => [id, winner]));
    let winners = await winnersOf();
    expect([winners.get(before.id), winners.get(next.id)]).toEqual([name, name]);
    expect((await request(getContest, { params: { id: next.id } })).contest.last_winner).toBe(name);
    // Others have no entries, so nobody won.
    expect([...winners.values()].filter((winner) => winner !== null)).toHaveLength(2);

    api.actAs(bob ?? null);
    await request(enterContest, { params: { id: next.id }, body: { seed: 'b0b' } });
    api.now = new Date('2026-11-30T00:00:00Z');
    await request(getContest, { params: { id: next.id } });
    winners = await winnersOf();
    expect(winners.get(before.id)).toBe(name);
    expect(winners.get(next.id)).not.toBe(name);
    expect(winners.get((await running()).id)).toBe(winners.get(next.id));
  });

  test('is also run by the list, even if no one opens the contest itself', async () => {
    const { api, player } = await playerApi();
    await request(enterContest, { params: { id: (await running()).id }, body: { seed: 'f' } });
    api.now = MONDAY;
    api.actAs(null);
    await request(listContests, {});
    expect(credited(api)).toEqual([player.id]);
    api.actAs(player);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 2000 });
  });

  test('is published in pages, so that no answer grows with the number of entries', async () => {
    const api = await testApi();
    const { id } = await running();
    const count = 5001;
    await api.db.drizzle.execute(sql`
      WITH made AS (INSERT INTO users (email, name)
        SELECT 'many-' || n || '@test.example', 'many' FROM generate_series(1, ${count}::integer) AS n RETURNING id),
        accounts AS (INSERT INTO balances (user_id) SELECT id FROM made)
      INSERT INTO contest_entries (contest_id, user_id, number, seed, created_at)
      SELECT ${id}, id, row_number() OVER (ORDER BY id), to_hex(id), ${SUNDAY.toISOString()}::timestamptz FROM made`);
    await api.db.drizzle.update(contests).set({ entries: count }).where(eq(contests.id, id));
    const page = (after: string) => request(listDrawnEntries, { params: { id }, query: { after } });
    await expect(page('0'), 'before the draw').rejects.toMatchObject({ code: 'not_found' });
    api.now = MONDAY;
    const { contest } = await request(getContest, { params: { id } });
    expect(JSON.stringify(contest).length).toBeLessThan(3000);
    // The client remembers for a while that there was nothing before the draw.
    connectApi({});
    const [first, last] = [await page('0'), await page('5000')];
    expect([first.entries.length, first.after, last.entries.length, last.after]).toEqual([
      5000,
      5000,
      1,
      null,
    ]);
    const entries = [...first.entries, ...last.entries];
    const { seed, winners, prizes } = contest;
    expect(winners?.map(({ number }) => number)).toEqual(
      await drawPlaces({ seed: seed ?? '', entries, places: prizes.length }),
    );
    for (const after of ['-1', '1e3', 'x'])
      await expect(page(after), after).rejects.toMatchObject({ code: 'invalid' });
  });

  test('leaves places empty if there are fewer entries, and all of them without entries', async () => {
    const api = await testApi();
    const [lanterns, sevens] = [await running(), await running('Merge sevens')];
    await enterAll(api, sevens.id, await addPlayers(api, 3));
    api.now = MONDAY;
    const { winners } = (await request(getContest, { params: { id: sevens.id } })).contest;
    expect(winners?.map(({ points }) => points)).toEqual([700, 500, 400]);
    expect(new Set(winners?.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
    const { contest: none } = await request(getContest, { params: { id: lanterns.id } });
    expect(none).toMatchObject({ winners: [], entries: 0 });
    const list = await request(listDrawnEntries, { params: { id: lanterns.id } });
    expect(list).toEqual({ entries: [], after: null });
    expect(await hashOf(none.seed ?? '')).toBe(none.seed_hash);
  });

  test('can be made for two contests at the same moment, with the same players in both', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const players = await addPlayers(api, 7);
    const [one, other] = [(await running()).id, (await running('Merge sevens')).id];
    for (const id of [one, other]) await enterAll(api, id, players);
    api.now = MONDAY;
    await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        request(getContest, { params: { id: at % 2 === 0 ? one : other } }),
      ),
    );
    expect((await request(getContest, { params: { id: one } })).contest.winners).toHaveLength(3);
    expect((await request(getContest, { params: { id: other } })).contest.winners).toHaveLength(7);
    expect(credited(api)).toHaveLength(3 + 7);
  });

  test('is made by the first of two processes, and the second one changes nothing', {
    tags: 'postgres',
  }, async () => {
    const api = await testApi();
    const { id } = await running();
    await enterAll(api, id, await addPlayers(api, 3));
    const { both } = await api.db.drizzle.transaction(async (tx) => {
      await tx.select().from(contests).for('no key update');
      const first = keepContests(api.db, MONDAY);
      await untilWaiting(api.db, 1);
      const second = keepContests(api.db, new Date(MONDAY.getTime() + DAY));
      await untilWaiting(api.db, 2);
      return { both: Promise.all([first, second]) };
    });
    await both;
    const [drawn] = await api.db.drizzle.select().from(contests).where(eq(contests.id, id));
    expect(drawn?.drawnAt).toEqual(MONDAY);
  });

  test('waits for purchases of several winners, and doesn’t block them', {
    tags: 'postgres',
  }, async () => {
    const api = await testApi();
    const { id } = await running('Merge sevens');
    const players = await addPlayers(api, 7);
    for (const player of players) await enterAll(api, id, [player]);
    // A seed with which the first of them isn't drawn first.
    const seed = '01'.repeat(32);
    await api.db.drizzle
      .update(contests)
      .set({ seed, seedHash: await hashOf(seed) })
      .where(eq(contests.id, id));
    api.now = MONDAY;
    const [drawn] = await api.db.drizzle
      .transaction(async (tx) => {
        const [first, ...others] = players;
        await lockBalance(tx, first?.id ?? 0);
        const drawing = Promise.allSettled([request(getContest, { params: { id } })]);
        await untilWaiting(api.db, 1);
        // If the draw had begun with one of these, both would wait forever.
        for (const other of others) await lockBalance(tx, other.id);
        return { drawing };
      })
      .then(({ drawing }) => drawing);
    if (drawn.status === 'rejected') throw drawn.reason;
    expect(drawn.value.contest.winners).toHaveLength(7);
    expect(drawn.value.contest.winners?.[0]?.number).toBeGreaterThan(1);
  });

  test('doesn’t reveal its seed beforehand', async () => {
    const api = await testApi();
    const { id } = await running();
    const { token } = await api.addPlayer();
    const hear = async (method: string, path: string, body?: object) =>
      (await api.send(token, method, path, body)).text();
    const seen = [
      await hear('GET', '/api/user/contests'),
      await hear('GET', `/api/user/contests/${id}`),
      await hear('POST', `/api/user/contests/${id}/enter`, { seed: '3a1e' }),
      await hear('POST', `/api/user/contests/${id}/enter`, { seed: '07be' }),
    ];
    api.now = SUNDAY;
    seen.push(await hear('GET', `/api/user/contests/${id}`));
    const seeds = (await api.db.drizzle.select().from(contests)).map(({ seed }) => seed);
    for (const text of seen) for (const seed of seeds) expect(text).not.toContain(seed);
    api.now = MONDAY;
    const after = await hear('GET', `/api/user/contests/${id}`);
    expect(seeds.filter((seed) => after.includes(seed))).toHaveLength(1);
  });
});

test('the list can be sorted, searched and paged', async () => {
  const api = await testApi();
  api.now = new Date('2026-11-09T12:00:00Z');
  const november = (id: number, from: number, to: number, prizes: number[], game = 'Playtally') =>
    dated(
      id,
      `2026-11-${String(from).padStart(2, '0')}T00:00:00Z`,
      `2026-11-${String(to).padStart(2, '0')}T00:00:00Z`,
      { prizes, game },
    );
  // Four that are open, one to come, two that are over.
  await planOnly(
    api,
    november(1, 9, 30, [500]),
    november(2, 10, 20, [100, 100], 'Tallow & Wick 100%'),
    november(3, 11, 25, [900, 100]),
    november(4, 12, 28, [300]),
    november(5, 25, 29, [50]),
    november(6, 9, 12, [700]),
    november(7, 9, 15, [20]),
  );
  await request(listContests, {});
  api.now = new Date('2026-11-18T12:00:00Z');
  const made = (await request(listContests, {})).data;
  const players = await addPlayers(api, 6);
  for (const [name, count] of Object.entries({ 'Plan 3': 6, 'Plan 4': 2, 'Plan 1': 1 }))
    await enterAll(api, made.find((contest) => contest.name === name)?.id ?? 0, players.slice(0, count));
  const found = async (query: Query<typeof listContests>) =>
    (await request(listContests, { query })).data.map(({ name }) => Number(name.slice(-1)));

  // The open ones first and those that are over last.
  const sorted: Record<(typeof CONTEST_SORTS)[number], number[]> = {
    popular: [3, 4, 1, 2, 5, 7, 6],
    newest: [4, 3, 2, 1, 5, 7, 6],
    'price-asc': [2, 4, 1, 3, 5, 7, 6],
    'price-desc': [3, 1, 4, 2, 5, 6, 7],
    // 500 in 2, 200 in 1, 1,000 in 7, 300 in 3.
    rating: [1, 2, 3, 4, 5, 6, 7],
    ending: [2, 3, 4, 1, 5, 7, 6],
  };
  for (const sort of CONTEST_SORTS) expect(await found({ 'sort-by': sort }), sort).toEqual(sorted[sort]);
  expect(await found({})).toEqual(sorted.popular);

  // By game or name, in any case, and literally.
  for (const [search, numbers] of Object.entries({
    tallow: [2],
    ' PLAN 3 ': [3],
    '100%': [2],
    '%': [2],
    _: [],
  }))
    expect(await found({ 'game-name': search }), search).toEqual(numbers);

  const asked = { per_page: 3, 'sort-by': 'ending', 'game-name': 'plan' };
  const first = await request(listContests, { query: asked });
  expect(first).toMatchObject({ total: 7, last_page: 3, current_page: 1, prev_page_url: null });
  expect(first.next_page_url).toContain('game-name=plan&sort-by=ending&page=2&per_page=3');
  const pages = [];
  for (const page of [1, 2, 3]) pages.push(...(await found({ ...asked, page })));
  expect(pages).toEqual(sorted.ending);
  expect(await found({ page: 9 })).toEqual([]);

  const refused: [Query<typeof listContests>, string, string][] = [
    [{ 'sort-by': 'luck' }, 'sort-by', 'ending'],
    [{ per_page: 101 }, 'per_page', '1 to 100'],
    [{ 'game-name': 'x'.repeat(81) }, 'game-name', '80'],
  ];
  for (const [query, field, words] of refused)
    await expect(request(listContests, { query })).rejects.toMatchObject(wrong(field, words));
});
