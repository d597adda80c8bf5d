/** Partners, reconciliation, contests, support and submissions, as operators decide on them. */
import { randomUUID } from 'node:crypto';
import { eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoPartner } from '../../../server/db/demo-partner.ts';
import {
  contests as contestRows,
  disputes,
  notifications,
  operatorActs,
  operatorPayments,
  partners,
  rejectedReports,
} from '../../../server/db/schema.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { readOffers } from '../../../server/features/offers/files.ts';
import { importOffers } from '../../../server/features/offers/import.ts';
import { getBalance, saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { enterContest, getContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import {
  callOffContest,
  createContest,
  editContest,
  getOperatorContest,
  listOperatorContests,
} from '../../../src/lib/contract/draws/operator-contests.ts';
import { getThread, startThread } from '../../../src/lib/contract/messages/messages.ts';
import {
  answerThread,
  closeSupportThread,
  findThreads,
  getSupportThread,
} from '../../../src/lib/contract/messages/operator-support.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { disputeOffer, getOffer, listOffers, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import {
  addPartnerKey,
  disablePartner,
  enablePartner,
  endOldPartnerKey,
  endPartnerKeys,
  getReconciliation,
  listPartnerReports,
  listPartners,
  listReconciliations,
  listRejectedReports,
  reconcile,
  takeRejectedReport,
} from '../../../src/lib/contract/offers/operator-partners.ts';
import { MAX_CSV, MAX_REPORT_LINES } from '../../../src/lib/contract/operator-limits.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { deliverOrder } from '../../../src/lib/contract/redemption/operator-orders.ts';
import { appealDispute, getOrder, openDispute } from '../../../src/lib/contract/redemption/orders.ts';
import {
  acceptSubmission,
  answerDispute,
  confirmProof,
  findDisputes,
  getDispute,
  getWaitingSubmission,
  listWaitingProofs,
  listWaitingSubmissions,
  refuseProof,
} from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { submitProof } from '../../../src/lib/contract/social/social.ts';
import { saveSubmission, submitForReview } from '../../../src/lib/contract/submissions/submissions.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { articleDraft } from '../../support/article.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import type { TestOperator } from '../../support/operator.ts';
import { type Fields, reported, sign } from '../../support/partner.ts';
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

/** Time passes, which ends an operator's session, so they log in again. */
async function pass(ms: number): Promise<void> {
  api.now = later(api, ms);
  api.operateAs(await createOperatorSession(api.db.drizzle, ada.id, 'a test', api.now));
}

async function click(): Promise<{ offer: number; click: string; points: number }> {
  const [card] = (await request(listOffers, {})).data;
  const { id, goal, mine } = (await request(openOffer, { params: { id: card?.id ?? 0 } })).offer;
  return { offer: id, click: mine?.click_id ?? '', points: goal.points };
}
const creditOf = (of: string, transaction = 't-1') => ({ kind: 'credit', transaction, click: of });
const REVERSAL: Fields = { kind: 'reversal', transaction: 'r-1', reference: 't-1' };
const DEMO = demoPartner.id;

describe('a partner', () => {
  test('can be turned off and on with its offers and reports, also across a restart', async () => {
    const { offer, click: of } = await click();
    expect(
      (await request(disablePartner, { params: { partner: DEMO }, body: { reason: WHY } })).partner,
    ).toMatchObject({ enabled: false, listed: true });
    expect((await request(listOffers, {})).data).toEqual([]);
    expect(await reported(api, creditOf(of))).toBe('503 partner_off');
    expect(await reported(api, creditOf(of), { secret: 'x' })).toBe('403 signature_refused');
    expect(await endOf(request(openOffer, { params: { id: offer } }))).toBe('offer_closed');
    await importOffers(api.db, readOffers(), 'http://localhost:4400/{offer}/{click}');
    const [row] = await api.db.drizzle.select().from(partners).where(eq(partners.id, DEMO));
    expect(row).toMatchObject({ active: false, listed: true });
    expect(await endOf(request(disablePartner, { params: { partner: DEMO }, body: { reason: WHY } }))).toBe(
      'nothing_to_do',
    );
    expect(
      (await request(enablePartner, { params: { partner: DEMO }, body: { reason: WHY } })).partner,
    ).toMatchObject({ enabled: true });
    expect(await reported(api, creditOf(of))).toBe('recorded credited');
    expect((await request(getOffer, { params: { id: offer } })).offer.state).toBe('pending');
    // Without its file it can be turned off and on too, because its reports count.
    await importOffers(api.db, { partners: [], offers: [] }, null);
    for (const call of [disablePartner, enablePartner])
      expect(
        (await request(call, { params: { partner: DEMO }, body: { reason: WHY } })).partner,
      ).toMatchObject({ enabled: call === enablePartner, listed: false });
    expect((await request(listOffers, {})).data).toEqual([]);
    expect(
      await endOf(request(enablePartner, { params: { partner: 'nobody' }, body: { reason: WHY } })),
    ).toBe('not_found');
  });

  test('has a rejected report of its own taken by an operator, once its cause is fixed', async () => {
    const { click: of, points } = await click();
    const switchTo = (call: typeof disablePartner | typeof enablePartner) =>
      request(call, { params: { partner: DEMO }, body: { reason: WHY } });
    await switchTo(disablePartner);
    expect(await reported(api, creditOf(of))).toBe('503 partner_off');
    const body = JSON.stringify({ kind: 'reversal', transaction: 'r-1', reference: 't-1' });
    const headers = { 'content-type': 'application/json', 'x-signature': sign(body) };
    await api.raw(`/postback/${DEMO}`, { method: 'POST', body, headers });
    await reported(api, creditOf('0'.repeat(32), 't-9'));
    const rejected = async () => (await request(listRejectedReports, {})).data;
    const idOf = async (transaction: string) =>
      (await rejected()).find((row) => row.transaction === transaction)?.id ?? 0;
    const [id, reversal, unknown] = [await idOf('t-1'), await idOf('r-1'), await idOf('t-9')];
    const take = (report: number) =>
      request(takeRejectedReport, { params: { id: report }, body: { reason: WHY } });
    await expect(take(id)).rejects.toMatchObject({
      code: 'nothing_to_do',
      message: expect.stringContaining('Turn it on first'),
    });
    await switchTo(enablePartner);
    await expect(take(unknown)).rejects.toMatchObject({
      code: 'nothing_to_do',
      message: expect.stringContaining('no such click'),
    });
    const own = await api.addOperator(mira.email);
    api.operateAs(own);
    expect(await endOf(take(id))).toBe('forbidden');
    await pass(0);
    expect(await take(id)).toEqual({ outcome: 'credited' });
    expect((await request(getBalance, {})).balance).toMatchObject({ pending: points });
    expect(await endOf(take(id))).toBe('not_found');
    expect(await reported(api, creditOf(of))).toBe('duplicate credited');
    expect(await take(reversal)).toEqual({ outcome: 'reversed' });
    expect((await request(getBalance, {})).balance).toMatchObject({ pending: 0 });
    expect((await rejected()).map(({ transaction }) => transaction)).toEqual(['t-9']);
    expect((await request(listAuditEvents, { query: { act: 'partner.take_report' } })).data).toMatchObject([
      {
        subject_id: DEMO,
        user_id: mira.id,
        reason: WHY,
        after: { kind: 'reversal', transaction: 'r-1', outcome: 'reversed' },
      },
      {
        subject_id: DEMO,
        user_id: mira.id,
        reason: WHY,
        after: { kind: 'credit', transaction: 't-1', outcome: 'credited' },
      },
    ]);
    // One that wasn't kept in full isn't the partner's report any more.
    await api.db.drizzle.update(rejectedReports).set({ raw: 'x'.repeat(4001) });
    expect(await endOf(take(unknown))).toBe('nothing_to_do');
  });

  test('gets a second key, shown once, and loses the old one once it uses the new one', async () => {
    const { secret: made, partner } = await request(addPartnerKey, {
      params: { partner: DEMO },
      body: { reason: WHY },
    });
    const secret = made ?? expect.fail('it was only proposed');
    expect(partner.keys).toHaveLength(2);
    expect(
      JSON.stringify([(await request(listPartners, {})).partners, await request(listAuditEvents, {})]),
    ).not.toContain(secret);
    expect(
      (await request(endOldPartnerKey, { params: { partner: DEMO }, body: { reason: WHY } })).partner.keys,
    ).toHaveLength(1);
    expect(await reported(api, REVERSAL)).toBe('403 signature_refused');
    expect(await reported(api, REVERSAL, { secret })).toBe('recorded waiting');
    expect(await endOf(request(endOldPartnerKey, { params: { partner: DEMO }, body: { reason: WHY } }))).toBe(
      'nothing_to_do',
    );
    expect(
      (await request(endPartnerKeys, { params: { partner: DEMO }, body: { reason: WHY } })).partner.keys,
    ).toEqual([]);
    expect(await reported(api, REVERSAL, { secret })).toBe('403 signature_refused');
  });

  test('has its reports listed with the points that each moved', async () => {
    const { click: of, points } = await click();
    await reported(api, creditOf(of));
    await reported(api, REVERSAL);
    expect((await request(listPartnerReports, { params: { partner: DEMO } })).data).toMatchObject([
      { transaction: 'r-1', outcome: 'reversed', points: -points, user: { id: mira.id } },
      { transaction: 't-1', outcome: 'credited', points },
    ]);
    expect(
      (await request(listPartnerReports, { params: { partner: DEMO }, query: { outcome: 'credited' } }))
        .total,
    ).toBe(1);
    const totalOf = async (query: { click?: string; user_id?: number }) =>
      (await request(listPartnerReports, { params: { partner: DEMO }, query })).total;
    expect(await totalOf({ click: of })).toBe(2);
    expect(await totalOf({ click: 'another' })).toBe(0);
    expect(await totalOf({ user_id: mira.id })).toBe(2);
    expect(await totalOf({ user_id: mira.id + 1 })).toBe(0);
    expect((await request(listPartners, {})).partners).toMatchObject([
      { reports_30_days: 2, points_30_days: 0 },
    ]);
    expect(await endOf(request(listPartnerReports, { params: { partner: 'nobody' } }))).toBe('not_found');
  });
});

describe('a day’s reconciliation', () => {
  const compare = async (csv: string, day = '2026-11-18', partner: string = DEMO) =>
    (await request(reconcile, { body: { partner, day, csv } })).reconciliation;

  test('says for a line of one side on which other day the other side has it', async () => {
    const { click: of } = await click();
    await reported(api, creditOf(of));
    await pass(DAY);
    await reported(api, creditOf(of, 't-2'));
    await pass(DAY);
    // They count the first report a day later, and the second one a day earlier.
    const first = await compare('transaction,points\nt-2,0\nt-7,0\n');
    await compare('transaction,points\nt-1,0\nt-2,0\n', '2026-11-19');
    expect((await request(getReconciliation, { params: { id: first.id } })).lines.data).toMatchObject([
      { as: 'missing_here', transaction: 't-2', other_day: '2026-11-19' },
      { as: 'missing_here', transaction: 't-7', other_day: null },
      { as: 'missing_there', transaction: 't-1', other_day: '2026-11-19' },
    ]);
  });

  test('takes a whole day in one file, and doesn’t advise to split it', async () => {
    await pass(DAY);
    const lines = (count: number) =>
      `transaction,points\n${Array.from({ length: count }, (_, at) => `t${at},1`).join('\n')}`;
    expect(await compare(lines(MAX_REPORT_LINES))).toMatchObject({ missing_here: MAX_REPORT_LINES });
    await expect(compare(lines(MAX_REPORT_LINES + 1))).rejects.toThrow(/20,001 lines.*Don’t split it/);
    await expect(compare('x'.repeat(MAX_CSV + 1))).rejects.toThrow(/Don’t split it/);
  });

  test('lists matches, differences, and reports missing on either side, and stores the result', async () => {
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
    expect((await request(getReconciliation, { params: { id: made.id } })).lines.data).toMatchObject([
      { as: 'different', transaction: 't-2' },
      { as: 'missing_here', transaction: 't-9' },
      { as: 'missing_there', transaction: 't-3' },
      { as: 'matched', transaction: 't-1' },
      { as: 'matched', transaction: 'r-1' },
    ]);
    expect(
      (await request(getReconciliation, { params: { id: made.id }, query: { as: 'matched' } })).lines.total,
    ).toBe(2);
    expect((await request(listReconciliations, { query: { partner: DEMO } })).data).toEqual([made]);
    expect((await request(listAuditEvents, { query: { act: 'reconciliation' } })).data).toMatchObject([
      { after: { matched: 2 } },
    ]);
    expect(await endOf(request(getReconciliation, { params: { id: made.id + 1 } }))).toBe('not_found');
  });

  test('explains a file or a day that it can’t accept, and stores nothing', async () => {
    await pass(DAY);
    const bad: [string, RegExp][] = [
      ['transaction\nt-1', /“points” is missing/],
      ['transaction,points\nt-1,1.5', /line 2: points must be/],
      ['transaction,points\nt-1,=1+1', /line 2: points must be/],
      ['transaction,points\n,5', /line 2: the transaction is missing/],
      ['transaction,points,kind\nt-1,5,bonus', /line 2: kind must be/],
      ['transaction,points\nt-1,5\nt-1,5', /line 3: credit t-1 appears twice/],
      ['transaction,points\nt-1', /line 2: has a different number/],
      ['transaction,points\nt 1,5', /line 2: a transaction has 1 to 100 characters without spaces/],
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
    expect((await request(listReconciliations, {})).total).toBe(0);
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

  test('is announced, changed before it begins, entered, and drawn', async () => {
    const id = (await request(createContest, { body: form() })).contest?.id ?? 0;
    const { contest: changed } = await request(editContest, {
      params: { id },
      body: { ...form(), prizes: [1000] },
    });
    expect(changed).toMatchObject({ state: 'coming', prizes: [1000], seed: null, slug: 'tower-sprint' });
    await pass(DAY);
    expect(await endOf(request(editContest, { params: { id }, body: form() }))).toBe('contest_closed');
    await request(enterContest, { params: { id }, body: { seed: '5eed' } });
    await pass(2 * DAY);
    expect(await request(getOperatorContest, { params: { id } })).toMatchObject({
      contest: { state: 'ended', drawn_at: expect.any(String), seed: expect.any(String) },
      entries: { data: [{ number: 1, user: { id: mira.id }, place: 1, points: 1000 }] },
    });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 7000 });
    expect(await endOf(request(callOffContest, { params: { id }, body: { reason: WHY } }))).toBe(
      'contest_closed',
    );
    expect((await request(listAuditEvents, { query: { subject: 'contest' } })).data).toMatchObject([
      { act: 'contest.edit' },
      { act: 'contest.create' },
    ]);
  });

  test('is cancelled with a reason: no one enters or wins, and entrants read why', {
    tags: 'concurrent',
  }, async () => {
    const id = (await request(createContest, { body: form() })).contest?.id ?? 0;
    await pass(DAY);
    await request(enterContest, { params: { id }, body: { seed: '5eed' } });
    const ends = await endsOf(
      [1, 2].map(() => request(callOffContest, { params: { id }, body: { reason: WHY } })),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect((await request(getContest, { params: { id } })).contest).toMatchObject({
      state: 'ended',
      called_off: WHY,
      winners: null,
    });
    api.actAs(await api.addPlayer());
    expect(await endOf(request(enterContest, { params: { id }, body: { seed: '1a7e' } }))).toBe(
      'contest_closed',
    );
    await pass(5 * DAY);
    await request(listContests, {});
    const [row] = await api.db.drizzle.select().from(contestRows).where(eq(contestRows.id, id));
    expect(row).toMatchObject({ drawnAt: null });
    expect(
      await api.db.drizzle.$count(notifications, eq(notifications.key, `contest:${id}:called-off`)),
    ).toBe(1);
    expect((await request(listOperatorContests, { query: { state: 'called_off' } })).total).toBe(1);
    expect(await endOf(request(editContest, { params: { id }, body: form() }))).toBe('contest_closed');
  });

  test('explains what is wrong with its form, and can’t be changed if it comes from the catalogue', async () => {
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
      expect(await endOf(request(createContest, { body: { ...form(), ...change } }))).toBe(
        `invalid: ${field}`,
      );
    await request(listContests, {});
    const [weekly] = (await request(listOperatorContests, {})).data;
    expect(weekly?.from_catalogue).toBe(true);
    expect(await endOf(request(editContest, { params: { id: weekly?.id ?? 0 }, body: form() }))).toBe(
      'contest_closed',
    );
  });
});

test('a thread is read, answered once per key, and closed, and its text isn’t in the log', {
  tags: 'concurrent',
}, async () => {
  const question = { topic: 'points', subject: 'Where are they?', body: 'My points.' } as const;
  const { id } = (await request(startThread, { body: question })).thread;
  const waiting = (await request(findThreads, { body: {} })).data.find((one) => one.id === id);
  expect(waiting).toMatchObject({ user: { id: mira.id }, state: 'waiting', suspended: false });
  const { messages } = await request(getSupportThread, { params: { id } });
  const answer = { body: 'They are held until Friday.', read_up_to: messages.data[0]?.id ?? 0, close: true };
  const unread = request(answerThread, { params: { id }, body: { ...answer, read_up_to: 1 } });
  expect(await endOf(unread)).toBe('invalid: read_up_to');
  const key = randomUUID();
  const [one, two] = await Promise.all(
    [1, 2].map(() => request(answerThread, { params: { id }, body: answer, idempotencyKey: key })),
  );
  expect(one?.message.id).toBe(two?.message.id);
  expect((await request(getThread, { params: { id } })).thread).toMatchObject({ state: 'closed', unread: 1 });
  expect(
    await endOf(request(closeSupportThread, { params: { id }, body: { reason: WHY, read_up_to: 999_999 } })),
  ).toBe('nothing_to_do');
  expect((await request(listAuditEvents, { query: { act: 'thread' } })).data).toHaveLength(1);
  expect(JSON.stringify(await api.db.drizzle.select().from(operatorActs))).not.toContain('Friday');
  expect((await request(findThreads, { body: { state: 'closed' } })).data).toMatchObject([{ id }]);
});

test('proofs and articles are decided once, logged with the reason, and counted in the overview', async () => {
  const proof = 'https://x.com/somebody/status/1234567890';
  await request(submitProof, { params: { id: 1 }, body: { proof } });
  const key = randomUUID();
  const { version } = (
    await request(saveSubmission, { params: { key }, body: { ...articleDraft, version: 0 } })
  ).submission;
  await request(submitForReview, { params: { key }, body: { version } });
  expect((await request(getOverview, {})).overview).toMatchObject({ proofs: 1, submissions: 1 });
  const [waiting] = (await request(listWaitingProofs, {})).data;
  const reason = 'Shows a whole round, marked as an ad.';
  const { points } = await request(confirmProof, {
    params: { id: waiting?.id ?? 0 },
    body: { proof, reason },
  });
  expect(
    await endOf(request(refuseProof, { params: { id: waiting?.id ?? 0 }, body: { proof, reason } })),
  ).toBe('nothing_to_do');
  const [article] = (await request(listWaitingSubmissions, {})).data;
  expect(article).toMatchObject({ title: articleDraft.title, user: { id: mira.id } });
  expect(article).not.toHaveProperty('html');
  const id = article?.id ?? 0;
  const { submission, html } = await request(getWaitingSubmission, { params: { id } });
  expect([submission, html]).toEqual([article, expect.stringContaining('Move along two edges.')]);
  expect(await endOf(request(acceptSubmission, { params: { id }, body: { version: 77, reason } }))).toBe(
    'draft_changed',
  );
  const paid = await request(acceptSubmission, {
    params: { id },
    body: { version: article?.version ?? 0, reason },
  });
  expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000 + points + paid.points });
  expect(await endOf(request(getWaitingSubmission, { params: { id } }))).toBe('not_found');
  expect((await request(listAuditEvents, { query: { user_id: mira.id } })).data).toMatchObject([
    { act: 'submission.accept', reason },
    { act: 'proof.confirm', reason },
  ]);
});

describe('a dispute', () => {
  const answer = 'We sent it to the name that you gave.';

  async function overAnOrder() {
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    const order =
      (await request(buyAmount, { params: { id: 84 }, body: { amount_id: 8401 } })).order?.id ?? 0;
    await request(deliverOrder, { params: { id: order }, body: { reference: 'gift 1' } });
    await request(openDispute, {
      params: { id: order },
      body: { reason: 'not_received', proof: 'My inventory shows nothing since.' },
    });
    return order;
  }

  test('over an order is listed with its facts, declined, appealed, and decided by one of two operators', {
    tags: 'concurrent',
  }, async () => {
    const order = await overAnOrder();
    await pass(6 * DAY);
    const { data } = await request(findDisputes, { body: {} });
    const fields = {
      subject: 'order',
      subject_id: order,
      overdue: true,
      points: 5000,
      user: { id: mira.id },
    };
    expect(data).toMatchObject([fields]);
    const id = data[0]?.id ?? 0;
    expect((await request(getDispute, { params: { id } })).facts).toMatchObject([
      { what: 'Ordered, with delivery details' },
      { what: 'Sent' },
    ]);
    expect(
      await endOf(request(answerDispute, { params: { id }, body: { accept: true, answer: 'ok' } })),
    ).toBe('invalid: answer');
    expect(
      (await request(answerDispute, { params: { id }, body: { accept: false, answer } })).dispute.state,
    ).toBe('refused');
    expect(await endOf(request(answerDispute, { params: { id }, body: { accept: true, answer } }))).toBe(
      'nothing_to_do',
    );
    await request(appealDispute, {
      params: { id: order },
      body: { appeal: 'The name in the order is another one.' },
    });
    const ends = await endsOf(
      [true, false].map((yes) => request(answerDispute, { params: { id }, body: { accept: yes, answer } })),
    );
    expect(ends.toSorted()).toEqual(['done', 'nothing_to_do']);
    const accepted = ends[0] === 'done';
    expect((await request(getOrder, { params: { id: order } })).order.state).toBe(
      accepted ? 'refunded' : 'delivered',
    );
    expect((await request(getBalance, {})).balance).toMatchObject({ available: accepted ? 6000 : 1000 });
  });

  test('that is accepted sends one notification, with the points that are returned', async () => {
    await overAnOrder();
    const id = (await request(findDisputes, { body: {} })).data[0]?.id ?? 0;
    await request(answerDispute, { params: { id }, body: { accept: true, answer } });
    const { data } = await request(listNotifications, {});
    expect(data.map(({ title, body }) => `${title} | ${body}`)).toEqual([
      `Report accepted: Robux, 400 Robux | ${answer} You got your 5,000 points back.`,
      expect.stringMatching(/^Your first reward/),
      expect.stringMatching(/^Delivered/),
    ]);
  });

  test('that was appealed is decided by another operator, if there is one', async () => {
    const order = await overAnOrder();
    const id = (await request(findDisputes, { body: {} })).data[0]?.id ?? 0;
    const decline = () => request(answerDispute, { params: { id }, body: { accept: false, answer } });
    await decline();
    const appeal = 'The name in the order is another one.';
    await request(appealDispute, { params: { id: order }, body: { appeal } });
    const other = await api.addOperator();
    expect(await endOf(decline())).toBe('forbidden');
    api.operateAs(other);
    const read = () => request(getDispute, { params: { id } });
    const first_answer = { answer, answered_at: api.now.toISOString() };
    expect(await read()).toMatchObject({ first_answer, dispute: { answer } });
    const final = 'The name in the order is the one you saved.';
    const last = { params: { id }, body: { accept: false, answer: final } };
    expect((await request(answerDispute, last)).dispute.state).toBe('closed');
    expect(await read()).toMatchObject({ first_answer, dispute: { answer: final } });
  });

  test('over an offer pays its milestone once, and can’t be decided by its own player', async () => {
    const { offer, click: of, points } = await click();
    await pass(2 * DAY);
    await request(disputeOffer, {
      params: { id: offer },
      body: { proof: 'I reached the goal yesterday, see the picture.' },
    });
    const [row] = (await request(findDisputes, { body: { subject: 'offer' } })).data;
    expect(row).toMatchObject({ subject: 'offer', subject_id: offer, points });
    const accept = async () =>
      (await request(answerDispute, { params: { id: row?.id ?? 0 }, body: { accept: true, answer } }))
        .dispute;
    api.operateAs(await api.addOperator(mira.email));
    expect(await endOf(accept())).toBe('forbidden');
    await pass(0);
    // More than one operator may pay without approval: it takes two.
    expect((await accept()).state).toBe('open');
    api.operateAs(await api.addOperator());
    expect((await accept()).state).toBe('accepted');
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000 + points });
    expect(await reported(api, creditOf(of))).toBe('recorded credited');
    expect(
      (await request(getDispute, { params: { id: row?.id ?? 0 } })).facts.map(({ what }) => what),
    ).toContainEqual(expect.stringContaining('transaction t-1 (credited, '));
    expect((await request(listAuditEvents, { query: { act: 'dispute.accept' } })).data).toMatchObject([
      { reason: answer, after: { state: 'accepted', points } },
    ]);
    expect(await api.db.drizzle.$count(disputes, eq(disputes.state, 'accepted'))).toBe(1);
  });

  test('over a milestone is shown with its name and points', async () => {
    const started = (await request(openOffer, { params: { id: 2 } })).offer;
    await pass(2 * DAY);
    await request(disputeOffer, {
      params: { id: started.id },
      body: { proof: 'I reached the milestone yesterday.', milestone: 'map_3' },
    });
    const [row] = (await request(findDisputes, { body: { subject: 'offer' } })).data;
    expect(row).toMatchObject({ title: 'Teacup Atlas: Uncover 3 maps', points: 150 });
    expect((await request(getDispute, { params: { id: row?.id ?? 0 } })).pays).toBe(150);
  });

  test('says beforehand and logs what it pays: nothing if the partner reported the goal in the meantime', async () => {
    const { offer, click: of } = await click();
    await pass(2 * DAY);
    await request(disputeOffer, {
      params: { id: offer },
      body: { proof: 'I reached the goal yesterday, see the picture.' },
    });
    const [row] = (await request(findDisputes, { body: { subject: 'offer' } })).data;
    const accept = () =>
      request(answerDispute, { params: { id: row?.id ?? 0 }, body: { accept: true, answer } });
    const pays = async () => (await request(getDispute, { params: { id: row?.id ?? 0 } })).pays;
    expect(await pays()).toBe(row?.points);
    await accept();
    expect(await reported(api, creditOf(of))).toBe('recorded credited');
    api.operateAs(await api.addOperator());
    expect(await pays()).toBe(0);
    expect((await accept()).dispute.state).toBe('accepted');
    expect((await request(listAuditEvents, { query: { act: 'dispute.accept' } })).data).toMatchObject([
      { after: { state: 'accepted', points: 0 } },
    ]);
    // Nothing of it counts toward anybody's daily limit.
    expect(await api.db.drizzle.$count(operatorPayments, ne(operatorPayments.state, 'withdrawn'))).toBe(0);
  });
});
