/** Rounds played before signing in: what one earns for the account that keeps it, and every attempt to earn more. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { guestRounds, playDays, rounds, users } from '../../../server/db/schema.ts';
import { type Played, playMerge } from '../../../server/db/seed-players.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { getPlayBudget } from '../../../src/lib/contract/arcade/play-budget.ts';
import {
  finishSession,
  getDailyLeaderboard,
  startGuestSession,
  startSession,
} from '../../../src/lib/contract/arcade/rounds.ts';
import { GUEST_ROUND_MINUTES, PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const MERGE = 1;
const FIRST_ROUND = 110;
const newKey = () => crypto.randomUUID();

interface Ticket {
  readonly id: string;
  readonly played: Played;
}

const merge = (seed: number) => playMerge(seed, ({ moves }) => moves >= 25);

/** Begins a round as a guest. */
async function beginAsGuest(api: TestApi, play = merge, daily = false): Promise<Ticket> {
  api.actAs(null);
  const { id, seed } = await request(startGuestSession, { params: { id: MERGE }, body: { daily } });
  return { id, played: play(seed) };
}

/** Plays one to its end. */
async function playAsGuest(api: TestApi, play = merge, daily = false): Promise<Ticket> {
  const ticket = await beginAsGuest(api, play, daily);
  pass(api, ticket.played.lasted);
  return ticket;
}

function keep(api: TestApi, player: Player, { id, played }: Ticket, key = newKey()) {
  api.actAs(player);
  return request(finishSession, { params: { id }, body: played, idempotencyKey: key });
}

async function availableOf(api: TestApi, player: Player): Promise<number> {
  api.actAs(player);
  return (await request(getBalance, {})).balance.available;
}

/** A round that the account itself begins. */
async function begin(api: TestApi, player: Player): Promise<Ticket> {
  api.actAs(player);
  const { id, seed } = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
  return { id, played: merge(seed) };
}

