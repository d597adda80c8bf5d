import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contestEntries, contests } from '../../server/db/schema.ts';
import { importCatalogue } from '../../server/domain/catalogue.ts';
import { type Catalogue, readCatalogue } from '../../server/domain/catalogue-files.ts';
import { enterContest as enter } from '../../server/domain/contests.ts';
import { lockBalance } from '../../server/domain/ledger.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { enterContest, getContest, listContests } from '../../src/lib/api/contests.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import { drawPlaces, hashOf } from '../../src/lib/arcade/draw.ts';
import type { ContestCard } from '../../src/lib/contract/contests.ts';
import { CONTEST_SORTS } from '../../src/lib/contract/limits.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { untilWaiting } from '../support/locks.ts';
import { testVault } from '../support/vault.ts';

const LANTERNS = 'Monday lanterns';
const MONDAY = new Date('2026-11-23T00:00:00Z');
const WEEK = 7 * 86_400_000;

const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
const plans = readCatalogue().contests;

/** This week's contest of a name. */
async function running(name = LANTERNS): Promise<ContestCard> {
  const { data } = await listContests({ per_page: 100 });
  const found = data.find((contest) => contest.name === name && contest.state === 'open');
  if (!found) throw new Error(`no ${name} is running`);
  return found;
}

async function addPlayers(api: TestApi, count: number): Promise<Player[]> {
  const players: Player[] = [];
  while (players.length < count) players.push(await api.addPlayer());
  return players;
}

/** Requests that run at once, each as another player: past the client, which knows one token at a time. */
function enterAll(api: TestApi, id: number, players: readonly Player[]): Promise<Response[]> {
  return Promise.all(
    players.map(({ token }, at) =>
      api.send(token, 'POST', `/api/user/contests/${id}/enter`, { seed: `seed-${at}` }),
    ),
  );
}

/** A catalogue with other contests; the rest as the files have it. */
const withContests = (...given: Catalogue['contests']): Catalogue => ({
  ...readCatalogue(),
  contests: given,
});

function plan(
  change: Partial<Catalogue['contests'][number]> & { id: number },
): Catalogue['contests'][number] {
  const common = {
    slug: `plan-${change.id}`,
    name: `Plan ${change.id}`,
    game: 'Playtally',
    summary: 'For a test',
    rules: ['one', 'two', 'three'],
    prizes: [100],
  };
  return change.every === null && change.starts_at && change.ends_at
    ? { ...common, ...change, every: null, starts_at: change.starts_at, ends_at: change.ends_at }
    : { ...common, prizes: [100], ...change, every: 'week' };
}

/** Who was told of a new balance. */
const credited = (api: TestApi) =>
  api.events.flatMap((event) => (event.kind === 'balance' ? [event.userId] : []));

describe('the weekly contests', () => {
  test('are open to guests from Monday to Monday, with nobody in them', async () => {
    await testApi();
    const { data, total } = await listContests();
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
      expect(await getContest(card.id)).toMatchObject({
        ...card,
        rules: file?.rules,
        prizes: file?.prizes,
        seed_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        seed: null,
        entry: null,
        drawn_from: null,
        winners: null,
      });
    }
  });

  test('are made once, however many ask first', { tags: 'both' }, async () => {
    const api = await testApi();
    const answers = await Promise.all(Array.from({ length: 20 }, () => listContests()));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await api.db.drizzle.$count(contests)).toBe(plans.length);
    const hashes = (await api.db.drizzle.select().from(contests)).map(({ seedHash }) => seedHash);
    expect(new Set(hashes).size).toBe(plans.length);
  });

  test('come again on Monday, the old ones listed behind as ended', async () => {
    const api = await testApi();
    const before = await running();
    api.now = later(MONDAY, -1);
    expect((await running()).id).toBe(before.id);
    api.now = MONDAY;
    const after = await running();
    expect(after).toMatchObject({
      starts_at: MONDAY.toISOString(),
      ends_at: later(MONDAY, WEEK).toISOString(),
    });
    expect((await getContest(after.id)).seed_hash).not.toBe((await getContest(before.id)).seed_hash);
    const { data } = await listContests();
    expect(data.map(({ state }) => state)).toEqual([...plans.map(() => 'open'), ...plans.map(() => 'ended')]);
  });

  test('keep what was announced when their file changes, and follow it the week after', async () => {
    const api = await testApi();
    await importCatalogue(api.db, withContests(plan({ id: 1, prizes: [300, 200] })));
    const { id } = await running('Plan 1');
    await importCatalogue(api.db, withContests(plan({ id: 1, name: 'Renamed', prizes: [900] })));
    expect(await getContest(id)).toMatchObject({ name: 'Plan 1', prizes: [300, 200] });
    api.now = MONDAY;
    expect(await getContest((await running('Renamed')).id)).toMatchObject({ prizes: [900] });
  });

  test('run to their end when their file is gone, and nothing follows', async () => {
    const api = await testApi();
    const { id } = await running();
    api.actAs(await api.addPlayer());
    await importCatalogue(api.db, withContests());
    await enterContest(id, 'still-open');
    api.now = MONDAY;
    expect((await getContest(id)).winners).toHaveLength(1);
    const { data } = await listContests();
    expect(data.map(({ state }) => state)).toEqual(plans.map(() => 'ended'));
  });
});

