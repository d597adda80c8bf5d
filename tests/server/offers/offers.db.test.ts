/** Partners' offers as players see them: the list, the click, its timeline, disputes and figures. */

import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clicks, disputes, notifications, offers, partners, users } from '../../../server/db/schema.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { importOffers } from '../../../server/features/offers/import.ts';
import { answerOfferDispute } from '../../../server/features/offers/offer-disputes.ts';
import { countPayouts } from '../../../server/features/offers/payouts.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import type { Query } from '../../../src/lib/contract/call.ts';
import {
  appealOffer,
  disputeOffer,
  getOffer,
  getPayouts,
  listOffers,
  openOffer,
} from '../../../src/lib/contract/offers/offers.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { type Player, playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { reported } from '../../support/partner.ts';
import { DAY, HOUR, later, pass } from '../../support/time.ts';

const ATLAS = 2;
const BUDGET = 3;
const files = readOffers();
const LEAGUE = files.offers.find(({ id }) => id === 1);

const demoPartnerUrl = 'http://localhost:4400/offer/{offer}?click={click}';

/** The same player, signed in again: sessions end before offers do. */
async function signInAgain(api: TestApi, player: Player): Promise<void> {
  api.actAs({ ...player, token: await createToken(api.db.drizzle, player.id, 'a test', api.now) });
}

async function start(): Promise<{ api: TestApi; player: Player }> {
  const { api, player } = await playerApi();
  return { api, player };
}

async function open(offer = ATLAS) {
  const { mine } = (await request(openOffer, { params: { id: offer } })).offer;
  if (!mine) throw new Error('there is no click');
  return mine;
}

const credit = (click: string, transaction = 'T1') => ({ kind: 'credit', transaction, click });
const milestone = (click: string, code: string) => ({
  kind: 'milestone',
  transaction: `M-${code}`,
  click,
  milestone: code,
});
const reversal = (reference = 'T1', transaction = 'R1') => ({ kind: 'reversal', transaction, reference });

const listed = async (query: Query<typeof listOffers> = {}) =>
  (await request(listOffers, { query })).data.map(({ id }) => id);

describe('the list', () => {
  test('lists each offer of the files with payout, requirements and partner, and only measured figures', async () => {
    await start();
    const { data, total } = await request(listOffers, {});
    expect(total).toBe(files.offers.length);
    const sums = data.map(({ points }) => points);
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    expect(data.find(({ id }) => id === 1)).toEqual({
      id: 1,
      slug: 'lighthouse-league',
      name: LEAGUE?.name,
      kind: 'game',
      summary: LEAGUE?.summary,
      partner: { id: 'demo', name: 'Demo partner', demo: true },
      points: 6400 + 350 + 1200,
      devices: ['mobile'],
      spend_cents: 0,
      state: 'new',
      figures: null,
    });
    for (const { description } of files.offers) expect(description).toContain('demo partner');
  });

  test('is paged, and shows the offers that the player has opened, even once they are off the list', async () => {
    const { api } = await start();
    expect(await request(listOffers, { query: { show: 'started' } })).toMatchObject({ data: [], total: 0 });
    await open(ATLAS);
    pass(api, 1000);
    await open(4);
    const others = files.offers.filter(({ id }) => id !== ATLAS);
    await importOffers(api.db, { ...files, offers: others }, 'http://x/{click}');
    expect(await listed({ show: 'started' })).toEqual([4, ATLAS]);
    expect(await listed()).not.toContain(ATLAS);
    expect(await request(listOffers, { query: { per_page: 2, page: 9 } })).toMatchObject({
      data: [],
      total: others.length,
    });
    expect(await endOf(request(listOffers, { query: { show: 'best' } }))).toBe('invalid: show');
    // A player who opened it can go on, and others find nothing.
    expect((await request(openOffer, { params: { id: ATLAS } })).offer.open.allowed).toBe(true);
    api.actAs(await api.addPlayer());
    expect(await endOf(request(getOffer, { params: { id: ATLAS } }))).toBe('not_found');
    expect(await endOf(request(openOffer, { params: { id: ATLAS } }))).toBe('not_found');
    // Nor are there offers of an inactive partner.
    await api.db.drizzle.update(partners).set({ active: false });
    for (const query of [{}, { per_page: 2, page: 9 }])
      expect(await request(listOffers, { query })).toMatchObject({ data: [], total: 0, last_page: 1 });
  });

  test('is empty in production, and removes a demo partner that was there', async () => {
    const api = await testApi();
    await importOffers(api.db, files, null);
    expect(await api.db.drizzle.$count(offers, eq(offers.active, true))).toBe(0);
    expect(await reported(api, reversal())).toBe('403 signature_refused');
  });
});

