import { eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { caseCommitments, caseOpenings, cases, ledger, users } from '../../../server/db/schema.ts';
import { countPopularity } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { importCatalogue } from '../../../server/features/catalogue/import.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { cancelOrder } from '../../../server/features/redemption/fulfilment.ts';
import { drawIndex, hashOf } from '../../../src/lib/arcade/draw.ts';
import { getBalance, saveBirthDate, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import type { Answer, Query } from '../../../src/lib/contract/call.ts';
import {
  getCase,
  listCases,
  listOpenings,
  listRecentOpenings,
  type Opening,
  openCase,
} from '../../../src/lib/contract/draws/cases.ts';
import { CASES_PER_DAY, REWARD_SORTS } from '../../../src/lib/contract/limits.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import { wrong } from '../../support/field-errors.ts';
import { give } from '../../support/points.ts';
import { pass } from '../../support/time.ts';

const [DRAWER, SATCHEL, CHEST] = [1, 2, 3];
const files = readCatalogue().cases;
const fileOf = (id: number) => {
  const found = files.find((file) => file.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
};

/** An adult player with this many points, who makes the later calls. */
async function asAdult(api: TestApi, points = 100_000): Promise<Player> {
  const player = await api.addPlayer(points);
  api.actAs(player);
  await request(saveBirthDate, { body: { birth_date: '1990-02-28' } });
  return player;
}

async function commitment(caseId = DRAWER) {
  const { commitment: found } = (await request(getCase, { params: { id: caseId } })).case;
  if (!found) throw new Error('there is no commitment');
  return found;
}

async function open(caseId = DRAWER, playerSeed = '5eed'): Promise<Answer<typeof openCase>> {
  return request(openCase, {
    params: { id: caseId },
    body: { commitment_id: (await commitment(caseId)).id, player_seed: playerSeed },
  });
}

const retireDrawer = (api: TestApi) =>
  importCatalogue(api.db, { ...readCatalogue(), cases: files.filter(({ id }) => id !== DRAWER) });

/** Verifies an opening like the reader's browser. */
async function verify(opening: Opening): Promise<void> {
  const { seed, player_seed: playerSeed, nonce, weights, item, case: of } = opening;
  expect(await hashOf(seed)).toBe(opening.seed_hash);
  expect(await drawIndex({ seed, playerSeed, nonce, weights })).toBe(item);
  const file = fileOf(of.id);
  expect(weights).toEqual(file.items.map(({ weight }) => weight));
  expect(opening).toMatchObject({
    cost: file.points,
    name: file.items[item]?.name,
    points: file.items[item]?.points,
  });
}

/** Checks that nothing moved, and the next draw is the same. */
async function expectUntouched(points: number, before: { id: string; seed_hash: string; nonce: number }) {
  expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
  expect(await commitment()).toEqual(before);
  expect((await request(listOpenings, {})).total).toBe(0);
  expect((await request(listTransactions, { query: { type: 'spent' } })).total).toBe(0);
}

test('the list shows price, average and best prize, and can be sorted, searched and paged', async () => {
  const api = await testApi();
  const { data, total } = await request(listCases, {});
  expect(total).toBe(files.length);
  for (const card of data) {
    const { slug, points, items } = fileOf(card.id);
    const chances = items.reduce((sum, { weight }) => sum + weight, 0);
    expect(card).toMatchObject({ slug, points, best: Math.max(...items.map((item) => item.points)) });
    expect(card.expected).toBeCloseTo(
      items.reduce((sum, item) => sum + (item.points * item.weight) / chances, 0),
      6,
    );
  }
  await api.db.drizzle.update(cases).set({ added: '2026-11-17' }).where(eq(cases.id, SATCHEL));
  await asAdult(api);
  await open(CHEST);
  await countPopularity(api.db);
  const found = async (query: Query<typeof listCases>) =>
    (await request(listCases, { query })).data.map(({ id }) => id);
  const sorted: Record<(typeof REWARD_SORTS)[number], number[]> = {
    popular: [CHEST, DRAWER, SATCHEL],
    newest: [SATCHEL, DRAWER, CHEST],
    'price-asc': [DRAWER, SATCHEL, CHEST],
    'price-desc': [CHEST, SATCHEL, DRAWER],
    // 94.8, 94.72 and 93.5 percent of the price.
    rating: [CHEST, DRAWER, SATCHEL],
  };
  for (const sort of REWARD_SORTS) expect(await found({ 'sort-by': sort }), sort).toEqual(sorted[sort]);
  expect(await found({})).toEqual(sorted.popular);
  for (const [search, ids] of Object.entries({ ' MERGE': [DRAWER], house: [CHEST], '%': [] }))
    expect(await found({ 'game-name': search }), search).toEqual(ids);

  const asked = { per_page: 2, 'sort-by': 'price-asc', 'game-name': 'e' };
  expect(await request(listCases, { query: asked })).toMatchObject({
    total: 3,
    last_page: 2,
    prev_page_url: null,
    next_page_url: '/api/user/cases?game-name=e&sort-by=price-asc&page=2&per_page=2',
  });
  expect([...(await found(asked)), ...(await found({ ...asked, page: 2 }))]).toEqual(sorted['price-asc']);
  await expect(request(listCases, { query: { 'sort-by': 'ending' } })).rejects.toMatchObject(
    wrong('sort-by', 'popular'),
  );
});

describe('a case', () => {
  test('commits to one draw per player, whichever case and however often it is requested', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await playerApi();
    const all = await Promise.all(Array.from({ length: 20 }, (_, at) => commitment((at % 3) + 1)));
    for (const one of all) expect(one).toEqual(all[0]);
    expect(all[0]).toMatchObject({ nonce: 1, seed_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [row] = await api.db.drizzle.select().from(caseCommitments);
    expect(await hashOf(row?.seed ?? '')).toBe(all[0]?.seed_hash);
    api.actAs(await api.addPlayer());
    const other = await commitment();
    expect(other.id).not.toBe(all[0]?.id);
    expect(other.seed_hash).not.toBe(all[0]?.seed_hash);
  });

  test('shows guests its odds and no draw, and players what blocks it, most important first', async () => {
    const api = await testApi();
    const { name, items, description } = fileOf(DRAWER);
    expect((await request(getCase, { params: { id: DRAWER } })).case).toMatchObject({
      name,
      items,
      description,
      min_age: 18,
      daily_limit: CASES_PER_DAY,
      left_today: null,
      status: 'sign_in',
      commitment: null,
    });
    const player = await api.addPlayer(249);
    api.actAs(player);
    const before = await commitment();
    async function expectRefused(code: string, status: number): Promise<void> {
      expect((await request(getCase, { params: { id: DRAWER } })).case.status).toBe(code);
      await expect(open()).rejects.toMatchObject({ code, status });
      await expectUntouched(249, before);
    }
    await expectRefused('birth_date_needed', 409);
    await request(saveBirthDate, { body: { birth_date: '2008-11-19' } });
    await expectRefused('too_young', 403);
    api.now = new Date('2026-11-19T00:00:00Z');
    await expectRefused('not_enough_points', 409);
    expect(api.events).toEqual([]);
    await give(api, player.id, 1);
    expect((await request(getCase, { params: { id: DRAWER } })).case).toMatchObject({
      status: 'ready',
      left_today: CASES_PER_DAY,
    });
    // The rejected draw is the one that is opened now: no one can throw away a draw.
    const { opening } = await open();
    expect(opening).toMatchObject({ id: before.id, seed_hash: before.seed_hash, nonce: 1 });
  });

  test('that is unknown, malformed or retired isn’t found', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    const given = { commitment_id: id, player_seed: 'f' };
    for (const unknown of [999_999, 2_147_483_648]) {
      await expect(request(getCase, { params: { id: unknown } })).rejects.toMatchObject({ status: 404 });
      await expect(request(openCase, { params: { id: unknown }, body: given })).rejects.toMatchObject({
        status: 404,
      });
    }
    for (const path of ['0', 'x', '-1']) expect((await api.raw(`/api/user/cases/${path}`)).status).toBe(404);
    await retireDrawer(api);
    await expect(request(getCase, { params: { id: DRAWER } })).rejects.toMatchObject({ status: 404 });
    await expect(request(openCase, { params: { id: DRAWER }, body: given })).rejects.toMatchObject({
      status: 404,
    });
    expect((await request(listCases, {})).data.map((card) => card.id)).not.toContain(DRAWER);
    await expect(request(openCase, { params: { id: CHEST }, body: given })).resolves.toMatchObject({
      opening: { id },
    });
  });
});

describe('opening', () => {
  test('takes the price, pays the prize, and returns everything that the draw was computed from', async () => {
    const api = await testApi();
    const player = await asAdult(api, 1000);
    const before = await commitment();
    const { opening, balance, case: after } = await open(DRAWER, '0123456789abcdef');
    await verify(opening);
    expect(opening).toMatchObject({
      id: before.id,
      seed_hash: before.seed_hash,
      nonce: 1,
      player_seed: '0123456789abcdef',
      case: { id: DRAWER, name: 'Tile drawer' },
      opened_at: api.now.toISOString(),
    });
    expect(balance).toEqual({ available: 750 + opening.points, pending: 0, reserved: 0, debt: 0 });
    expect((await request(getBalance, {})).balance).toEqual(balance);
    expect(after).toEqual((await request(getCase, { params: { id: DRAWER } })).case);
    expect(after).toMatchObject({ left_today: CASES_PER_DAY - 1, commitment: { nonce: 2 } });
    expect(after.commitment?.id).not.toBe(before.id);
    expect(after.commitment?.seed_hash).not.toBe(before.seed_hash);
    expect((await request(listOpenings, {})).data).toEqual([opening]);
    expect(api.events).toEqual([{ kind: 'balance', userId: player.id }]);
    expect(api.logged).toEqual([]);

    // In the ledger these are two lines. Only both together show the result of a case: a prize alone would look like earnings.
    const line = { detail: 'your opening 1', state: 'confirmed' };
    const both = [
      { ...line, title: 'Tile drawer: opened', points: -250 },
      { ...line, title: `Tile drawer: ${opening.name}`, points: opening.points },
    ];
    for (const [type, lines] of [
      ['all', both],
      ['spent', both],
      ['earned', []],
      ['pending', []],
      ['reversed', []],
    ] as const) {
      const { data } = await request(listTransactions, { query: { type, order: 'oldest' } });
      expect(
        data.filter(({ title }) => title.startsWith('Tile')),
        type,
      ).toMatchObject(lines);
    }

    await asAdult(api);
    expect(await request(listOpenings, {}), 'another’s').toMatchObject({ data: [], total: 0 });
  });

  test('is limited to ten times a day too if processes’ clocks disagree at midnight', async () => {
    const api = await testApi();
    await asAdult(api);
    const openAt = async (time: string) => {
      api.now = new Date(time);
      return endOf(open());
    };
    const [late, early] = ['2026-11-18T23:59:59.500Z', '2026-11-19T00:00:00.500Z'];
    for (const time of [early, late])
      for (let at = 0; at < CASES_PER_DAY / 2; at++) expect(await openAt(time)).toBe('done');
    for (let at = 0; at < CASES_PER_DAY / 2; at++) expect(await openAt(early)).toBe('done');
    for (const time of [early, late]) expect(await openAt(time)).toBe('limit_reached');
  });

  test('is limited to ten times a day over all cases, and possible again the next day', async () => {
    const api = await testApi();
    await asAdult(api);
    for (let at = 1; at <= CASES_PER_DAY; at++) {
      const { opening, case: after } = await open((at % 3) + 1, `5eed${at}`);
      await verify(opening);
      expect(opening.nonce).toBe(at);
      expect(after.left_today).toBe(CASES_PER_DAY - at);
    }
    const { available } = (await request(getBalance, {})).balance;
    const next = await commitment();
    expect((await request(getCase, { params: { id: CHEST } })).case).toMatchObject({
      status: 'limit_reached',
      left_today: 0,
    });
    await expect(open(CHEST)).rejects.toMatchObject({
      status: 409,
      code: 'limit_reached',
      message: expect.stringContaining('midnight UTC'),
    });
    expect((await request(getBalance, {})).balance).toMatchObject({ available });
    api.now = new Date('2026-11-18T23:59:59.999Z');
    await expect(open()).rejects.toMatchObject({ code: 'limit_reached' });
    api.now = new Date('2026-11-19T00:00:00Z');
    expect((await request(getCase, { params: { id: DRAWER } })).case).toMatchObject({
      status: 'ready',
      left_today: CASES_PER_DAY,
      commitment: next,
    });
    expect((await open()).opening).toMatchObject({ id: next.id, nonce: CASES_PER_DAY + 1 });

    const pages = [
      await request(listOpenings, { query: { per_page: 8 } }),
      await request(listOpenings, { query: { per_page: 8, page: 2 } }),
    ];
    expect(pages[0]).toMatchObject({ total: 11, last_page: 2 });
    expect(pages[0]?.next_page_url).toBe('/api/user/case-openings?page=2&per_page=8');
    expect(pages.flatMap(({ data }) => data.map(({ nonce }) => nonce))).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  test('can’t be opened by a player with a debt: prizes settle that first', async () => {
    const api = await testApi();
    const player = await asAdult(api, 0);
    const wrong = await give(api, player.id, 5000);
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    const { order } = await request(buyReward, { params: { id: 84 }, body: {} });
    await api.db.drizzle.transaction((tx) => reverse(tx, wrong, 'taken back', api.now));
    await api.db.drizzle.transaction((tx) => cancelOrder(tx, order?.id ?? 0, 'no such account', api.now));
    expect((await request(getBalance, {})).balance).toEqual({
      available: 0,
      pending: 0,
      reserved: 0,
      debt: 0,
    });
    await expect(open()).rejects.toMatchObject({ code: 'not_enough_points' });
  });

  test('needs valid seeds', async () => {
    const api = await testApi();
    await asAdult(api, 1000);
    const before = await commitment();
    for (const player_seed of ['', 'two words', 'words', 'f'.repeat(65), 'AB', 'ends\n'])
      await expect(
        request(openCase, { params: { id: DRAWER }, body: { commitment_id: before.id, player_seed } }),
      ).rejects.toMatchObject(wrong('player_seed', '1 to 64'));
    for (const commitment_id of ['', '1', 'x'.repeat(36)])
      await expect(
        request(openCase, { params: { id: DRAWER }, body: { commitment_id, player_seed: 'f' } }),
      ).rejects.toMatchObject(wrong('commitment_id'));
    await expectUntouched(1000, before);
  });
});

describe('a commitment', () => {
  test('opens once, and returns the same answer if it is sent again', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    // In capitals it is the same commitment.
    const first = await request(openCase, {
      params: { id: DRAWER },
      body: { commitment_id: id.toUpperCase(), player_seed: '3a1e' },
    });
    expect(first.opening.id).toBe(id);
    for (const commitment_id of [id, id.toUpperCase()])
      expect(
        await request(openCase, { params: { id: DRAWER }, body: { commitment_id, player_seed: '3a1e' } }),
      ).toEqual(first);
    expect(api.events).toHaveLength(1);
    expect((await request(listOpenings, {})).total).toBe(1);
    // Even if the case was retired meanwhile, or no opening is left today.
    await retireDrawer(api);
    for (let at = 1; at < CASES_PER_DAY; at++) await open(CHEST);
    const again = await request(openCase, {
      params: { id: DRAWER },
      body: { commitment_id: id, player_seed: '3a1e' },
    });
    expect(again.opening).toEqual(first.opening);
    expect(again.balance).toEqual((await request(getBalance, {})).balance);
  });

  test('that was opened is rejected for another seed or case, and another player’s can’t be used', async () => {
    const api = await testApi();
    const stale = { status: 409, code: 'commitment_stale' };
    const owner = await asAdult(api);
    const { opening, balance } = await open();
    const commitment_id = opening.id;
    for (const [caseId, player_seed] of [
      [DRAWER, '07be'],
      [CHEST, opening.player_seed],
    ] as const)
      await expect(
        request(openCase, { params: { id: caseId }, body: { commitment_id, player_seed } }),
      ).rejects.toMatchObject(stale);
    expect((await request(getBalance, {})).balance).toEqual(balance);
    expect((await request(listOpenings, {})).total).toBe(1);
    const next = await commitment();
    await asAdult(api, 1000);
    const mine = await commitment();
    for (const given of [opening.id, next.id, crypto.randomUUID()])
      await expect(
        request(openCase, {
          params: { id: DRAWER },
          body: { commitment_id: given, player_seed: opening.player_seed },
        }),
      ).rejects.toMatchObject(stale);
    await expectUntouched(1000, mine);
    api.actAs(owner);
    expect((await open()).opening).toMatchObject({ id: next.id, nonce: 2 });
  });

  test('sent fifty times concurrently is one opening and one charge', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    await asAdult(api, 10_000);
    const given = { commitment_id: (await commitment()).id, player_seed: 'c11c' };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => request(openCase, { params: { id: DRAWER }, body: given })),
    );
    for (const answer of all) expect(answer).toEqual(all[0]);
    const { opening } = all[0] ?? (await open());
    expect((await request(getBalance, {})).balance).toMatchObject({
      available: 10_000 - 250 + opening.points,
    });
    expect(await api.db.drizzle.$count(caseOpenings)).toBe(1);
    expect(await api.db.drizzle.$count(ledger, eq(ledger.reason, 'stake'))).toBe(1);
    expect(api.events).toHaveLength(1);
  });

  test('sent by fifty tabs with different seeds is one opening, and the others are rejected', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    // Enough for one: what the others lack is the draw, not the points.
    await asAdult(api, 250);
    const { id } = await commitment();
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        request(openCase, { params: { id: DRAWER }, body: { commitment_id: id, player_seed: `ab${at}` } }),
      ),
    );
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(49);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'commitment_stale', status: 409 });
    expect((await request(listOpenings, {})).total).toBe(1);
  });

  test('doesn’t reveal its seed before it is opened', async () => {
    const api = await testApi();
    const player = await asAdult(api, 600);
    const seen: string[] = [];
    const hear = async (path: string, body?: object) => {
      const answer = await api.send(player.token, body ? 'POST' : 'GET', path, body);
      seen.push(await answer.text());
    };
    const seedNow = async () => (await api.db.drizzle.select().from(caseCommitments))[0]?.seed ?? 'none';
    const first = await commitment();
    const seeds = [await seedNow()];
    await hear('/api/user/cases');
    await hear(`/api/user/cases/${DRAWER}`);
    await hear(`/api/user/cases/${CHEST}/open`, { commitment_id: first.id, player_seed: 'f' });
    await hear(`/api/user/cases/${DRAWER}/open`, { commitment_id: crypto.randomUUID(), player_seed: 'f' });
    expect(seen.at(-1)).toContain('commitment_stale');
    expect(seen.at(-2)).toContain('not_enough_points');
    for (const text of seen) expect(text).not.toContain(seeds[0]);
    await hear(`/api/user/cases/${DRAWER}/open`, { commitment_id: first.id, player_seed: 'f' });
    expect(seen.at(-1)).toContain(seeds[0]);
    seeds.push(await seedNow());
    await hear('/api/user/case-openings');
    await hear(`/api/user/cases/${DRAWER}`);
    await hear('/api/user/dashboard/transactions');
    await hear(`/api/user/specific-user/${player.id}`);
    for (const text of seen) expect(text).not.toContain(seeds[1]);
    expect(seeds[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(seeds[1]).not.toBe(seeds[0]);
  });
});