describe('a contest with dates', () => {
  const dated = plan({
    id: 7,
    every: null,
    starts_at: '2026-11-20T10:00:00Z',
    ends_at: '2026-11-21T10:00:00Z',
  });

  test('is announced, opens, and ends at its dates', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await importCatalogue(api.db, withContests(dated));
    const [card] = (await listContests()).data;
    const id = card?.id ?? 0;
    expect(card).toMatchObject({ state: 'coming', starts_at: '2026-11-20T10:00:00.000Z' });
    await expect(enterContest(id, 'early')).rejects.toMatchObject({
      status: 409,
      code: 'contest_closed',
      message: "This contest hasn't started yet.",
    });
    api.now = new Date('2026-11-20T10:00:00Z');
    expect(await enterContest(id, 'right')).toMatchObject({ state: 'open', entries: 1 });
    api.now = new Date('2026-11-21T10:00:00Z');
    expect(await getContest(id)).toMatchObject({ state: 'ended', winners: [{ number: 1 }] });
    expect((await listContests()).total).toBe(1);
  });

  test('keeps its dates when the file says others later', async () => {
    const api = await testApi();
    await importCatalogue(api.db, withContests(dated));
    await listContests();
    await importCatalogue(
      api.db,
      withContests({
        ...dated,
        every: null,
        starts_at: '2026-11-22T10:00:00Z',
        ends_at: '2026-12-01T10:00:00Z',
      }),
    );
    expect((await listContests()).data).toMatchObject([{ starts_at: '2026-11-20T10:00:00.000Z' }]);
  });

  test('isn’t made when it was over before anybody asked', async () => {
    const api = await testApi();
    api.now = new Date('2026-11-21T10:00:00Z');
    await importCatalogue(api.db, withContests(dated));
    expect((await listContests()).total).toBe(0);
  });
});