describe('opening', () => {
  test('makes one click of the account’s own, however often and from how many tabs', {
    tags: 'concurrent',
  }, async () => {
    const { api, player } = await start();
    const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => open()));
    const [click] = await api.db.drizzle.select().from(clicks);
    expect(click).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), userId: player.id });
    expect(first).toMatchObject({
      click_id: click?.id,
      url: `http://localhost:4400/offer/2?click=${click?.id}`,
      opened_at: api.now.toISOString(),
      deadline_at: later(api, 14 * DAY).toISOString(),
      timeline: [{ event: 'opened' }],
      why: expect.stringContaining('hasn’t reported anything yet'),
      dispute: null,
    });
    for (const other of others) expect(other).toEqual(first);
    api.actAs(await api.addPlayer());
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.mine).toBeNull();
    expect((await open()).click_id).not.toBe(click?.id);
  });

  test('is limited to the offer’s countries, if they are known, and to its time', async () => {
    const { api, player } = await start();
    const live = async (country: string) =>
      api.db.drizzle.update(users).set({ country }).where(eq(users.id, player.id));
    const all = await Promise.all(
      (await listed({ per_page: 100 })).map(
        async (id) => (await request(getOffer, { params: { id } })).offer,
      ),
    );
    const limited = all.filter(({ requirements }) => requirements.countries !== null);
    expect(limited.length).toBeGreaterThan(1);
    for (const { open, id, requirements } of all)
      expect([open.allowed, open.needs], `${id} without a country`).toEqual(
        requirements.countries ? [false, 'country'] : [true, null],
      );
    await expect(request(openOffer, { params: { id: BUDGET } })).rejects.toMatchObject({
      code: 'offer_closed',
      message: expect.stringContaining('Choose your country in your settings'),
    });
    for (const [country, allowed] of [
      ['BR', false],
      ['DE', true],
    ] as const) {
      await live(country);
      for (const { id } of limited)
        expect((await request(getOffer, { params: { id } })).offer.open).toMatchObject({
          allowed,
          needs: null,
        });
    }
    await live('BR');
    await expect(request(openOffer, { params: { id: BUDGET } })).rejects.toMatchObject({
      code: 'offer_closed',
      message: 'This offer isn’t available in Brazil, your account’s country.',
    });
    await live('PL');
    await open(BUDGET);
    pass(api, 31 * DAY);
    await signInAgain(api, player);
    await expect(request(openOffer, { params: { id: BUDGET } })).rejects.toMatchObject({
      message: 'Your time for this offer has run out.',
    });
    expect(await endOf(request(openOffer, { params: { id: 999 } }))).toBe('not_found');
  });
});

