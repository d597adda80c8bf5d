/** Partners, reconciliation, contests, support and what players handed in, as operators decide on them. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPartner } from '../../../server/db/demo-partner.ts';
import {
  contests as contestRows,
  disputes,
  notifications,
  operatorActs,
  partners,
} from '../../../server/db/schema.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { importOffers } from '../../../server/features/offers/import.ts';
import { getBalance, saveDeliveryDetail } from '../../../src/lib/api/account.ts';
import { enterContest, getContest, listContests } from '../../../src/lib/api/contests.ts';
import { getThread, startThread } from '../../../src/lib/api/messages.ts';
import { disputeOffer, getOffer, listOffers, openOffer } from '../../../src/lib/api/offers.ts';
import { getDesk, listAuditEvents } from '../../../src/lib/api/operator.ts';
import * as contests from '../../../src/lib/api/operator-contests.ts';
import * as orderDesk from '../../../src/lib/api/operator-orders.ts';
import * as partnerDesk from '../../../src/lib/api/operator-partners.ts';
import * as reviews from '../../../src/lib/api/operator-reviews.ts';
import * as support from '../../../src/lib/api/operator-support.ts';
import { appealDispute, getOrder, openDispute } from '../../../src/lib/api/orders.ts';
import { buyAmount } from '../../../src/lib/api/rewards.ts';
import { handInProof } from '../../../src/lib/api/social.ts';
import { handInSubmission, saveSubmission } from '../../../src/lib/api/submissions.ts';
import { type Player, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import type { TestOperator } from '../../support/operator.ts';
import { type Fields, reported } from '../../support/partner.ts';
import { DAY, later } from '../../support/time.ts';

const WHY = 'Their reports of Tuesday were doubled.';

let api: TestApi;
let mira: Player;
let ada: TestOperator;

beforeEach(async () => {
  api = await testApi();
  mira = await api.addPlayer(6000);
  ada = await api.addOperator();
  api.operateAs(ada);
  api.actAs(mira);
});

/** Time goes on, which ends an operator's session: they log in again. */
async function pass(ms: number): Promise<void> {
  api.now = later(api, ms);
  api.operateAs(await createOperatorSession(api.db.drizzle, ada.id, 'a test', api.now));
}

async function click(): Promise<{ offer: number; click: string; points: number }> {
  const [card] = (await listOffers()).data;
  const { id, goal, mine } = await openOffer(card?.id ?? 0);
  return { offer: id, click: mine?.click_id ?? '', points: goal.points };
}
const creditOf = (of: string, transaction = 't-1') => ({ kind: 'credit', transaction, click: of });
const REVERSAL: Fields = { kind: 'reversal', transaction: 'r-1', reference: 't-1' };
const DEMO = demoPartner.id;

describe('a partner', () => {
  test('is switched off and on: its offers and its reports with it, also after the next start', async () => {
    const { offer, click: of } = await click();
    expect(await partnerDesk.disablePartner(DEMO, WHY)).toMatchObject({ enabled: false, listed: true });
    expect((await listOffers()).data).toEqual([]);
    expect(await reported(api, creditOf(of))).toBe('503 partner_off');
    expect(await reported(api, creditOf(of), { secret: 'x' })).toBe('403 signature_refused');
    expect(await endOf(openOffer(offer))).toBe('offer_closed');
    await importOffers(api.db, readOffers(), 'http://localhost:4400/{offer}/{click}');
    const [row] = await api.db.drizzle.select().from(partners).where(eq(partners.id, DEMO));
    expect(row).toMatchObject({ active: false, listed: true });
    expect(await endOf(partnerDesk.disablePartner(DEMO, WHY))).toBe('nothing_to_do');
    expect(await partnerDesk.enablePartner(DEMO, WHY)).toMatchObject({ enabled: true });
    expect(await reported(api, creditOf(of))).toBe('recorded credited');
    expect((await getOffer(offer)).state).toBe('pending');
    expect(await endOf(partnerDesk.enablePartner('nobody', WHY))).toBe('not_found');
  });

  test('gets a key beside its old one, shown once, and loses the old one when it has changed over', async () => {
    const { secret, partner } = await partnerDesk.addPartnerKey(DEMO, WHY);
    expect(partner.keys).toHaveLength(2);
    expect(JSON.stringify([await partnerDesk.listPartners(), await listAuditEvents()])).not.toContain(secret);
    expect((await partnerDesk.endOldPartnerKey(DEMO, WHY)).keys).toHaveLength(1);
    expect(await reported(api, REVERSAL)).toBe('403 signature_refused');
    expect(await reported(api, REVERSAL, { secret })).toBe('recorded waiting');
    expect(await endOf(partnerDesk.endOldPartnerKey(DEMO, WHY))).toBe('nothing_to_do');
    expect((await partnerDesk.endPartnerKeys(DEMO, WHY)).keys).toEqual([]);
    expect(await reported(api, REVERSAL, { secret })).toBe('403 signature_refused');
  });

  test('has its reports listed with what each moved', async () => {
    const { click: of, points } = await click();
    await reported(api, creditOf(of));
    await reported(api, REVERSAL);
    expect((await partnerDesk.listPartnerReports(DEMO)).data).toMatchObject([
      { transaction: 'r-1', outcome: 'reversed', points: -points, user: { id: mira.id } },
      { transaction: 't-1', outcome: 'credited', points },
    ]);
    expect((await partnerDesk.listPartnerReports(DEMO, { outcome: 'credited' })).total).toBe(1);
    expect(await partnerDesk.listPartners()).toMatchObject([{ reports_30_days: 2, points_30_days: 0 }]);
    expect(await endOf(partnerDesk.listPartnerReports('nobody'))).toBe('not_found');
  });
});