describe('entering', () => {
  test('is free and tells number and seed', async () => {
    const api = await testApi();
    const { id } = await running();
    const [ann, bob] = await addPlayers(api, 2);
    api.actAs(ann ?? null);
    expect(await enterContest(id, 'ann~!#')).toMatchObject({
      entries: 1,
      entered: true,
      entry: { number: 1, seed: 'ann~!#' },
      seed: null,
      drawn_from: null,
      winners: null,
    });
    api.actAs(bob ?? null);
    expect(await getContest(id)).toMatchObject({ entries: 1, entered: false, entry: null });
    expect((await running()).entered).toBe(false);
    expect(await enterContest(id, 'bob')).toMatchObject({ entries: 2, entry: { number: 2, seed: 'bob' } });
    expect((await running()).entered).toBe(true);
    expect((await running('Merge sevens')).entered).toBe(false);
    expect((await listTransactions()).total).toBe(0);
    // Whoever looks at the contest hears that its entries changed; nobody was credited.
    expect(api.events).toEqual([
      { kind: 'contest', contestId: id },
      { kind: 'contest', contestId: id },
    ]);
  });

  test('is once: the same again answers as before, another seed is refused', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    const { id } = await running();
    const first = await enterContest(id, 'mine');
    expect(await enterContest(id, 'mine')).toEqual(first);
    await expect(enterContest(id, 'better')).rejects.toMatchObject({
      status: 409,
      code: 'already_entered',
      message: expect.stringContaining('number 1'),
    });
    expect(await getContest(id)).toEqual(first);
  });

  test('of many at once gives each a number of its own, without a gap', { tags: 'both' }, async () => {
    const api = await testApi();
    const { id } = await running();
    const players = await addPlayers(api, 30);
    // Each twice, as by a double click.
    const responses = await enterAll(api, id, [...players, ...players]);
    // The second click has another seed here, which is refused, or wins against the first.
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...new Array<number>(30).fill(200),
      ...new Array<number>(30).fill(409),
    ]);
    const rows = await api.db.drizzle.select().from(contestEntries).where(eq(contestEntries.contestId, id));
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(players.map((_, at) => at + 1));
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(30);
    expect((await running()).entries).toBe(30);
  });

  test('fifty times with one seed is one entry', { tags: 'both' }, async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    const { id } = await running();
    const answers = await Promise.all(Array.from({ length: 50 }, () => enterContest(id, 'same')));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ entries: 1, entry: { number: 1 } });
  });

  test('with a seed that is none is refused in words', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    const { id } = await running();
    for (const seed of ['', ' ', 'two words', 'x'.repeat(65), 'naïve', 'a\nb', 'ends\n', '\u0000'])
      await expect(enterContest(id, seed), JSON.stringify(seed)).rejects.toMatchObject({
        status: 422,
        fields: { seed: expect.stringContaining('1 to 64') },
      });
    expect((await getContest(id)).entries).toBe(0);
  });

  test('is over with the contest; who is in may still ask', async () => {
    const api = await testApi();
    const [ann, bob] = await addPlayers(api, 2);
    const { id } = await running();
    api.actAs(ann ?? null);
    api.now = later(MONDAY, -1);
    await enterContest(id, 'in-time');
    api.now = MONDAY;
    expect(await enterContest(id, 'in-time')).toMatchObject({ state: 'ended', entry: { number: 1 } });
    api.actAs(bob ?? null);
    await expect(enterContest(id, 'late')).rejects.toMatchObject({
      status: 409,
      code: 'contest_closed',
      message: expect.stringContaining('over'),
    });
    expect((await getContest(id)).entries).toBe(1);
  });

  test('is over at its end, drawn or not', async () => {
    const api = await testApi();
    const { id } = await running();
    const { id: userId } = await api.addPlayer();
    await expect(enter(api.db, testVault, { id, userId, seed: 'late', now: MONDAY })).rejects.toMatchObject({
      code: 'contest_closed',
    });
    await expect(
      enter(api.db, testVault, { id, userId, seed: 'late', now: later(MONDAY, -1) }),
    ).resolves.toMatchObject({
      entries: 1,
    });
  });

  test('is over once it is drawn, also for a server whose clock is behind', async () => {
    const api = await testApi();
    const { id } = await running();
    const ahead = await testApi({ db: api.db });
    ahead.now = MONDAY;
    await listContests();
    const behind = await testApi({ db: api.db });
    behind.actAs(await behind.addPlayer());
    await expect(enterContest(id, 'after-the-draw')).rejects.toMatchObject({ code: 'contest_closed' });
  });
});