describe('a started offer', () => {
  /** Every term of the file changed, except its partner. */
  const changed = (id: number) => ({
    partners: files.partners.map((one) => ({ ...one, holds: [{ up_to_cents: null, hours: 8760 }] })),
    offers: files.offers.map((offer) =>
      offer.id === id
        ? {
            ...offer,
            goal: 'Something else',
            points: 7,
            milestones: [],
            requirements: {
              new_users_only: !offer.requirements.new_users_only,
              spend_cents: 999,
              deadline_days: 1,
              devices: ['mobile' as const],
              countries: ['PL'],
            },
          }
        : offer,
    ),
  });

  test('keeps the terms it was started with, on its page, in the list, in payments and in answers to reports', async () => {
    const { api, player } = await start();
    await api.db.drizzle.update(users).set({ country: 'US' }).where(eq(users.id, player.id));
    await open();
    const before = (await request(getOffer, { params: { id: ATLAS } })).offer;
    const card = (await request(listOffers, { query: { show: 'started' } })).data;
    await importOffers(api.db, changed(ATLAS), demoPartnerUrl);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toEqual(before);
    expect((await request(openOffer, { params: { id: ATLAS } })).offer).toEqual(before);
    expect((await request(listOffers, { query: { show: 'started' } })).data).toEqual(card);
    await reported(api, credit(before.mine?.click_id ?? ''));
    expect((await request(listTransactions, {})).data[0]).toMatchObject({
      title: 'Teacup Atlas: Uncover 12 maps',
      points: 900,
      releases_at: later(api, DAY).toISOString(),
    });
    const after = (await request(getOffer, { params: { id: ATLAS } })).offer;
    expect(after.mine?.timeline.at(-1)).toMatchObject({ what: 'Uncover 12 maps', points: 900 });
    // Whoever starts it now gets the new ones.
    const other = await api.addPlayer();
    await api.db.drizzle.update(users).set({ country: 'PL' }).where(eq(users.id, other.id));
    api.actAs(other);
    await open();
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      points: 7,
      goal: { name: 'Something else' },
      requirements: { spend_cents: 999 },
      holds: [{ hours: 8760 }],
    });
  });

  test('that the release before opened has today’s terms', async () => {
    const { api } = await start();
    await open();
    const before = (await request(getOffer, { params: { id: ATLAS } })).offer;
    await api.db.drizzle.update(clicks).set({ terms: null });
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toEqual(before);
  });

  test('never goes to another partner: the import rejects the file', async () => {
    const { api } = await start();
    const [demo] = files.partners;
    if (!demo) throw new Error('there is no partner');
    const partners = [...files.partners, { ...demo, id: 'other' }];
    const offers = files.offers.map((offer) => (offer.id === ATLAS ? { ...offer, partner: 'other' } : offer));
    await expect(importOffers(api.db, { partners, offers }, demoPartnerUrl)).rejects.toThrow(
      'partner: the offer 2 was imported with the partner "demo"',
    );
  });
});