describe('a round from before signing in', () => {
  test('counts like a round of the account that keeps it: quests, score, streak, and the same answer again', async () => {
    const api = await testApi();
    const ticket = await playAsGuest(api);
    const player = await api.addPlayer();
    const key = newKey();
    const answer = await keep(api, player, ticket, key);
    expect(answer).toMatchObject({
      credited: FIRST_ROUND,
      capped: false,
      result: { score: ticket.played.score },
      balance: { available: FIRST_ROUND },
    });
    expect(await keep(api, player, ticket, key)).toEqual(answer);
    expect(await endOf(keep(api, player, ticket))).toBe('session_finished');
    expect((await request(listTransactions, {})).data).toHaveLength(2);
    expect(await api.db.drizzle.select().from(playDays)).toMatchObject([{ playedMs: ticket.played.lasted }]);
    expect(await api.db.drizzle.$count(guestRounds)).toBe(0);
  });

  test('pays what the guest was promised: within the welcome, the day and what the site has left', async () => {
    for (const change of [{}, { welcome: 30, daily: 20 }, { siteDaily: 70 }, { siteDaily: 0 }]) {
      const api = await testApi({ playBudget: { ...PLAY_BUDGET, ...change } });
      const ticket = await playAsGuest(api);
      const { left, used_up } = await request(getPlayBudget, {});
      const { credited, capped } = await keep(api, await api.addPlayer(), ticket);
      expect(credited).toBe(Math.min(FIRST_ROUND, left));
      expect(capped).toBe(left < FIRST_ROUND);
      expect(used_up).toBe(left === 0);
    }
  });

  test('leaves its place to another one if it is refused because we updated the game', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const old = await playAsGuest(api);
    await api.db.drizzle.update(guestRounds).set({ version: 0 });
    for (const _ of ['', 'and again']) expect(await endOf(keep(api, player, old))).toBe('round_refused');
    expect(await keep(api, player, await playAsGuest(api))).toMatchObject({ credited: FIRST_ROUND });
    expect(await endOf(keep(api, player, await playAsGuest(api)))).toBe('round_refused');
  });

  test('takes the account’s place if it is forged', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const ticket = await playAsGuest(api);
    const forged = { ...ticket, played: { ...ticket.played, score: 1_000_000 } };
    for (const round of [forged, await playAsGuest(api)])
      expect(await endOf(keep(api, player, round))).toBe('round_refused');
    expect(await availableOf(api, player)).toBe(0);
  });

  test('on the seed of the day is ranked that day, as if the account had played the daily challenge', async () => {
    const api = await testApi();
    const first = await api.addPlayer();
    api.actAs(first);
    const shared = await request(startSession, { params: { id: MERGE }, body: { daily: true } });
    await keep(api, first, await playAsGuest(api));
    const { mine, players } = await request(getDailyLeaderboard, { params: { id: MERGE } });
    expect([mine, players], 'a round on its own seed isn’t ranked').toEqual([null, 0]);
    const seeds: number[] = [];
    const merges = (seed: number) => {
      seeds.push(seed);
      return merge(seed);
    };
    const ticket = await playAsGuest(api, merges, true);
    expect(seeds).toEqual([shared.seed]);
    const { credited, result } = await keep(api, await api.addPlayer(), ticket);
    expect(credited).toBe(FIRST_ROUND);
    expect(await request(getDailyLeaderboard, { params: { id: MERGE } })).toMatchObject({
      players: 1,
      mine: { place: 1, score: result.score },
    });
  });

  test('counts for the day on which it began, even if it is kept after midnight', async () => {
    const api = await testApi();
    api.now = new Date('2026-11-18T23:55:00Z');
    const ticket = await playAsGuest(api, merge, true);
    pass(api, 10 * MINUTE);
    await keep(api, await api.addPlayer(), ticket);
    expect((await request(getDailyLeaderboard, { params: { id: MERGE } })).players).toBe(0);
    expect(await api.db.drizzle.select({ daily: rounds.daily }).from(rounds)).toEqual([
      { daily: '2026-11-18' },
    ]);
  });

  test('is deleted after a day if no one claimed it', async () => {
    const api = await testApi();
    await beginAsGuest(api);
    await forgetOld(api.db, api.now);
    expect(await api.db.drizzle.$count(guestRounds)).toBe(1);
    pass(api, DAY + 1);
    await forgetOld(api.db, api.now);
    expect(await api.db.drizzle.$count(guestRounds)).toBe(0);
  });

  test('can be begun a limited number of times from one address, and only in our games', async () => {
    const api = await testApi({ rateLimit: true });
    const calls = Array.from({ length: 31 }, () =>
      endOf(request(startGuestSession, { params: { id: MERGE }, body: {} })),
    );
    expect((await Promise.all(calls)).toSorted()).toEqual([...Array(30).fill('done'), 'too_many_requests']);
    pass(api, 10 * MINUTE);
    for (const id of [101, 999_999])
      expect(await endOf(request(startGuestSession, { params: { id }, body: {} })), String(id)).toBe(
        'not_found',
      );
  });
});

/** What is tried, its result, and what the account has then. */
interface Abuse {
  readonly end: string;
  readonly points?: number;
  /** Does it; the last call is the one that is rejected. */
  readonly run: (api: TestApi, player: Player) => Promise<unknown>;
}

