import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { caseCommitments, caseOpenings, cases, ledger } from '../../server/db/schema.ts';
import { countPopularity } from '../../server/db/seed.ts';
import { importCatalogue } from '../../server/domain/catalogue.ts';
import { readCatalogue } from '../../server/domain/catalogue-files.ts';
import { cancelOrder } from '../../server/domain/fulfilment.ts';
import { reverse } from '../../server/domain/ledger.ts';
import { getBalance, saveBirthDate, saveDeliveryDetail } from '../../src/lib/api/account.ts';
import { getCase, listCases, listOpenings, type Opened, openCase } from '../../src/lib/api/cases.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import { buyReward } from '../../src/lib/api/rewards.ts';
import { drawIndex, hashOf } from '../../src/lib/arcade/draw.ts';
import type { CaseCard, Opening } from '../../src/lib/contract/cases.ts';
import { CASES_PER_DAY, REWARD_SORTS } from '../../src/lib/contract/limits.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { give } from '../support/points.ts';

const DRAWER = 1;
const CHEST = 3;
const files = readCatalogue().cases;
const fileOf = (id: number) => {
  const found = files.find((file) => file.id === id);
  if (!found) throw new Error(`there is no case ${id}`);
  return found;
};

/** A player of full age with so many points, as whom the calls that follow are made. */
async function asAdult(api: TestApi, points = 100_000): Promise<Player> {
  const player = await api.addPlayer(points);
  api.actAs(player);
  await saveBirthDate('1990-02-28');
  return player;
}

async function commitment(caseId = DRAWER) {
  const { commitment: found } = await getCase(caseId);
  if (!found) throw new Error('there is no commitment');
  return found;
}

async function open(caseId = DRAWER, playerSeed = 'my-seed'): Promise<Opened> {
  return openCase(caseId, { commitment_id: (await commitment(caseId)).id, player_seed: playerSeed });
}

/** What the reader's browser does with an opening. */
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

/** Nothing moved, and the next draw is the same as before. */
async function expectUntouched(points: number, before: { id: string; seed_hash: string; nonce: number }) {
  expect(await getBalance()).toMatchObject({ available: points });
  expect(await commitment()).toEqual(before);
  expect((await listOpenings()).total).toBe(0);
  expect((await listTransactions({ type: 'spent' })).total).toBe(0);
}

describe('the list', () => {
  const names = (cards: readonly CaseCard[]) => cards.map(({ name }) => name);
  const [drawer, satchel, chest] = files.toSorted((a, b) => a.id - b.id).map(({ name }) => name);

  test('shows guests the price, what it pays on average, and the best', async () => {
    await testApi();
    const { data, total } = await listCases();
    expect(total).toBe(files.length);
    for (const card of data) {
      const { slug, points, items } = fileOf(card.id);
      const chance = (weight: number) => weight / items.reduce((sum, item) => sum + item.weight, 0);
      expect(card).toMatchObject({ slug, points, best: Math.max(...items.map((item) => item.points)) });
      expect(card.expected).toBeCloseTo(
        items.reduce((sum, item) => sum + item.points * chance(item.weight), 0),
        6,
      );
    }
  });

  test('is sorted and searched by what is asked, in pages', async () => {
    const api = await testApi();
    await api.db.drizzle.update(cases).set({ added: '2026-11-17' }).where(eq(cases.id, 2));
    await asAdult(api);
    await open(CHEST);
    await countPopularity(api.db);
    const expected: Record<(typeof REWARD_SORTS)[number], (string | undefined)[]> = {
      popular: [chest, drawer, satchel],
      newest: [satchel, drawer, chest],
      'price-asc': [drawer, satchel, chest],
      'price-desc': [chest, satchel, drawer],
      // 94.8, 94.72 and 93.5 percent of the price.
      rating: [chest, drawer, satchel],
    };
    for (const sort of REWARD_SORTS)
      expect(names((await listCases({ 'sort-by': sort })).data), sort).toEqual(expected[sort]);
    expect(names((await listCases()).data)).toEqual(expected.popular);

    expect(names((await listCases({ 'game-name': ' MERGE' })).data)).toEqual([drawer]);
    expect(names((await listCases({ 'game-name': 'house' })).data)).toEqual([chest]);
    expect((await listCases({ 'game-name': '%' })).total).toBe(0);

    const first = await listCases({ per_page: 2, 'sort-by': 'price-asc', 'game-name': 'e' });
    expect(first).toMatchObject({ total: 3, last_page: 2, prev_page_url: null });
    expect(first.next_page_url).toBe('/api/user/cases?game-name=e&sort-by=price-asc&page=2&per_page=2');
    const second = await listCases({ per_page: 2, 'sort-by': 'price-asc', 'game-name': 'e', page: 2 });
    expect(names([...first.data, ...second.data])).toEqual(expected['price-asc']);
    await expect(listCases({ 'sort-by': 'ending' })).rejects.toMatchObject({
      fields: { 'sort-by': expect.stringContaining('popular') },
    });
  });
});