describe('a day’s reconciliation', () => {
  const compare = (csv: string, day = '2026-11-18', partner: string = DEMO) =>
    partnerDesk.reconcile({ partner, day, csv });

  test('tells what matches, what differs, and what is missing on either side, and keeps it', async () => {
    const { click: of, points } = await click();
    for (const fields of [creditOf(of), REVERSAL, creditOf(of, 't-2'), creditOf(of, 't-3')])
      await reported(api, fields);
    await pass(DAY);
    const made = await compare(
      `Transaction,Points,Kind\nt-1,${points},\nr-1,-${points},reversal\nt-2,${points - 1},credit\nt-9,40,credit\n`,
    );
    expect(made).toMatchObject({
      matched: 2,
      different: 1,
      missing_here: 1,
      missing_there: 1,
      points_here: points,
      points_there: points - 1 + 40,
      by: { id: ada.id },
    });
    expect((await partnerDesk.getReconciliation(made.id)).lines.data).toMatchObject([
      { as: 'different', transaction: 't-2' },
      { as: 'missing_here', transaction: 't-9' },
      { as: 'missing_there', transaction: 't-3' },
      { as: 'matched', transaction: 't-1' },
      { as: 'matched', transaction: 'r-1' },
    ]);
    expect((await partnerDesk.getReconciliation(made.id, { as: 'matched' })).lines.total).toBe(2);
    expect((await partnerDesk.listReconciliations({ partner: DEMO })).data).toEqual([made]);
    expect((await listAuditEvents({ act: 'reconciliation' })).data).toMatchObject([
      { after: { matched: 2 } },
    ]);
    expect(await endOf(partnerDesk.getReconciliation(made.id + 1))).toBe('not_found');
  });

  test('has words for a file or a day that it can’t take, and keeps nothing', async () => {
    await pass(DAY);
    const bad: [string, RegExp][] = [
      ['transaction\nt-1', /no “points”/],
      ['transaction,points\nt-1,1.5', /line 2: points must be/],
      ['transaction,points\nt-1,=1+1', /line 2: points must be/],
      ['transaction,points\n,5', /line 2: the transaction is missing/],
      ['transaction,points,kind\nt-1,5,bonus', /line 2: kind must be/],
      ['transaction,points\nt-1,5\nt-1,5', /line 3: credit t-1 stands here twice/],
      ['transaction,points\nt-1', /line 2: has another number/],
      ['transaction,points\nt 1,5', /line 2: a transaction has 1 to 100 signs without spaces/],
      ['transaction,points\n"t-1,5', /never closed/],
      ['transaction,points\nt-1,x\nt-2\nt-3,y', /line 2: .*line 3: .*line 4: /],
    ];
    for (const [csv, words] of bad)
      await expect(compare(csv), csv).rejects.toMatchObject({
        fields: { csv: expect.stringMatching(words) },
      });
    const good = 'transaction,points\nt-1,5';
    for (const day of ['2026-11-19', '2027-01-01', '2026-02-30', 'today'])
      expect(await endOf(compare(good, day)), day).toBe('invalid: day');
    expect(await endOf(compare(good, '2026-11-18', 'nobody'))).toBe('invalid: partner');
    expect((await partnerDesk.listReconciliations()).total).toBe(0);
  });
});