const abuses: Readonly<Record<string, Abuse>> = {
  'a second one for the same account': {
    end: 'round_refused',
    points: FIRST_ROUND,
    async run(api, player) {
      const tickets = [await playAsGuest(api), await playAsGuest(api)] as const;
      await keep(api, player, tickets[0]);
      return keep(api, player, tickets[1]);
    },
  },
  'one that another account has kept': {
    end: 'not_found',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      await keep(api, await api.addPlayer(), ticket);
      return keep(api, player, ticket);
    },
  },
  'one that another account has tried and was refused': {
    end: 'not_found',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      const forged = { ...ticket, played: { ...ticket.played, score: 1_000_000 } };
      expect(await endOf(keep(api, await api.addPlayer(), forged))).toBe('round_refused');
      return keep(api, player, ticket);
    },
  },
  'one that nobody began': {
    end: 'not_found',
    async run(api, player) {
      return keep(api, player, { id: newKey(), played: merge(1) });
    },
  },
  'one that lasted longer than the time since it began': {
    end: 'round_refused',
    run: async (api, player) => keep(api, player, await beginAsGuest(api)),
  },
  'one that lasted longer than a round may': {
    end: 'session_expired',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      pass(api, 61 * MINUTE);
      const late = ticket.played.inputs.map(([at, act]): [number, number] => [at + 60 * MINUTE, act]);
      return keep(api, player, { ...ticket, played: { ...ticket.played, inputs: late } });
    },
  },
  'one whose time to be kept is over': {
    end: 'session_expired',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      pass(api, GUEST_ROUND_MINUTES * MINUTE);
      return keep(api, player, ticket);
    },
  },
  'one at a pace that no hand has': {
    end: 'round_refused',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      const fast = ticket.played.inputs.map(([, act], at): [number, number] => [(at + 1) * 39, act]);
      return keep(api, player, { ...ticket, played: { ...ticket.played, inputs: fast } });
    },
  },
  'one by rules that are no more': {
    end: 'round_refused',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      await api.db.drizzle.update(guestRounds).set({ version: 0 });
      return keep(api, player, ticket);
    },
  },
  'one for a suspended account': {
    end: 'suspended',
    async run(api, player) {
      const ticket = await playAsGuest(api);
      const change = { suspendedAt: api.now, suspendedFor: 'For a test of it.' };
      await api.db.drizzle.update(users).set(change).where(eq(users.id, player.id));
      const end = keep(api, player, ticket);
      await end.catch(() => undefined);
      // Lifted again, because the audit log has no line for this suspension.
      await api.db.drizzle.update(users).set({ suspendedAt: null, suspendedFor: null });
      return end;
    },
  },
  'one played while the account’s own round was, which is counted': {
    end: 'round_refused',
    points: FIRST_ROUND,
    async run(api, player) {
      const own = await begin(api, player);
      const ticket = await beginAsGuest(api);
      pass(api, own.played.lasted + ticket.played.lasted);
      await keep(api, player, own);
      return keep(api, player, ticket);
    },
  },
  'one during which the account began a round of its own': {
    end: 'round_refused',
    async run(api, player) {
      const ticket = await beginAsGuest(api);
      pass(api, 10);
      await begin(api, player);
      pass(api, ticket.played.lasted);
      return keep(api, player, ticket);
    },
  },
  'and then the account’s own round, which was played at the same time': {
    end: 'round_refused',
    points: FIRST_ROUND,
    async run(api, player) {
      const own = await begin(api, player);
      const ticket = await beginAsGuest(api);
      pass(api, own.played.lasted + ticket.played.lasted);
      await keep(api, player, ticket);
      return keep(api, player, own);
    },
  },
};

describe('earns no more through', () => {
  test.for(Object.entries(abuses))('%s', async ([, { end, points = 0, run }]) => {
    const api = await testApi();
    const player = await api.addPlayer();
    expect(await endOf(run(api, player))).toBe(end);
    expect(await availableOf(api, player)).toBe(points);
  });

  test('ten accounts that keep the same one concurrently: one of them gets it', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const ticket = await playAsGuest(api);
    const players = [];
    while (players.length < 10) players.push(await api.addPlayer());
    const ends = await endsOf(players.map((player) => keep(api, player, ticket)));
    expect(ends.toSorted()).toEqual(['done', ...Array(9).fill('not_found')]);
  });

  test('ten tickets that one account keeps concurrently: one counts', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const tickets = [];
    while (tickets.length < 10) tickets.push(await beginAsGuest(api));
    pass(api, Math.max(...tickets.map(({ played }) => played.lasted)));
    const player = await api.addPlayer();
    const ends = await endsOf(tickets.map((ticket) => keep(api, player, ticket)));
    expect(ends.toSorted()).toEqual(['done', ...Array(9).fill('round_refused')]);
    expect(await availableOf(api, player)).toBe(FIRST_ROUND);
    // The others still belong to no account.
    expect(await api.db.drizzle.$count(guestRounds)).toBe(9);
  });

  test('a ticket that is sent fifty times concurrently', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const ticket = await playAsGuest(api);
    const player = await api.addPlayer();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => keep(api, player, ticket, key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await availableOf(api, player)).toBe(FIRST_ROUND);
  });

  test('a ticket that is already a round, which the database would reject', async () => {
    const api = await testApi();
    const ticket = await playAsGuest(api);
    await keep(api, await api.addPlayer(), ticket);
    const [kept] = await api.db.drizzle.select().from(rounds);
    if (!kept) return expect.fail('it was not kept');
    const { id, gameId, seed, version, startedAt } = kept;
    await api.db.drizzle.insert(guestRounds).values({ id, gameId, seed, version, startedAt });
    expect(await api.brokenInvariants()).toEqual([expect.stringContaining(id)]);
    await api.db.drizzle.delete(guestRounds);
  });
});