describe('the timeline', () => {
  test('goes from opened through tracked and milestones to credited, and says what is missing', async () => {
    const { api } = await start();
    const { click_id } = await open();
    pass(api, HOUR);
    await reported(api, milestone(click_id, 'installed'));
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'tracked',
      milestones: [{ state: 'noted' }, { state: 'open' }],
      mine: {
        why: 'Demo partner is tracking your progress. Not reported yet: “Uncover 3 maps”, “Uncover 12 maps”. You have until 2 December 2026.',
      },
    });
    pass(api, HOUR);
    await reported(api, milestone(click_id, 'map_3'));
    pass(api, HOUR);
    await reported(api, credit(click_id));
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'pending',
      mine: {
        timeline: [
          { event: 'opened', points: null, state: null },
          { event: 'tracked', points: null, state: null },
          { event: 'milestone', points: null, state: null },
          { event: 'milestone', points: 150, state: 'pending' },
          { event: 'credited', points: 900, state: 'pending', releases_at: later(api, DAY).toISOString() },
        ],
        why: expect.stringContaining('unlock on 19 November 2026'),
      },
    });
    pass(api, 2 * DAY);
    await releaseHolds(api.db, api.now);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'credited',
      goal: { state: 'confirmed' },
    });
    await reported(api, { ...reversal(), reason: 'not a new user' });
    const { offer } = await request(getOffer, { params: { id: ATLAS } });
    expect(offer).toMatchObject({
      state: 'reversed',
      goal: { state: 'reversed' },
      mine: { why: 'Demo partner reversed it. They wrote: “not a new user”' },
    });
    expect(offer.mine?.timeline.at(-1)).toMatchObject({
      event: 'reversed',
      points: -900,
      reason: 'not a new user',
    });
  });

  test('says why it wasn’t credited: late, or never reported', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await open(4);
    pass(api, 15 * DAY);
    expect((await request(getOffer, { params: { id: 4 } })).offer).toMatchObject({
      state: 'ended',
      mine: { why: expect.stringContaining('by the deadline, 20 November 2026') },
    });
    await reported(api, credit(click_id));
    const { mine } = (await request(getOffer, { params: { id: ATLAS } })).offer;
    expect(mine?.timeline.at(-1)).toMatchObject({ event: 'late', points: null });
    expect(mine?.why).toContain('after the deadline, 2 December 2026');
  });

  test('explains the goal by its own reports, not by those of its milestones', async () => {
    const { api } = await start();
    const why = async () => (await request(getOffer, { params: { id: ATLAS } })).offer.mine?.why;
    const { click_id } = await open();
    await reported(api, milestone(click_id, 'map_3'));
    await reported(api, credit(click_id));
    await reported(api, credit(click_id, 'T2'));
    expect(await why()).toContain('unlock on 19 November 2026');
    await reported(api, { ...reversal('T2', 'R2'), reason: 'sent twice' });
    await reported(api, { ...reversal(), reason: 'not a new user' });
    await reported(api, { ...reversal('M-map_3', 'R3'), reason: 'the maps were shared' });
    expect(await why()).toBe('Demo partner reversed it. They wrote: “not a new user”');

    api.actAs(await api.addPlayer());
    const second = await open();
    pass(api, 15 * DAY);
    await reported(api, { ...milestone(second.click_id, 'map_3'), transaction: 'M2' });
    expect(await why()).toContain('didn’t report “Uncover 12 maps” by the deadline');
  });
});