describe('a contest', () => {
  const form = () => ({
    name: 'Tower sprint',
    game: 'Tower',
    summary: 'Three places for who builds the highest tower.',
    rules: ['One entry per account.'],
    prizes: [900, 300],
    starts_at: later(api, DAY).toISOString(),
    ends_at: later(api, 3 * DAY).toISOString(),
  });

  test('is announced, changed while it hasn’t begun, entered, and drawn', async () => {
    const { id } = await contests.createContest(form());
    const changed = await contests.editContest(id, { ...form(), prizes: [1000] });
    expect(changed).toMatchObject({ state: 'coming', prizes: [1000], seed: null, slug: 'tower-sprint' });
    await pass(DAY);
    expect(await endOf(contests.editContest(id, form()))).toBe('contest_closed');
    await enterContest(id, 'my-seed');
    await pass(2 * DAY);
    expect(await contests.getOperatorContest(id)).toMatchObject({
      contest: { state: 'ended', drawn_at: expect.any(String), seed: expect.any(String) },
      entries: { data: [{ number: 1, user: { id: mira.id }, place: 1, points: 1000 }] },
    });
    expect(await getBalance()).toMatchObject({ available: 7000 });
    expect(await endOf(contests.callOffContest(id, WHY))).toBe('contest_closed');
    expect((await listAuditEvents({ subject: 'contest' })).data).toMatchObject([
      { act: 'contest.edit' },
      { act: 'contest.create' },
    ]);
  });

  test('is called off with a reason: nobody enters, nobody wins, and who entered reads why', {
    tags: 'both',
  }, async () => {
    const { id } = await contests.createContest(form());
    await pass(DAY);
    await enterContest(id, 'my-seed');
    const ends = await endsOf([1, 2].map(() => contests.callOffContest(id, WHY)));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await getContest(id)).toMatchObject({ state: 'ended', called_off: WHY, winners: null });
    api.actAs(await api.addPlayer());
    expect(await endOf(enterContest(id, 'late'))).toBe('contest_closed');
    await pass(5 * DAY);
    await listContests();
    const [row] = await api.db.drizzle.select().from(contestRows).where(eq(contestRows.id, id));
    expect(row).toMatchObject({ drawnAt: null });
    expect(
      await api.db.drizzle.$count(notifications, eq(notifications.key, `contest:${id}:called-off`)),
    ).toBe(1);
    expect((await contests.listOperatorContests({ state: 'called_off' })).total).toBe(1);
    expect(await endOf(contests.editContest(id, form()))).toBe('contest_closed');
  });

  test('has words for what is wrong with its form, and one of the catalogue’s is changed in its file', async () => {
    const wrong: [object, string][] = [
      [{ name: 'x' }, 'name'],
      [{ prizes: [] }, 'prizes'],
      [{ prizes: [100, 200] }, 'prizes'],
      [{ prizes: [0] }, 'prizes.0'],
      [{ starts_at: api.now.toISOString() }, 'starts_at'],
      [{ starts_at: 'tomorrow' }, 'starts_at'],
      [{ ends_at: form().starts_at }, 'ends_at'],
      [{ rules: [] }, 'rules'],
    ];
    for (const [change, field] of wrong)
      expect(await endOf(contests.createContest({ ...form(), ...change }))).toBe(`invalid: ${field}`);
    await listContests();
    const [weekly] = (await contests.listOperatorContests()).data;
    expect(weekly?.from_catalogue).toBe(true);
    expect(await endOf(contests.editContest(weekly?.id ?? 0, form()))).toBe('contest_closed');
  });
});

test('a thread is read, answered once for a key, and closed; what was written isn’t in the log', {
  tags: 'both',
}, async () => {
  const question = { topic: 'points', subject: 'Where are they?', body: 'My points.' } as const;
  const { id } = await startThread(question, randomUUID());
  const waiting = (await support.listSupportThreads()).data.find((one) => one.id === id);
  expect(waiting).toMatchObject({ user: { id: mira.id }, state: 'waiting', suspended: false });
  const { messages } = await support.getSupportThread(id);
  const answer = { body: 'They are held until Friday.', read_up_to: messages.data[0]?.id ?? 0, close: true };
  const unread = support.answerThread(id, { ...answer, read_up_to: 1 }, randomUUID());
  expect(await endOf(unread)).toBe('invalid: read_up_to');
  const key = randomUUID();
  const [one, two] = await Promise.all([1, 2].map(() => support.answerThread(id, answer, key)));
  expect(one?.message.id).toBe(two?.message.id);
  expect((await getThread(id)).thread).toMatchObject({ state: 'closed', unread: 1 });
  expect(await endOf(support.closeSupportThread(id, WHY))).toBe('nothing_to_do');
  expect((await listAuditEvents({ act: 'thread' })).data).toHaveLength(1);
  expect(JSON.stringify(await api.db.drizzle.select().from(operatorActs))).not.toContain('Friday');
  expect((await support.listSupportThreads({ state: 'closed' })).data).toMatchObject([{ id }]);
});

