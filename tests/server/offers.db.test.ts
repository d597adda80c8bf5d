import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clicks, disputes, notices, offers, partners, users } from '../../server/db/schema.ts';
import { releaseHolds } from '../../server/domain/holds.ts';
import { answerOfferDispute } from '../../server/domain/offer-disputes.ts';
import { readOffers } from '../../server/domain/offer-files.ts';
import { importOffers } from '../../server/domain/offers-import.ts';
import { countPayouts } from '../../server/domain/payouts.ts';
import { createToken } from '../../server/domain/tokens.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import {
  appealOffer,
  disputeOffer,
  getOffer,
  getPayouts,
  listOffers,
  openOffer,
} from '../../src/lib/api/offers.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { reported } from '../support/partner.ts';

const ATLAS = 2;
const BUDGET = 3;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const files = readOffers();
const LEAGUE = files.offers.find(({ id }) => id === 1);

const later = (api: TestApi, ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

/** The same player, signed in anew: sessions end before offers do. */
async function signInAgain(api: TestApi, player: Player): Promise<void> {
  api.actAs({ ...player, token: await createToken(api.db.drizzle, player.id, 'a test', api.now) });
}

async function start(): Promise<{ api: TestApi; player: Player }> {
  const api = await testApi();
  const player = await api.addPlayer();
  api.actAs(player);
  return { api, player };
}

async function open(offer = ATLAS) {
  const { mine } = await openOffer(offer);
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

describe('the list', () => {
  test('has each offer of the files with its money, its requirements and its partner, and no figure that wasn’t measured', async () => {
    await start();
    const { data, total } = await listOffers();
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

  test('is paged, and shows those that one has opened, also when they are off the list', async () => {
    const { api } = await start();
    expect(await listOffers({ show: 'started' })).toMatchObject({ data: [], total: 0 });
    await open(ATLAS);
    later(api, 1000);
    await open(4);
    await importOffers(
      api.db,
      { ...files, offers: files.offers.filter(({ id }) => id !== ATLAS) },
      'http://x/{click}',
    );
    expect((await listOffers({ show: 'started' })).data.map(({ id }) => id)).toEqual([4, ATLAS]);
    expect((await listOffers()).data.map(({ id }) => id)).not.toContain(ATLAS);
    expect(await listOffers({ per_page: 2, page: 9 })).toMatchObject({
      data: [],
      total: files.offers.length - 1,
    });
    await expect(listOffers({ show: 'best' })).rejects.toMatchObject({
      fields: { show: expect.any(String) },
    });
    // Whoever opened it may still read it; others find nothing.
    expect((await getOffer(ATLAS)).open).toMatchObject({ allowed: false, why: 'It isn’t offered any more.' });
    await expect(openOffer(ATLAS)).rejects.toMatchObject({ code: 'offer_closed' });
    api.actAs(await api.addPlayer());
    await expect(getOffer(ATLAS)).rejects.toMatchObject({ status: 404 });
  });

  test('counts no offers of a partner that is switched off', async () => {
    const { api } = await start();
    await api.db.drizzle.update(partners).set({ active: false });
    expect(await listOffers()).toMatchObject({ data: [], total: 0 });
    expect(await listOffers({ per_page: 2, page: 9 })).toMatchObject({ data: [], total: 0, last_page: 1 });
  });
});

describe('opening', () => {
  test('makes one click, however often and from how many tabs', { tags: 'both' }, async () => {
    const { api, player } = await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => openOffer(ATLAS)));
    expect(new Set(answers.map(({ mine }) => mine?.click_id)).size).toBe(1);
    const [click] = await api.db.drizzle.select().from(clicks);
    expect(click).toMatchObject({
      userId: player.id,
      offerId: ATLAS,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(answers[0]?.mine).toMatchObject({
      url: `http://localhost:4400/offer/2?click=${click?.id}`,
      opened_at: api.now.toISOString(),
      deadline_at: new Date(api.now.getTime() + 14 * DAY).toISOString(),
      timeline: [{ event: 'opened' }],
      why: expect.stringContaining('hasn’t reported anything yet'),
      dispute: null,
    });
  });

  test('is each account’s own, and nobody else sees it', async () => {
    const { api } = await start();
    const mine = await open();
    api.actAs(await api.addPlayer());
    expect((await getOffer(ATLAS)).mine).toBeNull();
    expect((await open()).click_id).not.toBe(mine.click_id);
  });

  test('is closed to a country that isn’t among an offer’s, and to one that isn’t known', async () => {
    const { api, player } = await start();
    const all = await Promise.all((await listOffers({ per_page: 100 })).data.map(({ id }) => getOffer(id)));
    const limited = all.filter(({ requirements }) => requirements.countries !== null);
    expect(limited.length).toBeGreaterThan(1);
    for (const { open, id } of all) {
      const isLimited = limited.some((offer) => offer.id === id);
      expect([open.allowed, open.needs], `${id} without a country`).toEqual(
        isLimited ? [false, 'country'] : [true, null],
      );
    }
    await expect(openOffer(BUDGET)).rejects.toMatchObject({
      code: 'offer_closed',
      message: expect.stringContaining('Choose yours in the settings'),
    });
    for (const [country, allowed] of [
      ['BR', false],
      ['DE', true],
    ] as const) {
      await api.db.drizzle.update(users).set({ country }).where(eq(users.id, player.id));
      for (const { id } of limited) expect((await getOffer(id)).open).toMatchObject({ allowed, needs: null });
    }
  });

  test('is refused where the offer isn’t for the account’s country, or its time is over', async () => {
    const { api, player } = await start();
    await api.db.drizzle.update(users).set({ country: 'BR' }).where(eq(users.id, player.id));
    await expect(openOffer(BUDGET)).rejects.toMatchObject({
      status: 409,
      code: 'offer_closed',
      message: 'It isn’t offered in Brazil, the country of your account.',
    });
    await api.db.drizzle.update(users).set({ country: 'PL' }).where(eq(users.id, player.id));
    await open(BUDGET);
    later(api, 31 * DAY);
    await signInAgain(api, player);
    await expect(openOffer(BUDGET)).rejects.toMatchObject({ message: 'Your time for it has run out.' });
    await expect(openOffer(999)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the timeline', () => {
  test('goes from opened over tracked and milestones to credited, and says what is missing', async () => {
    const { api } = await start();
    const { click_id } = await open();
    later(api, HOUR);
    await reported(api, milestone(click_id, 'installed'));
    let offer = await getOffer(ATLAS);
    expect(offer.state).toBe('tracked');
    expect(offer.mine?.why).toBe(
      'Demo partner sees you. Not reported yet: “Uncover 3 maps”, “Uncover 12 maps”. Counted is what you reach until 2 December 2026.',
    );
    expect(offer.milestones.map(({ state }) => state)).toEqual(['noted', 'open']);
    later(api, HOUR);
    await reported(api, milestone(click_id, 'map_3'));
    later(api, HOUR);
    await reported(api, credit(click_id));
    offer = await getOffer(ATLAS);
    expect(offer.state).toBe('pending');
    expect(offer.mine?.timeline.map(({ event, points, state }) => [event, points, state])).toEqual([
      ['opened', null, null],
      ['tracked', null, null],
      ['milestone', null, null],
      ['milestone', 150, 'pending'],
      ['credited', 900, 'pending'],
    ]);
    expect(offer.mine?.timeline.at(-1)?.releases_at).toBe(new Date(api.now.getTime() + DAY).toISOString());
    expect(offer.mine?.why).toContain('held until 19 November 2026');
    later(api, 2 * DAY);
    await releaseHolds(api.db, api.now);
    expect(await getOffer(ATLAS)).toMatchObject({ state: 'credited', goal: { state: 'confirmed' } });
    await reported(api, { kind: 'reversal', transaction: 'R', reference: 'T1', reason: 'not a new user' });
    offer = await getOffer(ATLAS);
    expect(offer).toMatchObject({ state: 'reversed', goal: { state: 'reversed' } });
    expect(offer.mine?.timeline.at(-1)).toMatchObject({
      event: 'reversed',
      points: -900,
      reason: 'not a new user',
    });
    expect(offer.mine?.why).toBe('Demo partner took it back and gave this reason: not a new user');
  });

  test('says why it wasn’t credited: late, or never reported', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await open(4);
    later(api, 15 * DAY);
    expect((await getOffer(4)).mine?.why).toContain('The deadline was 20 November 2026');
    expect((await getOffer(4)).state).toBe('ended');
    await reported(api, credit(click_id));
    const late = await getOffer(ATLAS);
    expect(late.mine?.timeline.at(-1)).toMatchObject({ event: 'late', points: null });
    expect(late.mine?.why).toContain('after the deadline, which was 2 December 2026');
  });
});

describe('a dispute', () => {
  const PROOF = 'I uncovered the twelfth map on Tuesday, my name there is mira_k.';

  test('can be opened a day after the offer, once, until a month after its deadline', {
    tags: 'both',
  }, async () => {
    const { api, player } = await start();
    const { dispute_from, dispute_until } = await open();
    expect(dispute_from).toBe(new Date(api.now.getTime() + DAY).toISOString());
    expect(dispute_until).toBe(new Date(api.now.getTime() + 44 * DAY).toISOString());
    await expect(disputeOffer(ATLAS, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    later(api, DAY);
    await expect(disputeOffer(ATLAS, 'too short')).rejects.toMatchObject({
      fields: { proof: 'Please write at least 20 characters.' },
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => disputeOffer(ATLAS, PROOF)));
    for (const { mine } of answers)
      expect(mine).toMatchObject({
        dispute_until: null,
        dispute: { state: 'open', proof: PROOF, due_at: new Date(api.now.getTime() + 5 * DAY).toISOString() },
      });
    expect(await api.db.drizzle.$count(disputes)).toBe(1);
    await expect(disputeOffer(ATLAS, `${PROOF} And more.`)).rejects.toMatchObject({ code: 'dispute_closed' });
    await open(4);
    later(api, 33 * DAY);
    await signInAgain(api, player);
    await expect(disputeOffer(4, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
  });

  test('isn’t for what is credited, what one never opened, or what is another’s', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await reported(api, credit(click_id));
    later(api, DAY);
    await expect(disputeOffer(ATLAS, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    await expect(disputeOffer(4, PROOF)).rejects.toMatchObject({ status: 404 });
    api.actAs(await api.addPlayer());
    await expect(disputeOffer(ATLAS, PROOF)).rejects.toMatchObject({ status: 404 });
  });

  async function disputed() {
    const { api, player } = await start();
    const { click_id } = await open();
    later(api, DAY);
    const id = (await disputeOffer(ATLAS, PROOF)).mine?.dispute?.id ?? 0;
    const answer = (accept: boolean) =>
      api.db.drizzle.transaction((tx) =>
        answerOfferDispute(tx, {
          disputeId: id,
          accept,
          answer: 'We asked the partner, and this is so.',
          at: api.now,
        }),
      );
    return { api, player, click_id, answer };
  }

  test('that is accepted pays at once, and a credit that comes after it pays nothing more', async () => {
    const { api, player, click_id, answer } = await disputed();
    expect(await answer(true)).toEqual({ userId: player.id, offerId: ATLAS });
    expect(await answer(true)).toBeNull();
    expect((await getBalance()).available).toBe(900);
    expect(await getOffer(ATLAS)).toMatchObject({
      state: 'credited',
      mine: { dispute: { state: 'accepted' } },
    });
    expect((await listOffers({ show: 'started' })).data[0]?.state).toBe('credited');
    expect(await reported(api, credit(click_id))).toBe('recorded credited');
    expect(await reported(api, credit(click_id, 'T2'))).toBe('recorded repeated');
    expect(await getBalance()).toMatchObject({ available: 900, pending: 0 });
    expect(await getOffer(ATLAS)).toMatchObject({ state: 'credited', goal: { state: 'confirmed' } });
    expect((await listTransactions()).total).toBe(1);
  });

  const reversal = (reference = 'T1', transaction = 'R1') => ({ kind: 'reversal', transaction, reference });

  test('is taken back with the credit that the partner sent for it, whichever comes first, and makes room', async () => {
    for (const first of ['credit', 'reversal']) {
      const { api, player, click_id, answer } = await disputed();
      await answer(true);
      const reports = [credit(click_id), reversal()];
      const said = [];
      for (const one of first === 'credit' ? reports : reports.toReversed())
        said.push(await reported(api, one));
      expect(said).toEqual(
        first === 'credit'
          ? ['recorded credited', 'recorded reversed']
          : ['recorded waiting', 'recorded credited'],
      );
      expect(await getBalance()).toMatchObject({ available: 0, pending: 0, debt: 0 });
      expect(await getOffer(ATLAS)).toMatchObject({ state: 'reversed', goal: { state: 'reversed' } });
      expect((await getOffer(ATLAS)).mine?.why).toContain('took it back');
      expect((await listOffers({ show: 'started' })).data[0]?.state).toBe('reversed');
      expect(await api.db.drizzle.$count(notices, eq(notices.userId, player.id))).toBe(2);
      expect(await reported(api, reversal('T1', 'R2'))).toBe('recorded repeated');
      expect(await reported(api, credit(click_id, 'T2'))).toBe('recorded credited');
      expect(await getBalance()).toMatchObject({ available: 0, pending: 900 });
    }
  });

  test('stands, whatever is taken back that it didn’t pay', async () => {
    const { api } = await start();
    const { click_id } = await open();
    await reported(api, credit(click_id));
    await reported(api, credit(click_id, 'T2'));
    expect(await reported(api, reversal())).toBe('recorded reversed');
    const id = (await disputeOffer(ATLAS, PROOF)).mine?.dispute?.id ?? 0;
    const given = { disputeId: id, accept: true, answer: 'The partner erred.', at: api.now };
    await api.db.drizzle.transaction((tx) => answerOfferDispute(tx, given));
    expect(await reported(api, reversal('T1', 'R2'))).toBe('recorded repeated');
    expect(await reported(api, reversal('T2', 'R3'))).toBe('recorded empty');
    expect((await getBalance()).available).toBe(900);
    expect((await getOffer(ATLAS)).state).toBe('credited');
  });

  test('that is accepted after the partner has credited it pays nothing more', async () => {
    const { api, click_id, answer } = await disputed();
    await reported(api, credit(click_id));
    await answer(true);
    expect(await getBalance()).toMatchObject({ available: 0, pending: 900 });
  });

  test('and a credit at the same moment pay once', { tags: 'both' }, async () => {
    for (let round = 0; round < 3; round++) {
      const { api, click_id, answer } = await disputed();
      await Promise.all([answer(true), reported(api, credit(click_id))]);
      const { available, pending } = await getBalance();
      expect(available + pending).toBe(900);
    }
  });

  test('that is refused may be appealed once, and is then refused for good', async () => {
    const { answer } = await disputed();
    await expect(appealOffer(ATLAS, PROOF)).rejects.toMatchObject({ code: 'dispute_closed' });
    await answer(false);
    const appealed = await appealOffer(ATLAS, 'The mail of the partner says that it was counted.');
    expect(appealed.mine?.dispute).toMatchObject({
      state: 'appealed',
      answer: expect.stringContaining('partner'),
    });
    await answer(false);
    expect((await getOffer(ATLAS)).mine?.dispute?.state).toBe('closed');
    await expect(appealOffer(ATLAS, `${PROOF} Again.`)).rejects.toMatchObject({ code: 'dispute_closed' });
  });
});

describe('figures', () => {
  test('come from the credits of the last 90 days, and from five on', async () => {
    const api = await testApi();
    const begun = api.now;
    for (let at = 0; at < 6; at++) {
      // Counted on the way: with four there is nothing to tell yet.
      if (at === 4) {
        await countPayouts(api.db, api.now);
        expect((await getOffer(ATLAS)).figures).toBeNull();
      }
      api.actAs(await api.addPlayer());
      api.now = begun;
      const { click_id } = await open();
      api.now = new Date(begun.getTime() + (at + 1) * HOUR);
      await reported(api, credit(click_id, `T${at}`));
    }
    await reported(api, { kind: 'reversal', transaction: 'R', reference: 'T2' });
    await countPayouts(api.db, api.now);
    const figures = { credited: 6, reversed: 1, median_seconds: 3.5 * 3600, p90_seconds: 5.5 * 3600 };
    expect((await getOffer(ATLAS)).figures).toEqual(figures);
    expect((await listOffers()).data.find(({ id }) => id === ATLAS)?.figures).toEqual(figures);
    expect((await getOffer(4)).figures).toBeNull();
    api.actAs(null);
    expect(await getPayouts()).toMatchObject({ partners: [{ name: 'Demo partner', demo: true, figures }] });
    await countPayouts(api.db, new Date(begun.getTime() + 91 * DAY));
    expect((await getPayouts()).partners[0]?.figures).toBeNull();
  });
});

describe('a production database', () => {
  test('loses the demo partner where it was', async () => {
    const api = await testApi();
    await importOffers(api.db, files, null);
    expect(await api.db.drizzle.$count(offers, eq(offers.active, true))).toBe(0);
    expect(await reported(api, { kind: 'reversal', transaction: 'R', reference: 'T' })).toBe(
      '403 signature_refused',
    );
  });
});

test('the invariants find what is broken about offers', async () => {
  const { api } = await start();
  const { click_id } = await open();
  await reported(api, credit(click_id));
  await reported(api, { kind: 'reversal', transaction: 'R', reference: 'T1' });
  const broken = async (statement: string, undo: string) => {
    await api.db.drizzle.execute(sql.raw(statement));
    const found = await api.brokenInvariants();
    await api.db.drizzle.execute(sql.raw(undo));
    return found.map((line) => line.split(':')[0]);
  };
  expect(
    await broken(
      "UPDATE postbacks SET transaction = 'T9' WHERE kind = 'credit'",
      "UPDATE postbacks SET transaction = 'T1' WHERE kind = 'credit'",
    ),
  ).toContain('each report that paid has its entry, and each entry of a partner its report');
  expect(
    await broken(
      "UPDATE postbacks SET outcome = 'waiting' WHERE kind = 'reversal'",
      "UPDATE postbacks SET outcome = 'reversed' WHERE kind = 'reversal'",
    ),
  ).toContain('a reported reversal took back what it names, and none waits beside its original');
  expect(
    await broken(
      'UPDATE balances SET debt = -5, available = available + 5',
      'UPDATE balances SET debt = 0, available = available - 5',
    ),
  ).toContain('a debt is settled before anything else');
  expect(
    await broken('UPDATE balances SET pending = pending + 1', 'UPDATE balances SET pending = pending - 1'),
  ).toContain('what is pending is what is held');
  expect(await api.brokenInvariants()).toEqual([]);
});