describe('the draw', () => {
  test('happens once for all who read, pays the winners, and anyone can run it again', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    const { id } = await running();
    const { seed_hash } = await getContest(id);
    const players = await addPlayers(api, 12);
    await enterAll(api, id, players);
    api.now = later(MONDAY, 5000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => getContest(id)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const contest = await getContest(id);
    const { seed, drawn_from, winners, prizes } = contest;
    if (seed === null || drawn_from === null || winners === null) throw new Error('it was not drawn');

    // What the reader's browser does.
    expect(contest.seed_hash).toBe(seed_hash);
    expect(await hashOf(seed)).toBe(seed_hash);
    expect(drawn_from.map(({ number }) => number)).toEqual(players.map((_, at) => at + 1));
    expect(winners.map(({ number }) => number)).toEqual(
      await drawPlaces({ seed, entries: drawn_from, places: prizes.length }),
    );
    expect(winners.map(({ points }) => points)).toEqual([2000, 1000, 500]);

    const rows = await api.db.drizzle.select().from(contestEntries).where(eq(contestEntries.contestId, id));
    for (const [at, { number, user, points }] of winners.entries()) {
      const entry = rows.find((row) => row.number === number);
      expect(entry).toMatchObject({ userId: user.id, place: at + 1 });
      expect(Object.keys(user).sort()).toEqual(['avatar', 'id', 'name']);
      expect(user.name).toMatch(/^player-\d+$/);
      api.actAs(players.find((player) => player.id === user.id) ?? null);
      expect(await getBalance()).toMatchObject({ available: points });
      expect((await listTransactions({ type: 'earned' })).data).toMatchObject([
        {
          title: `${LANTERNS}: ${['1st', '2nd', '3rd'][at]} place`,
          detail: 'drawn from 12 entries',
          points,
          state: 'confirmed',
        },
      ]);
    }
    expect(credited(api).sort()).toEqual(winners.map(({ user }) => user.id).sort());
    const losers = players.filter((player) => winners.every(({ user }) => user.id !== player.id));
    api.actAs(losers[0] ?? null);
    expect(await getBalance()).toMatchObject({ available: 0 });
    expect((await getContest(id)).entered).toBe(true);
    expect(api.logged).toEqual([]);
  });

  test('is run by the list as well, though nobody looks at the contest itself', async () => {
    const api = await testApi();
    const { id } = await running();
    const player = await api.addPlayer();
    api.actAs(player);
    await enterContest(id, 'x');
    api.now = MONDAY;
    api.actAs(null);
    await listContests();
    expect(credited(api)).toEqual([player.id]);
    api.actAs(player);
    expect(await getBalance()).toMatchObject({ available: 2000 });
  });

  test('with fewer entries than places leaves places over, with none all of them', async () => {
    const api = await testApi();
    const [lanterns, sevens] = [await running(), await running('Merge sevens')];
    await enterAll(api, sevens.id, await addPlayers(api, 3));
    api.now = MONDAY;
    const few = await getContest(sevens.id);
    expect(few.winners?.map(({ points }) => points)).toEqual([700, 500, 400]);
    expect(new Set(few.winners?.map(({ number }) => number))).toEqual(new Set([1, 2, 3]));
    expect(await getContest(lanterns.id)).toMatchObject({ winners: [], drawn_from: [], entries: 0 });
    expect(await hashOf((await getContest(lanterns.id)).seed ?? '')).toBe(
      (await getContest(lanterns.id)).seed_hash,
    );
  });

  test('of two contests at once, with the same players in both', { tags: 'both' }, async () => {
    const api = await testApi();
    const players = await addPlayers(api, 7);
    const ids = [(await running()).id, (await running('Merge sevens')).id];
    for (const id of ids) await enterAll(api, id, players);
    api.now = MONDAY;
    await Promise.all(Array.from({ length: 16 }, (_, at) => getContest(ids[at % 2] ?? 0)));
    const drawn = [await getContest(ids[0] ?? 0), await getContest(ids[1] ?? 0)];
    expect(drawn.map(({ winners }) => winners?.length)).toEqual([3, 7]);
    expect(credited(api)).toHaveLength(3 + 7);
  });

  test('waits for a purchase of several winners, and doesn’t get in its way', {
    tags: 'postgres',
  }, async () => {
    const api = await testApi();
    const { id } = await running('Merge sevens');
    const players = await addPlayers(api, 7);
    for (const player of players) await enterAll(api, id, [player]);
    // A seed by which the first of them isn't the first that is drawn.
    const seed = '00'.repeat(32);
    await api.db.drizzle
      .update(contests)
      .set({ seed, seedHash: await hashOf(seed) })
      .where(eq(contests.id, id));
    api.now = MONDAY;
    const [drawn] = await api.db.drizzle
      .transaction(async (tx) => {
        const [first, ...others] = players;
        await lockBalance(tx, first?.id ?? 0);
        const drawing = Promise.allSettled([getContest(id)]);
        await untilWaiting(api.db, 1);
        // Had the draw begun with one of these, both would wait for ever.
        for (const other of others) await lockBalance(tx, other.id);
        return { drawing };
      })
      .then(({ drawing }) => drawing);
    if (drawn.status === 'rejected') throw drawn.reason;
    expect(drawn.value.winners).toHaveLength(7);
    expect(drawn.value.winners?.[0]?.number).toBeGreaterThan(1);
  });

  test('is the same however long afterwards it is read', async () => {
    const api = await testApi();
    const { id } = await running();
    await enterAll(api, id, await addPlayers(api, 5));
    api.now = MONDAY;
    const first = await getContest(id);
    api.now = later(MONDAY, 3 * WEEK);
    expect(await getContest(id)).toEqual(first);
    // In two of the weeks between nobody asked: their contests were never made.
    expect((await listContests({ per_page: 100 })).total).toBe(3 * plans.length);
  });

  test('tells its seed to nobody before', async () => {
    const api = await testApi();
    const { id } = await running();
    const [player] = await addPlayers(api, 1);
    const headers = { authorization: `Bearer ${player?.token}` };
    const told: string[] = [];
    const hear = async (path: string, init: RequestInit = {}) => {
      told.push(await (await api.raw(path, { headers, ...init })).text());
    };
    const body = JSON.stringify({ seed: 'mine' });
    await hear('/api/user/contests');
    await hear(`/api/user/contests/${id}`);
    await hear(`/api/user/contests/${id}/enter`, { method: 'POST', body });
    await hear(`/api/user/contests/${id}/enter`, { method: 'POST', body: '{"seed":"other"}' });
    api.now = later(MONDAY, -1);
    await hear(`/api/user/contests/${id}`);
    const seeds = (await api.db.drizzle.select().from(contests)).map(({ seed }) => seed);
    for (const text of told) for (const seed of seeds) expect(text).not.toContain(seed);
    api.now = MONDAY;
    await hear(`/api/user/contests/${id}`);
    expect(seeds.filter((seed) => told.at(-1)?.includes(seed))).toHaveLength(1);
  });
});