test('players who open concurrently don’t disturb each other', { tags: 'concurrent' }, async () => {
  const api = await testApi();
  const given: { token: string; commitment_id: string }[] = [];
  for (let at = 0; at < 12; at++) {
    const { token } = await asAdult(api, 5000);
    given.push({ token, commitment_id: (await commitment()).id });
  }
  const responses = await Promise.all(
    given.map(({ token, commitment_id }) =>
      api.send(token, 'POST', `/api/user/cases/${DRAWER}/open`, { commitment_id, player_seed: 'f' }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(given.map(() => 200));
  expect(await api.db.drizzle.$count(caseOpenings)).toBe(12);
});

test('everyone can see the last ten openings of a case with all values of their draws, and no names', async () => {
  const api = await testApi();
  const recent = async (caseId: number) =>
    (await request(listRecentOpenings, { params: { id: caseId } })).openings;
  api.actAs(null);
  expect(await recent(DRAWER)).toEqual([]);
  const made: Opening[] = [];
  for (const seed of ['1', '2']) {
    await asAdult(api);
    await open(CHEST);
    for (let at = 0; at < 6; at++) {
      pass(api, 1000);
      made.unshift((await open(DRAWER, `${seed}f${at}`)).opening);
    }
  }
  api.actAs(null);
  const shown = await recent(DRAWER);
  expect(shown).toEqual(made.slice(0, 10));
  for (const opening of shown) await verify(opening);
  expect(Object.keys(shown[0] ?? {}).toSorted()).toEqual([
    'case',
    'cost',
    'id',
    'item',
    'name',
    'nonce',
    'opened_at',
    'player_seed',
    'points',
    'seed',
    'seed_hash',
    'weights',
  ]);
  await api.db.drizzle
    .update(caseOpenings)
    .set({ listed: false })
    .where(ne(caseOpenings.id, made[0]?.id ?? ''));
  expect(await recent(DRAWER)).toEqual(made.slice(0, 1));
  // A typed seed is deleted with the account.
  await api.db.drizzle.update(users).set({ deletionDueAt: api.now });
  await eraseDue(api);
  expect(await recent(DRAWER)).toEqual([]);
  await retireDrawer(api);
  expect(await endOf(recent(DRAWER))).toBe('not_found');
});