describe('a dispute', () => {
  const PROOF = 'I uncovered the twelfth map on Tuesday, my name there is mira_k.';

  /** Opens a dispute, which an operator decides with `answer`. */
  async function dispute(api: TestApi) {
    const { mine } = (await request(disputeOffer, { params: { id: ATLAS }, body: { proof: PROOF } })).offer;
    const disputeId = mine?.dispute?.id ?? 0;
    const text = 'We asked the partner, and this is so.';
    return (accept: boolean) =>
      api.db.drizzle.transaction((tx) =>
        answerOfferDispute(tx, { disputeId, accept, answer: text, at: api.now }),
      );
  }

  async function disputed() {
    const { api, player } = await start();
    const { click_id } = await open();
    pass(api, DAY);
    return { api, player, click_id, answer: await dispute(api) };
  }

  test('can be opened a day after the offer, once, until two months after its deadline', {
    tags: 'concurrent',
  }, async () => {
    const { api, player } = await start();
    expect(await open()).toMatchObject({
      dispute_from: later(api, DAY).toISOString(),
      dispute_until: later(api, 74 * DAY).toISOString(),
      can_dispute: false,
      expired: false,
    });
    expect(await endOf(request(disputeOffer, { params: { id: ATLAS }, body: { proof: PROOF } }))).toBe(
      'dispute_closed',
    );
    pass(api, DAY);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.mine).toMatchObject({
      can_dispute: true,
    });
    await expect(
      request(disputeOffer, { params: { id: ATLAS }, body: { proof: 'too short' } }),
    ).rejects.toMatchObject({
      fields: { proof: 'Please write at least 20 characters.' },
    });
    const due_at = later(api, 5 * DAY).toISOString();
    for (const { offer } of await Promise.all(
      Array.from({ length: 5 }, () =>
        request(disputeOffer, { params: { id: ATLAS }, body: { proof: PROOF } }),
      ),
    ))
      expect(offer.mine).toMatchObject({
        dispute_until: null,
        dispute: { state: 'open', proof: PROOF, due_at },
      });
    expect(await api.db.drizzle.$count(disputes)).toBe(1);
    expect(
      await endOf(request(disputeOffer, { params: { id: ATLAS }, body: { proof: `${PROOF} And more.` } })),
    ).toBe('dispute_closed');
    await open(4);
    pass(api, 63 * DAY);
    await signInAgain(api, player);
    expect(await endOf(request(disputeOffer, { params: { id: 4 }, body: { proof: PROOF } }))).toBe(
      'dispute_closed',
    );
  });

  test('is possible for two months after the goal was taken back, whatever was taken back before', async () => {
    const { api, player } = await start();
    const { click_id } = await open();
    pass(api, 3 * DAY);
    await reported(api, milestone(click_id, 'map_3'));
    await reported(api, reversal('M-map_3', 'R3'));
    const inTime = { at: api.now.toISOString() };
    pass(api, 17 * DAY);
    await reported(api, { ...credit(click_id), ...inTime });
    pass(api, 70 * DAY);
    await reported(api, reversal());
    await signInAgain(api, player);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.mine).toMatchObject({
      dispute_from: api.now.toISOString(),
      dispute_until: later(api, 60 * DAY).toISOString(),
      can_dispute: true,
    });
    // A reversal that came first counts from when there was something to take back.
    api.actAs(await api.addPlayer());
    const second = await open();
    await reported(api, reversal('T2', 'R2'));
    const soon = { at: later(api, DAY).toISOString() };
    pass(api, 20 * DAY);
    await reported(api, { ...credit(second.click_id, 'T2'), ...soon });
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.mine?.dispute_until).toBe(
      later(api, 60 * DAY).toISOString(),
    );
  });

  test('isn’t possible for an offer that is credited, was never opened, or is another player’s', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await reported(api, credit(click_id));
    pass(api, DAY);
    const tries = () =>
      endsOf(
        [ATLAS, 4].map((offer) => request(disputeOffer, { params: { id: offer }, body: { proof: PROOF } })),
      );
    expect(await tries()).toEqual(['dispute_closed', 'not_found']);
    api.actAs(await api.addPlayer());
    expect(await tries()).toEqual(['not_found', 'not_found']);
  });

  test('that is accepted pays immediately, and a credit that comes after it pays nothing more', async () => {
    const { api, player, click_id, answer } = await disputed();
    expect(await answer(true)).toEqual({ userId: player.id, offerId: ATLAS, points: 900 });
    expect(await answer(true)).toBeNull();
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'credited',
      mine: { dispute: { state: 'accepted' } },
    });
    expect((await request(listOffers, { query: { show: 'started' } })).data).toMatchObject([
      { state: 'credited' },
    ]);
    expect(await reported(api, credit(click_id))).toBe('recorded credited');
    expect(await reported(api, credit(click_id, 'T2'))).toBe('recorded repeated');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 900, pending: 0 });
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'credited',
      goal: { state: 'confirmed' },
    });
    expect((await request(listTransactions, {})).total).toBe(1);
  });

  test.each([
    ['credit', (click: string) => [credit(click), reversal()], ['recorded credited', 'recorded reversed']],
    ['reversal', (click: string) => [reversal(), credit(click)], ['recorded waiting', 'recorded credited']],
  ])(
    'is reversed with the credit that the partner sent for it, and allows a new credit; first the %s',
    async (_, reports, said) => {
      const { api, player, click_id, answer } = await disputed();
      await answer(true);
      for (const [at, fields] of reports(click_id).entries())
        expect(await reported(api, fields)).toBe(said[at]);
      expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 0, debt: 0 });
      expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
        state: 'reversed',
        goal: { state: 'reversed' },
        mine: { why: expect.stringContaining('reversed it') },
      });
      expect((await request(listOffers, { query: { show: 'started' } })).data).toMatchObject([
        { state: 'reversed' },
      ]);
      expect(await api.db.drizzle.$count(notifications, eq(notifications.userId, player.id))).toBe(2);
      expect(await reported(api, reversal('T1', 'R2'))).toBe('recorded repeated');
      expect(await reported(api, credit(click_id, 'T2'))).toBe('recorded credited');
      expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 900 });
    },
  );

  test('stays valid if what was reported before is reversed again, and is taken back with a later credit, even a late one', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await reported(api, credit(click_id));
    expect(await reported(api, reversal())).toBe('recorded reversed');
    const answer = await dispute(api);
    await answer(true);
    const late = { ...credit(click_id, 'T2'), at: later(api, 20 * DAY).toISOString() };
    expect(await reported(api, late)).toBe('recorded credited');
    expect(await reported(api, reversal('T1', 'R2'))).toBe('recorded repeated');
    expect((await request(getBalance, {})).balance.available).toBe(900);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.state).toBe('credited');
    expect(await reported(api, reversal('T2', 'R3'))).toBe('recorded reversed');
    expect((await request(getBalance, {})).balance.available).toBe(0);
  });

  test('is taken back with its credit, and another credit that stands is paid instead', async () => {
    const { api, click_id, answer } = await disputed();
    await answer(true);
    await reported(api, credit(click_id));
    expect(await reported(api, credit(click_id, 'T2'))).toBe('recorded repeated');
    expect(await reported(api, reversal())).toBe('recorded reversed');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 900, debt: 0 });
  });

  test('that is accepted after the partner has credited it pays nothing more', async () => {
    const { api, click_id, answer } = await disputed();
    await reported(api, credit(click_id));
    await answer(true);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 900 });
  });

  test('over a milestone is about that milestone alone, in its window, its payment and its reports', async () => {
    const { api, player } = await start();
    const { click_id } = await open();
    await reported(api, credit(click_id));
    pass(api, DAY);
    const seen = async () => (await request(getOffer, { params: { id: ATLAS } })).offer;
    // The first milestone pays nothing, and the goal is credited.
    expect((await seen()).mine?.dispute_steps).toEqual([{ milestone: 'map_3', name: 'Uncover 3 maps' }]);
    const send = (code: string | null) =>
      request(disputeOffer, { params: { id: ATLAS }, body: { proof: PROOF, milestone: code } });
    for (const code of [null, 'installed', 'nine']) expect(await endOf(send(code))).toBe('dispute_closed');
    const { mine } = (await send('map_3')).offer;
    expect(mine).toMatchObject({ dispute: { milestone: 'map_3' }, dispute_steps: [], can_dispute: false });
    expect((await send('map_3')).offer.mine).toEqual(mine);
    const disputeId = mine?.dispute?.id ?? 0;
    const accept = () =>
      api.db.drizzle.transaction((tx) =>
        answerOfferDispute(tx, { disputeId, accept: true, answer: 'It was reached.', at: api.now }),
      );
    expect(await accept()).toEqual({ userId: player.id, offerId: ATLAS, points: 150 });
    expect((await seen()).milestones).toMatchObject([{ state: 'open' }, { state: 'confirmed' }]);
    expect((await seen()).goal.state).toBe('pending');
    expect((await request(listTransactions, {})).data[0]).toMatchObject({
      title: 'Teacup Atlas: Uncover 3 maps',
      points: 150,
    });
    // The partner's own report of it pays nothing more, and takes the payment back with its reversal.
    expect(await reported(api, milestone(click_id, 'map_3'))).toBe('recorded credited');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 150, pending: 900 });
    expect(await api.brokenInvariants()).toEqual([]);
    expect(await reported(api, reversal('M-map_3', 'R3'))).toBe('recorded reversed');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0, pending: 900 });
    expect((await seen()).milestones).toMatchObject([{ state: 'open' }, { state: 'reversed' }]);
  });

  test('over the goal leaves a milestone’s own report, and the other way round', async () => {
    const { api, click_id, answer } = await disputed();
    await answer(true);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer).toMatchObject({
      state: 'credited',
      goal: { state: 'confirmed' },
      milestones: [{ state: 'open' }, { state: 'open' }],
    });
    expect(await reported(api, milestone(click_id, 'map_3'))).toBe('recorded credited');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 900, pending: 150 });
  });

  test('and a credit at the same moment pay only once', { tags: 'concurrent' }, async () => {
    for (let round = 0; round < 3; round++) {
      const { api, click_id, answer } = await disputed();
      await Promise.all([answer(true), reported(api, credit(click_id))]);
      const { available, pending } = (await request(getBalance, {})).balance;
      expect(available + pending).toBe(900);
    }
  });

  test('that is declined can be appealed once, and is then final', async () => {
    const { answer } = await disputed();
    const words = 'The mail of the partner says that it was counted.';
    expect(await endOf(request(appealOffer, { params: { id: ATLAS }, body: { appeal: words } }))).toBe(
      'dispute_closed',
    );
    await answer(false);
    expect(
      (await request(appealOffer, { params: { id: ATLAS }, body: { appeal: words } })).offer.mine?.dispute,
    ).toMatchObject({
      state: 'appealed',
      answer: expect.stringContaining('partner'),
    });
    await answer(false);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.mine?.dispute?.state).toBe('closed');
    expect(
      await endOf(request(appealOffer, { params: { id: ATLAS }, body: { appeal: `${words} Again.` } })),
    ).toBe('dispute_closed');
  });
});