test('proofs and articles are decided once, noted with the reason, and counted on the desk', async () => {
  const proof = 'https://x.com/somebody/status/1234567890';
  await handInProof(1, proof);
  const draft = {
    title: 'Keep the largest tile in a corner',
    summary: 'Where the largest tile belongs, and why.',
    type: 'guide' as const,
    game_id: null,
    body: 'Move along two edges. '.repeat(40),
  };
  const key = randomUUID();
  const { version } = await saveSubmission(key, draft, 0);
  await handInSubmission(key, version);
  expect((await getDesk()).desk).toMatchObject({ proofs: 1, submissions: 1 });
  const [waiting] = (await reviews.listWaitingProofs()).data;
  const reason = 'Shows a whole round, marked as an ad.';
  const points = await reviews.confirmProof(waiting?.id ?? 0, proof, reason);
  expect(await endOf(reviews.refuseProof(waiting?.id ?? 0, proof, reason))).toBe('nothing_to_do');
  const [article] = (await reviews.listWaitingSubmissions()).data;
  expect(article).toMatchObject({ title: draft.title, user: { id: mira.id } });
  expect(article).not.toHaveProperty('html');
  const id = article?.id ?? 0;
  const { submission, html } = await reviews.getWaitingSubmission(id);
  expect([submission, html]).toEqual([article, expect.stringContaining('Move along two edges.')]);
  expect(await endOf(reviews.acceptSubmission(id, 77, reason))).toBe('draft_changed');
  const paid = await reviews.acceptSubmission(id, article?.version ?? 0, reason);
  expect(await getBalance()).toMatchObject({ available: 6000 + points + paid.points });
  expect(await endOf(reviews.getWaitingSubmission(id))).toBe('not_found');
  expect((await listAuditEvents({ user_id: mira.id })).data).toMatchObject([
    { act: 'submission.accept', reason },
    { act: 'proof.confirm', reason },
  ]);
});

describe('a dispute', () => {
  const answer = 'We sent it to the name that you gave.';

  test('over an order is listed with its facts, refused, appealed, and answered by one of two', {
    tags: 'both',
  }, async () => {
    await saveDeliveryDetail(84, 'Mira_k');
    const order = (await buyAmount(84, 8401, randomUUID())).order?.id ?? 0;
    await orderDesk.deliverOrder(order, { reference: 'gift 1' });
    await openDispute(order, { reason: 'not_received', proof: 'My inventory shows nothing since.' });
    await pass(6 * DAY);
    const { data } = await reviews.listDisputes();
    const fields = {
      subject: 'order',
      subject_id: order,
      overdue: true,
      points: 5000,
      user: { id: mira.id },
    };
    expect(data).toMatchObject([fields]);
    const id = data[0]?.id ?? 0;
    expect((await reviews.getDispute(id)).facts).toMatchObject([
      { what: 'Ordered, with delivery details' },
      { what: 'Sent' },
    ]);
    expect(await endOf(reviews.answerDispute(id, true, 'ok'))).toBe('invalid: answer');
    expect((await reviews.answerDispute(id, false, answer)).state).toBe('refused');
    expect(await endOf(reviews.answerDispute(id, true, answer))).toBe('nothing_to_do');
    await appealDispute(order, 'The name in the order is another one.');
    const ends = await endsOf([true, false].map((yes) => reviews.answerDispute(id, yes, answer)));
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do']);
    const accepted = ends[0] === 'done';
    expect((await getOrder(order)).order.state).toBe(accepted ? 'refunded' : 'delivered');
    expect(await getBalance()).toMatchObject({ available: accepted ? 6000 : 1000 });
  });

  test('over an offer pays its goal once, and never by its own player', async () => {
    const { offer, click: of, points } = await click();
    await pass(2 * DAY);
    await disputeOffer(offer, 'I reached the goal yesterday, see the picture.');
    const [row] = (await reviews.listDisputes({ subject: 'offer' })).data;
    expect(row).toMatchObject({ subject: 'offer', subject_id: offer, points });
    const accept = () => reviews.answerDispute(row?.id ?? 0, true, answer);
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(accept())).toBe('forbidden');
    await pass(0);
    // More than one operator pays alone: it takes two.
    expect((await accept()).state).toBe('open');
    api.operateAs(await api.addOperator());
    expect((await accept()).state).toBe('accepted');
    expect(await getBalance()).toMatchObject({ available: 6000 + points });
    expect(await reported(api, creditOf(of))).toBe('recorded credited');
    expect((await reviews.getDispute(row?.id ?? 0)).facts.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('transaction t-1 (credited, '),
    );
    expect((await listAuditEvents({ act: 'dispute.accept' })).data).toMatchObject([{ reason: answer }]);
    expect(await api.db.drizzle.$count(disputes, eq(disputes.state, 'accepted'))).toBe(1);
  });
});