describe('the list', () => {
  /** Four that are open, one to come, two that are over. */
  async function many(): Promise<TestApi> {
    const api = await testApi();
    api.now = new Date('2026-11-09T12:00:00Z');
    const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;
    const dated = (id: number, from: number, to: number, prizes: number[], game = 'Playtally') =>
      plan({ id, every: null, starts_at: at(from), ends_at: at(to), prizes, game });
    await importCatalogue(
      api.db,
      withContests(
        dated(1, 9, 30, [500]),
        dated(2, 10, 20, [100, 100], 'Tallow & Wick 100%'),
        dated(3, 11, 25, [900, 100]),
        dated(4, 12, 28, [300]),
        dated(5, 25, 29, [50]),
        dated(6, 9, 12, [700]),
        dated(7, 9, 15, [20]),
      ),
    );
    await listContests();
    api.now = new Date('2026-11-18T12:00:00Z');
    const { data } = await listContests();
    const idOf = (name: string) => data.find((contest) => contest.name === name)?.id ?? 0;
    const players = await addPlayers(api, 6);
    await enterAll(api, idOf('Plan 3'), players);
    await enterAll(api, idOf('Plan 4'), players.slice(0, 2));
    await enterAll(api, idOf('Plan 1'), players.slice(0, 1));
    return api;
  }
  const names = (cards: readonly ContestCard[]) => cards.map(({ name }) => Number(name.slice(-1)));

  test('is sorted by what is asked, the open ones first and those that are over last', async () => {
    await many();
    const expected: Record<(typeof CONTEST_SORTS)[number], number[]> = {
      popular: [3, 4, 1, 2, 5, 7, 6],
      newest: [4, 3, 2, 1, 5, 7, 6],
      'price-asc': [2, 4, 1, 3, 5, 7, 6],
      'price-desc': [3, 1, 4, 2, 5, 6, 7],
      // 500 in 2, 200 in 1, 1,000 in 7, 300 in 3.
      rating: [1, 2, 3, 4, 5, 6, 7],
      ending: [2, 3, 4, 1, 5, 7, 6],
    };
    for (const sort of CONTEST_SORTS)
      expect(names((await listContests({ 'sort-by': sort })).data), sort).toEqual(expected[sort]);
    expect(names((await listContests()).data)).toEqual(expected.popular);
  });

  test('is searched by game or name, any case, and taken to the letter', async () => {
    await many();
    const found = async (search: string) => names((await listContests({ 'game-name': search })).data);
    expect(await found('tallow')).toEqual([2]);
    expect(await found(' PLAN 3 ')).toEqual([3]);
    expect(await found('100%')).toEqual([2]);
    expect(await found('%')).toEqual([2]);
    expect(await found('_')).toEqual([]);
  });

  test('comes in pages', async () => {
    await many();
    const first = await listContests({ per_page: 3, 'sort-by': 'ending', 'game-name': 'plan' });
    expect(first).toMatchObject({ total: 7, last_page: 3, current_page: 1, prev_page_url: null });
    expect(first.next_page_url).toContain('game-name=plan&sort-by=ending&page=2&per_page=3');
    const pages = [first];
    for (const page of [2, 3])
      pages.push(await listContests({ page, per_page: 3, 'sort-by': 'ending', 'game-name': 'plan' }));
    expect(pages.flatMap(({ data }) => names(data))).toEqual([2, 3, 4, 1, 5, 7, 6]);
    expect((await listContests({ page: 9 })).data).toEqual([]);
  });

  test('refuses what it doesn’t know in words', async () => {
    await testApi();
    const wrong: [Parameters<typeof listContests>[0], string, string][] = [
      [{ 'sort-by': 'luck' }, 'sort-by', 'ending'],
      [{ per_page: 101 }, 'per_page', '1 to 100'],
      [{ 'game-name': 'x'.repeat(81) }, 'game-name', '80'],
    ];
    for (const [query, field, words] of wrong)
      await expect(listContests(query)).rejects.toMatchObject({
        status: 422,
        fields: { [field]: expect.stringContaining(words) },
      });
  });
});