test('figures come from the credits of the last 90 days, starting at five', async () => {
  const api = await testApi();
  const begun = api.now;
  for (let at = 0; at < 6; at++) {
    // Counted in between: with four there is nothing to show yet.
    if (at === 4) {
      await countPayouts(api.db, api.now);
      expect((await request(getOffer, { params: { id: ATLAS } })).offer.figures).toBeNull();
    }
    api.actAs(await api.addPlayer());
    api.now = begun;
    const { click_id } = await open();
    pass(api, (at + 1) * HOUR);
    await reported(api, credit(click_id, `T${at}`));
  }
  await reported(api, reversal('T2'));
  await countPayouts(api.db, api.now);
  const figures = { credited: 6, reversed: 1, median_seconds: 3.5 * 3600, p90_seconds: 5.5 * 3600 };
  expect((await request(getOffer, { params: { id: ATLAS } })).offer.figures).toEqual(figures);
  expect((await request(listOffers, {})).data.find(({ id }) => id === ATLAS)?.figures).toEqual(figures);
  expect((await request(getOffer, { params: { id: 4 } })).offer.figures).toBeNull();
  api.actAs(null);
  expect(await request(getPayouts, {})).toMatchObject({
    partners: [{ name: 'Demo partner', demo: true, figures }],
  });
  await countPayouts(api.db, later({ now: begun }, 91 * DAY));
  expect((await request(getPayouts, {})).partners[0]?.figures).toBeNull();
});