describe('a case', () => {
  test('shows guests its odds, and no draw', async () => {
    await testApi();
    const { name, items, description } = fileOf(DRAWER);
    expect(await getCase(DRAWER)).toMatchObject({
      name,
      items,
      description,
      min_age: 18,
      daily_limit: CASES_PER_DAY,
      left_today: null,
      status: 'sign_in',
      commitment: null,
    });
  });

  test('commits to one draw per player, whichever case and however often it is asked', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
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

  test('says what stands before it, the first thing first, and refuses with the same', async () => {
    const api = await testApi();
    const player = await api.addPlayer(249);
    api.actAs(player);
    const before = await commitment();
    async function expectRefused(code: string, status: number): Promise<void> {
      expect((await getCase(DRAWER)).status).toBe(code);
      await expect(open()).rejects.toMatchObject({ code, status });
      await expectUntouched(249, before);
    }
    await expectRefused('birth_date_needed', 409);
    await saveBirthDate('2008-11-19');
    await expectRefused('too_young', 403);
    api.now = new Date('2026-11-19T00:00:00Z');
    await expectRefused('not_enough_points', 409);
    expect(api.events).toEqual([]);
    await give(api, player.id, 1);
    expect(await getCase(DRAWER)).toMatchObject({ status: 'ready', left_today: CASES_PER_DAY });
    // The draw that was refused before is the one that is opened now: nobody can throw one away.
    const { opening } = await open();
    expect(opening).toMatchObject({ id: before.id, seed_hash: before.seed_hash, nonce: 1 });
  });

  test('that is unknown, malformed or retired isn’t there', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    const given = { commitment_id: id, player_seed: 'x' };
    for (const unknown of [999_999, 2_147_483_648]) {
      await expect(getCase(unknown)).rejects.toMatchObject({ status: 404 });
      await expect(openCase(unknown, given)).rejects.toMatchObject({ status: 404 });
    }
    for (const path of ['0', 'x', '-1']) expect((await api.raw(`/api/user/cases/${path}`)).status).toBe(404);
    await importCatalogue(api.db, { ...readCatalogue(), cases: files.filter((file) => file.id !== DRAWER) });
    await expect(getCase(DRAWER)).rejects.toMatchObject({ status: 404 });
    await expect(openCase(DRAWER, given)).rejects.toMatchObject({ status: 404 });
    expect((await listCases()).data.map((card) => card.id)).not.toContain(DRAWER);
    await expect(openCase(CHEST, given)).resolves.toMatchObject({ opening: { id } });
  });
});