test('the invariants find what is broken about offers', async () => {
  const { api } = await start();
  await reported(api, credit((await open()).click_id));
  await reported(api, reversal());
  const faults = [
    {
      breaks: "postbacks SET transaction = 'T9' WHERE kind = 'credit'",
      mends: "postbacks SET transaction = 'T1' WHERE kind = 'credit'",
      found: 'each credited report has its entry, and each partner entry its report',
    },
    {
      breaks: "postbacks SET outcome = 'waiting' WHERE kind = 'reversal'",
      mends: "postbacks SET outcome = 'reversed' WHERE kind = 'reversal'",
      found: 'a reported reversal reversed its original, and none still waits for one we have',
    },
    {
      breaks: 'balances SET debt = -5, available = available + 5',
      mends: 'balances SET debt = 0, available = available - 5',
      found: 'nobody has both a debt and available points',
    },
    {
      breaks: 'balances SET pending = pending + 1',
      mends: 'balances SET pending = pending - 1',
      found: 'pending balances equal the points on hold',
    },
  ];
  for (const { breaks, mends, found } of faults) {
    await api.db.drizzle.execute(sql.raw(`UPDATE ${breaks}`));
    expect((await api.brokenInvariants()).map((line) => line.split(':')[0])).toContain(found);
    await api.db.drizzle.execute(sql.raw(`UPDATE ${mends}`));
  }
});