describe('opening', () => {
  test('takes the price, pays the prize, and tells all that the draw was computed from', async () => {
    const api = await testApi();
    const player = await asAdult(api, 1000);
    const before = await commitment();
    const { opening, balance, case: after } = await open(DRAWER, 'Mine:1~');
    await verify(opening);
    expect(opening).toMatchObject({
      id: before.id,
      seed_hash: before.seed_hash,
      nonce: 1,
      player_seed: 'Mine:1~',
      case: { id: DRAWER, name: 'Tile drawer' },
      opened_at: api.now.toISOString(),
    });
    expect(balance).toEqual({ available: 750 + opening.points, pending: 0, reserved: 0, debt: 0 });
    expect(await getBalance()).toEqual(balance);
    expect(after).toEqual(await getCase(DRAWER));
    expect(after).toMatchObject({ left_today: CASES_PER_DAY - 1, commitment: { nonce: 2 } });
    expect(after.commitment?.id).not.toBe(before.id);
    expect(after.commitment?.seed_hash).not.toBe(before.seed_hash);
    expect((await listOpenings()).data).toEqual([opening]);
    expect(api.events).toEqual([{ kind: 'balance', userId: player.id }]);
    expect(api.logged).toEqual([]);
  });

  test('stands in the ledger as two lines, in words', async () => {
    const api = await testApi();
    await asAdult(api, 1000);
    const { opening } = await open();
    const stake = {
      title: 'Tile drawer: opened',
      detail: 'your opening 1',
      points: -250,
      state: 'confirmed',
    };
    const prize = {
      title: `Tile drawer: ${opening.name}`,
      detail: 'your opening 1',
      points: opening.points,
      state: 'confirmed',
    };
    const lines = async (type: 'all' | 'earned' | 'spent' | 'pending' | 'reversed') =>
      (await listTransactions({ type, order: 'oldest' })).data.filter(({ title }) =>
        title.startsWith('Tile'),
      );
    expect(await lines('all')).toMatchObject([stake, prize]);
    // Only both together say what a case brought: a prize alone would look like earnings.
    expect(await lines('spent')).toMatchObject([stake, prize]);
    expect(await lines('earned')).toEqual([]);
    expect(await lines('pending')).toEqual([]);
    expect(await lines('reversed')).toEqual([]);
  });

  test('is done at most ten times a day, over all cases, and goes on the next day', async () => {
    const api = await testApi();
    await asAdult(api);
    for (let at = 1; at <= CASES_PER_DAY; at++) {
      const { opening, case: after } = await open((at % 3) + 1, `seed ${at}`.replace(' ', '-'));
      await verify(opening);
      expect(opening.nonce).toBe(at);
      expect(after.left_today).toBe(CASES_PER_DAY - at);
    }
    const { available } = await getBalance();
    const next = await commitment();
    expect(await getCase(CHEST)).toMatchObject({ status: 'limit_reached', left_today: 0 });
    await expect(open(CHEST)).rejects.toMatchObject({
      status: 409,
      code: 'limit_reached',
      message: expect.stringContaining('midnight UTC'),
    });
    expect(await getBalance()).toMatchObject({ available });
    api.now = new Date('2026-11-18T23:59:59.999Z');
    await expect(open()).rejects.toMatchObject({ code: 'limit_reached' });
    api.now = new Date('2026-11-19T00:00:00Z');
    expect(await getCase(DRAWER)).toMatchObject({
      status: 'ready',
      left_today: CASES_PER_DAY,
      commitment: next,
    });
    expect((await open()).opening).toMatchObject({ id: next.id, nonce: CASES_PER_DAY + 1 });

    const pages = [await listOpenings({ per_page: 8 }), await listOpenings({ per_page: 8, page: 2 })];
    expect(pages[0]).toMatchObject({ total: 11, last_page: 2 });
    expect(pages[0]?.next_page_url).toBe('/api/user/case-openings?page=2&per_page=8');
    expect(pages.flatMap(({ data }) => data.map(({ nonce }) => nonce))).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  test('is not for who owes: what comes back settles that first', async () => {
    const api = await testApi();
    const player = await asAdult(api, 0);
    const wrong = await give(api, player.id, 5000);
    await saveDeliveryDetail(84, 'Mira_k');
    const { order } = await buyReward(84, crypto.randomUUID());
    await api.db.drizzle.transaction((tx) => reverse(tx, wrong, 'taken back', api.now));
    await api.db.drizzle.transaction((tx) => cancelOrder(tx, order?.id ?? 0, 'no such account', api.now));
    expect(await getBalance()).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
    await expect(open()).rejects.toMatchObject({ code: 'not_enough_points' });
  });

  test('needs seeds that are some', async () => {
    const api = await testApi();
    await asAdult(api, 1000);
    const before = await commitment();
    for (const player_seed of ['', 'two words', 'x'.repeat(65), 'naïve', 'ends\n'])
      await expect(openCase(DRAWER, { commitment_id: before.id, player_seed })).rejects.toMatchObject({
        fields: { player_seed: expect.stringContaining('1 to 64') },
      });
    for (const commitment_id of ['', '1', 'x'.repeat(36)])
      await expect(openCase(DRAWER, { commitment_id, player_seed: 'x' })).rejects.toMatchObject({
        fields: { commitment_id: expect.any(String) },
      });
    await expectUntouched(1000, before);
  });
});

describe('a commitment', () => {
  test('opens once: sent again it answers the same, as after an answer that was lost', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    const first = await openCase(DRAWER, { commitment_id: id, player_seed: 'mine' });
    expect(await openCase(DRAWER, { commitment_id: id, player_seed: 'mine' })).toEqual(first);
    // In capitals it is the same one.
    expect(await openCase(DRAWER, { commitment_id: id.toUpperCase(), player_seed: 'mine' })).toEqual(first);
    expect(api.events).toHaveLength(1);
    expect((await listOpenings()).total).toBe(1);
    // Also when the case went away meanwhile, and when no opening is left today.
    await importCatalogue(api.db, { ...readCatalogue(), cases: files.filter((file) => file.id !== DRAWER) });
    for (let at = 1; at < CASES_PER_DAY; at++) await open(CHEST);
    const again = await openCase(DRAWER, { commitment_id: id, player_seed: 'mine' });
    expect(again.opening).toEqual(first.opening);
    expect(again.balance).toEqual(await getBalance());
  });

  test('in capitals from the first is the same one', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    const { opening } = await openCase(DRAWER, { commitment_id: id.toUpperCase(), player_seed: 'mine' });
    expect(opening.id).toBe(id);
    expect(await api.brokenInvariants()).toEqual([]);
  });

  test('that was opened is refused for another seed or case, and takes nothing', async () => {
    const api = await testApi();
    await asAdult(api);
    const { id } = await commitment();
    const { balance } = await openCase(DRAWER, { commitment_id: id, player_seed: 'mine' });
    for (const [caseId, player_seed] of [
      [DRAWER, 'other'],
      [CHEST, 'mine'],
    ] as const)
      await expect(openCase(caseId, { commitment_id: id, player_seed })).rejects.toMatchObject({
        status: 409,
        code: 'commitment_stale',
      });
    expect(await getBalance()).toEqual(balance);
    expect((await listOpenings()).total).toBe(1);
  });

  test('of another player, opened or not, is refused and stays theirs', async () => {
    const api = await testApi();
    const owner = await asAdult(api);
    const { opening } = await open();
    const next = await commitment();
    await asAdult(api, 1000);
    const mine = await commitment();
    for (const commitment_id of [opening.id, next.id, crypto.randomUUID()])
      await expect(
        openCase(DRAWER, { commitment_id, player_seed: opening.player_seed }),
      ).rejects.toMatchObject({
        status: 409,
        code: 'commitment_stale',
      });
    await expectUntouched(1000, mine);
    api.actAs(owner);
    expect((await open()).opening).toMatchObject({ id: next.id, nonce: 2 });
  });

  test('sent fifty times at once is one opening and one charge', { tags: 'both' }, async () => {
    const api = await testApi();
    await asAdult(api, 10_000);
    const given = { commitment_id: (await commitment()).id, player_seed: 'click' };
    const all = await Promise.all(Array.from({ length: 50 }, () => openCase(DRAWER, given)));
    for (const answer of all) expect(answer).toEqual(all[0]);
    const { opening } = all[0] ?? (await open());
    expect(await getBalance()).toMatchObject({ available: 10_000 - 250 + opening.points });
    expect(await api.db.drizzle.$count(caseOpenings)).toBe(1);
    expect(await api.db.drizzle.$count(ledger, eq(ledger.reason, 'stake'))).toBe(1);
    expect(api.events).toHaveLength(1);
  });

  test('sent by fifty tabs with a seed each is one opening, and the others are told', {
    tags: 'both',
  }, async () => {
    const api = await testApi();
    // Enough for one: what the others lack is the draw, not the points.
    await asAdult(api, 250);
    const { id } = await commitment();
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        openCase(DRAWER, { commitment_id: id, player_seed: `tab-${at}` }),
      ),
    );
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(49);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'commitment_stale', status: 409 });
    expect((await listOpenings()).total).toBe(1);
  });

  test('tells its seed to nobody before it is opened', async () => {
    const api = await testApi();
    const player = await asAdult(api, 600);
    const headers = { authorization: `Bearer ${player.token}` };
    const told: string[] = [];
    const hear = async (path: string, body?: object) => {
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
      told.push(await (await api.raw(path, { headers, ...init })).text());
    };
    const seedNow = async () => (await api.db.drizzle.select().from(caseCommitments))[0]?.seed ?? 'none';
    const first = await commitment();
    const seeds = [await seedNow()];
    await hear('/api/user/cases');
    await hear(`/api/user/cases/${DRAWER}`);
    await hear(`/api/user/cases/${CHEST}/open`, { commitment_id: first.id, player_seed: 'x' });
    await hear(`/api/user/cases/${DRAWER}/open`, { commitment_id: crypto.randomUUID(), player_seed: 'x' });
    expect(told.at(-1)).toContain('commitment_stale');
    expect(told.at(-2)).toContain('not_enough_points');
    for (const text of told) expect(text).not.toContain(seeds[0]);
    await hear(`/api/user/cases/${DRAWER}/open`, { commitment_id: first.id, player_seed: 'x' });
    expect(told.at(-1)).toContain(seeds[0]);
    seeds.push(await seedNow());
    await hear('/api/user/case-openings');
    await hear(`/api/user/cases/${DRAWER}`);
    await hear('/api/user/dashboard/transactions');
    await hear(`/api/user/specific-user/${player.id}`);
    for (const text of told) expect(text).not.toContain(seeds[1]);
    expect(seeds[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(seeds[1]).not.toBe(seeds[0]);
  });
});

test("openings are the caller's own alone", async () => {
  const api = await testApi();
  await asAdult(api);
  await open();
  await asAdult(api);
  expect(await listOpenings()).toMatchObject({ data: [], total: 0 });
});

test('players who open at once don’t disturb each other', { tags: 'both' }, async () => {
  const api = await testApi();
  const given: { token: string; commitment_id: string }[] = [];
  for (let at = 0; at < 12; at++) {
    const { token } = await asAdult(api, 5000);
    given.push({ token, commitment_id: (await commitment()).id });
  }
  const responses = await Promise.all(
    given.map(({ token, commitment_id }) =>
      api.send(token, 'POST', `/api/user/cases/${DRAWER}/open`, { commitment_id, player_seed: 'x' }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(given.map(() => 200));
  expect(await api.db.drizzle.$count(caseOpenings)).toBe(12);
});
