import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  clicks,
  contests,
  disputes,
  operatorActs,
  operatorPayments,
  operators,
  socialProofs,
} from '../../../server/db/schema.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { firstSetupCode, furtherSetupCode } from '../../../server/features/operators/setup.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import {
  approveContestProposal,
  createContest,
  declineContestProposal,
  editContest,
  listContestProposals,
} from '../../../src/lib/contract/draws/operator-contests.ts';
import { listOffers, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import {
  addPartnerKey,
  endPartnerKeys,
  listPartners,
} from '../../../src/lib/contract/offers/operator-partners.ts';
import {
  approveInvitation,
  beginOperatorSetUp,
  confirmOperatorSetUp,
  endOperator,
  getOverview,
  inviteOperator,
  listOperators,
} from '../../../src/lib/contract/operators/operator.ts';
import { adjustBalance, approveAdjustment } from '../../../src/lib/contract/operators/operator-users.ts';
import {
  answerDispute,
  confirmProof,
  getDispute,
  listWaitingProofs,
} from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { submitProof } from '../../../src/lib/contract/social/social.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf } from '../../support/app-codes.ts';

const HOUR = 3_600_000;
const WHY = 'Your screenshots show that level.';
const forbidden = { code: 'forbidden' };
/** Its prize is above an operator’s daily limit. */
const contest = {
  name: 'A draw of our own',
  game: 'Merge',
  summary: 'One evening, one prize',
  rules: ['One entry per mailbox, and it is free.'],
  prizes: [6000],
  starts_at: '2026-12-01T12:00:00Z',
  ends_at: '2026-12-02T12:00:00Z',
};

let api: TestApi;
let me: Player;

beforeEach(async () => {
  api = await testApi();
  me = await api.addPlayer();
  api.actAs(me);
});

const pass = (hours: number) => {
  api.now = new Date(api.now.getTime() + hours * HOUR);
};

/** Signs up an operator with a code, and stays signed in as them. */
async function comeIn(code: string, name: string) {
  const form = { name, email: `${name}@play.example`, password: 'seven quiet lanterns' };
  const { secret } = await request(beginOperatorSetUp, { body: { ...form, setup_code: code } });
  return request(confirmOperatorSetUp, {
    body: { setup_code: code, code: codeOf(secretOf(secret), api.now) },
  });
}

type Session = Awaited<ReturnType<typeof comeIn>>;

/** Signs in again, because a session ends after some hours. */
async function again({ operator: { id } }: Session): Promise<void> {
  api.operateAs(await createOperatorSession(api.db.drizzle, id, 'a test', api.now));
}

const first = async () => comeIn((await firstSetupCode(api.db, undefined, api.now)) ?? '', 'ada');

async function invitedBy(session: Session, name: string) {
  await again(session);
  const { setup_code: code, needs_approval: needsApproval } = await request(inviteOperator, {
    body: { note: name },
  });
  const [invitation] = (await request(listOperators, {})).invitations.toReversed();
  return { code, needsApproval, id: invitation?.id ?? 0 };
}

const proposed = async (session: Session) => {
  await again(session);
  return (await request(adjustBalance, { body: { user_id: me.id, points: 900_000, reason: WHY } })).adjustment
    .id;
};

describe('approval by two operators', () => {
  test('isn’t possible between an operator and someone they invited, however long ago and whoever proposes', async () => {
    const ada = await first();
    const invitation = await invitedBy(ada, 'bea');
    expect(invitation.needsApproval).toBe(false);
    const bea = await comeIn(invitation.code, 'bea');
    pass(100);
    for (const [one, other] of [
      [ada, bea],
      [bea, ada],
    ] as const) {
      const id = await proposed(one);
      await again(other);
      await expect(request(approveAdjustment, { params: { id } })).rejects.toMatchObject(forbidden);
    }
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
  });

  test('isn’t possible for what someone proposed whose access has ended since', async () => {
    const [ada, bo, cat] = [await api.addOperator(), await api.addOperator(), await api.addOperator()];
    const dispute = { userId: me.id, subject: 'offer' as const, subjectId: 2, proof: 'I did it.' };
    await request(openOffer, { params: { id: 2 } });
    await api.db.drizzle.update(clicks).set({ points: 6000 });
    const [row] = await api.db.drizzle
      .insert(disputes)
      .values({ ...dispute, openedAt: api.now, dueAt: api.now })
      .returning();
    const acts = {
      contest: async () => (await request(createContest, { body: contest })).contest !== null,
      dispute: async () =>
        (
          await request(answerDispute, {
            params: { id: row?.id ?? 0 },
            body: { accept: true, answer: WHY },
          })
        ).dispute.state === 'accepted',
      key: async () =>
        (await request(addPartnerKey, { params: { partner: 'demo' }, body: { reason: WHY } })).secret !==
        null,
    };
    const done = async () => ({
      contest: await acts.contest(),
      dispute: await acts.dispute(),
      key: await acts.key(),
    });
    const none = { contest: false, dispute: false, key: false };
    api.operateAs(ada);
    expect(await done()).toEqual(none);
    const { id } = (await request(adjustBalance, { body: { user_id: me.id, points: 900_000, reason: WHY } }))
      .adjustment;
    api.operateAs(bo);
    await request(endOperator, { params: { id: ada.id }, body: { reason: 'She has left the company.' } });
    await expect(request(approveAdjustment, { params: { id } })).rejects.toMatchObject(forbidden);
    expect(await done()).toEqual(none);
    // What Bo proposes now is his own, and takes someone else.
    api.operateAs(cat);
    expect(await done()).toEqual({ contest: true, dispute: true, key: true });
  });

  test('can’t be reached by inviting a second operator without an approval, in any way', async () => {
    const ada = await first();
    // Made while she was the only operator, and used once she isn't.
    const [one, two] = [await invitedBy(ada, 'bea'), await invitedBy(ada, 'cat')];
    const bea = await comeIn(one.code, 'bea');
    await expect(comeIn(two.code, 'cat')).rejects.toMatchObject({
      fields: { setup_code: expect.stringContaining('approve') },
    });
    pass(100);
    const three = await invitedBy(ada, 'cat');
    expect(three.needsApproval).toBe(true);
    for (const session of [ada, bea]) {
      await again(session);
      await expect(request(approveInvitation, { params: { id: three.id } })).rejects.toMatchObject(forbidden);
    }
    // The invited operator ends the other's access and invites a third: they all depend on one operator.
    const id = await proposed(ada);
    await again(bea);
    await request(endOperator, {
      params: { id: ada.operator.id },
      body: { reason: 'She has left the company.' },
    });
    // For three days she isn't the sole operator, and no one else could approve it.
    pass(71);
    const early = await invitedBy(bea, 'cat');
    expect(early.needsApproval).toBe(true);
    await expect(comeIn(early.code, 'cat')).rejects.toMatchObject({
      fields: { setup_code: expect.stringContaining('approve') },
    });
    pass(1);
    const cat = await comeIn((await invitedBy(bea, 'cat')).code, 'cat');
    pass(100);
    await again(cat);
    await expect(request(approveAdjustment, { params: { id } })).rejects.toMatchObject(forbidden);
  });

  test('works with an independent operator, who can’t approve anything for 72 hours', async () => {
    const ada = await first();
    const bea = await comeIn(await furtherSetupCode(api.db, api.now), 'bea');
    const invitation = await invitedBy(ada, 'cat');
    const id = await proposed(ada);
    pass(71);
    await again(bea);
    // The others learn of an operator whom none of them invited.
    const { data } = await request(listAuditEvents, { query: { act: 'operator.invite' } });
    expect(data.at(-1)).toMatchObject({ operator: null, after: { note: 'made on the server' } });
    await expect(request(approveAdjustment, { params: { id } })).rejects.toMatchObject({
      ...forbidden,
      message: expect.stringContaining('72 hours'),
    });
    await expect(request(approveInvitation, { params: { id: invitation.id } })).rejects.toBeTruthy();
    pass(1);
    await again(bea);
    await request(approveAdjustment, { params: { id } });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 900_000 });
    const next = await invitedBy(ada, 'cat');
    await expect(comeIn(next.code, 'cat')).rejects.toMatchObject({
      fields: { setup_code: expect.any(String) },
    });
    await again(bea);
    await request(approveInvitation, { params: { id: next.id } });
    await expect(request(approveInvitation, { params: { id: next.id } })).rejects.toMatchObject({
      code: 'nothing_to_do',
    });
    const cat = await comeIn(next.code, 'cat');
    pass(72);
    // Once another approves her, cat is independent, but never from the one who invited her.
    const [hers, theirs] = [await proposed(bea), await proposed(ada)];
    await again(cat);
    await request(approveAdjustment, { params: { id: hers } });
    await expect(request(approveAdjustment, { params: { id: theirs } })).rejects.toMatchObject(forbidden);
    const [row] = await api.db.drizzle.select().from(operators).where(eq(operators.id, cat.operator.id));
    expect(row).toMatchObject({ invitedBy: ada.operator.id, approvedBy: bea.operator.id });
  });
});

describe('what one operator pays without approval', () => {
  /** A dispute over an offer that pays this many points. */
  async function disputed(points: number): Promise<number> {
    const player = await api.addPlayer();
    api.actAs(player);
    const [offer] = (await request(listOffers, {})).data;
    await request(openOffer, { params: { id: offer?.id ?? 0 } });
    await api.db.drizzle.update(clicks).set({ points }).where(eq(clicks.userId, player.id));
    const values = {
      userId: player.id,
      subject: 'offer' as const,
      subjectId: offer?.id ?? 0,
      proof: 'I did it.',
    };
    const [row] = await api.db.drizzle
      .insert(disputes)
      .values({ ...values, openedAt: api.now, dueAt: api.now })
      .returning();
    return row?.id ?? 0;
  }

  test('is one sum per day, whatever it is for: disputes, adjustments, proofs and prizes', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    const small = await disputed(2000);
    expect(
      (await request(answerDispute, { params: { id: small }, body: { accept: true, answer: WHY } })).dispute,
    ).toMatchObject({
      state: 'accepted',
      proposed_by: null,
    });
    await request(adjustBalance, { body: { user_id: me.id, points: -2990, reason: WHY } });
    const { adjustment: adjusted } = await request(adjustBalance, {
      body: { user_id: me.id, points: 11, reason: WHY },
    });
    expect(adjusted.state).toBe('waiting');

    api.actAs(me);
    await request(submitProof, {
      params: { id: 1 },
      body: { proof: 'https://x.com/somebody/status/1234567890' },
    });
    const [proof] = (await request(listWaitingProofs, {})).data;
    const confirm = async () =>
      (
        await request(confirmProof, {
          params: { id: proof?.id ?? 0 },
          body: { proof: proof?.proof ?? '', reason: WHY },
        })
      ).points;
    await expect(confirm()).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('5,000'),
    });
    expect(await api.db.drizzle.$count(socialProofs, eq(socialProofs.state, 'confirmed'))).toBe(0);
    expect(await request(createContest, { body: contest })).toEqual({ contest: null });
    api.operateAs(bo);
    expect((await request(createContest, { body: contest })).contest).toMatchObject({ name: contest.name });
    await confirm();
    pass(24);
    api.operateAs(await api.addOperator());
    await request(adjustBalance, { body: { user_id: me.id, points: 5000, reason: WHY } });
    const sums = await api.db.drizzle
      .select()
      .from(operatorPayments)
      .where(eq(operatorPayments.state, 'approved'));
    expect(sums).toMatchObject([{ operatorId: ada.id, approvedBy: bo.id, points: 6000 }]);
  });

  test('doesn’t cover a dispute above the limit, which pays once a second operator accepts it too', {
    tags: 'concurrent',
  }, async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    const big = await disputed(20_000);
    api.operateAs(ada);
    expect(
      (await request(answerDispute, { params: { id: big }, body: { accept: true, answer: WHY } })).dispute,
    ).toMatchObject({
      state: 'open',
      proposed_by: { id: ada.id },
    });
    await expect(
      request(answerDispute, { params: { id: big }, body: { accept: true, answer: WHY } }),
    ).rejects.toMatchObject({ code: 'nothing_to_do' });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 0 });
    api.operateAs(bo);
    const { proposed_answer: answer } = await request(getDispute, { params: { id: big } });
    expect(answer).toBe(WHY);
    const ends = await Promise.allSettled(
      [1, 2, 3].map(() =>
        request(answerDispute, { params: { id: big }, body: { accept: true, answer: WHY } }),
      ),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await request(getDispute, { params: { id: big } })).proposed_answer).toBeNull();
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 20_000 });
    expect(
      (await request(listAuditEvents, { query: { act: 'dispute' } })).data.map(({ act }) => act),
    ).toEqual(['dispute.accept', 'dispute.propose']);
    const other = await disputed(20_000);
    await request(answerDispute, { params: { id: other }, body: { accept: true, answer: WHY } });
    expect(
      (await request(answerDispute, { params: { id: other }, body: { accept: false, answer: WHY } })).dispute,
    ).toMatchObject({
      state: 'refused',
      proposed_by: null,
    });
  });

  test('can’t be a social task that pays more than that, which the operator reads', async () => {
    api = await testApi({ operatorDailyLimit: 10 });
    api.actAs(await api.addPlayer());
    await request(submitProof, {
      params: { id: 1 },
      body: { proof: 'https://x.com/somebody/status/1234567890' },
    });
    api.operateAs(await api.addOperator());
    const [proof] = (await request(listWaitingProofs, {})).data;
    const body = { proof: proof?.proof ?? '', reason: WHY };
    await expect(request(confirmProof, { params: { id: proof?.id ?? 0 }, body })).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('OPERATOR_DAILY_LIMIT'),
    });
  });

  test('lets who declined a report approve another operator’s decision of its appeal, but not make it', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    const id = await disputed(8000);
    const decide = async (accept = true) =>
      (await request(answerDispute, { params: { id }, body: { accept, answer: WHY } })).dispute;
    api.operateAs(ada);
    expect(await decide(false)).toMatchObject({ state: 'refused' });
    await api.db.drizzle.update(disputes).set({ state: 'appealed', appeal: WHY, appealedAt: api.now });
    await expect(decide()).rejects.toMatchObject(forbidden);
    api.operateAs(bo);
    expect(await decide()).toMatchObject({ state: 'appealed', proposed_by: { id: bo.id } });
    api.operateAs(ada);
    await expect(decide(false)).rejects.toMatchObject(forbidden);
    // What it pays has changed since, so this would be another decision.
    await api.db.drizzle.update(clicks).set({ points: 4000 });
    await expect(decide()).rejects.toMatchObject(forbidden);
    await api.db.drizzle.update(clicks).set({ points: 8000 });
    expect(await decide()).toMatchObject({ state: 'accepted', proposed_by: null });
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 8000 });
  });

  test('is one sum with operators they invited without approval, even concurrently', {
    tags: 'concurrent',
  }, async () => {
    const ada = await first();
    const give = async (points: number) =>
      (await request(adjustBalance, { body: { user_id: me.id, points, reason: WHY } })).adjustment;
    await again(ada);
    expect(await give(3000)).toMatchObject({ state: 'done' });
    const bea = await comeIn((await invitedBy(ada, 'bea')).code, 'bea');
    await again(bea);
    expect(await give(2001)).toMatchObject({ state: 'waiting' });
    await request(endOperator, {
      params: { id: ada.operator.id },
      body: { reason: 'She has left the company.' },
    });
    pass(72);
    await again(bea);
    expect(await give(3000)).toMatchObject({ state: 'done' });
    const cat = await comeIn((await invitedBy(bea, 'cat')).code, 'cat');
    await again(cat);
    expect(await give(2001)).toMatchObject({ state: 'waiting' });
    const both = [await disputed(2000), await disputed(2000)];
    const ends = await Promise.all(
      [bea, cat].map(async (session, at) => {
        await again(session);
        return request(answerDispute, { params: { id: both[at] ?? 0 }, body: { accept: true, answer: WHY } });
      }),
    );
    expect(ends.map(({ dispute }) => dispute.state).toSorted()).toEqual(['accepted', 'open']);
    api.actAs(me);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 6000 });

    const dan = await comeIn(await furtherSetupCode(api.db, api.now), 'dan');
    await again(dan);
    expect(await give(5000)).toMatchObject({ state: 'done' });
  });

  test('is proposed and approved once if two propose it at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const both = [await api.addOperator(), await api.addOperator()];
    const ends = await Promise.allSettled(
      both.map((one) => {
        api.operateAs(one);
        return request(createContest, { body: contest });
      }),
    );
    expect(
      ends
        .map((end) => end.status === 'fulfilled' && (end.value.contest ? 'announced' : 'proposed'))
        .toSorted(),
    ).toEqual(['announced', 'proposed']);
  });

  test('can’t change an approved contest’s prizes or time', async () => {
    const both = [await api.addOperator(), await api.addOperator()] as const;
    const made = { ...contest, prizes: [4000, 2000], ends_at: '2026-12-04T12:00:00Z' };
    const announced = async (operator: (typeof both)[number]) => {
      api.operateAs(operator);
      return (await request(createContest, { body: made })).contest;
    };
    expect(await announced(both[0])).toBeNull();
    const id = (await announced(both[1]))?.id ?? 0;
    const edit = async (change: Partial<typeof made>) =>
      (await request(editContest, { params: { id }, body: { ...made, ...change } })).contest;
    for (const change of [
      { prizes: [6000] },
      { prizes: [5999, 1] },
      { ends_at: '2026-12-01T13:00:00Z' },
      { starts_at: '2026-12-04T10:00:00Z' },
    ])
      expect(await edit(change), JSON.stringify(change)).toBeNull();
    // A lower prize counts with its own amount.
    expect(await edit({ prizes: [3000] })).toMatchObject({ prizes: [3000] });
    expect(await edit({ prizes: [2001] })).toBeNull();
    const words = { summary: 'Three evenings, one prize', prizes: [3000] };
    expect(await edit(words)).toMatchObject(words);
  });

  test('shows a proposed contest with all that players would read, and a second operator announces just that', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    const waiting = async () => (await request(getOverview, {})).overview.contest_proposals;
    api.operateAs(ada);
    const rules = ['One entry per mailbox, and it is free.', 'We draw the winner by lot.'];
    const made = { ...contest, rules, prizes: [6000, 500] };
    expect(await request(createContest, { body: made })).toEqual({ contest: null });
    const [proposal] = (await request(listContestProposals, {})).proposals;
    const terms = {
      ...made,
      starts_at: '2026-12-01T12:00:00.000Z',
      ends_at: '2026-12-02T12:00:00.000Z',
    };
    expect(proposal).toMatchObject({ ...terms, contest_id: null, proposed_by: { id: ada.id } });
    const params = { id: proposal?.id ?? 0 };
    await expect(request(approveContestProposal, { params })).rejects.toMatchObject({
      code: 'nothing_to_do',
    });
    expect(await waiting()).toBe(0);

    api.operateAs(bo);
    expect(await waiting()).toBe(1);
    expect((await request(approveContestProposal, { params })).contest).toMatchObject(terms);
    expect(await waiting()).toBe(0);
    expect((await request(listContestProposals, {})).proposals).toEqual([]);
    await expect(request(approveContestProposal, { params })).rejects.toMatchObject({ code: 'not_found' });
    const log = (await request(listAuditEvents, { query: { subject: 'contest' } })).data;
    expect(log).toMatchObject([
      { act: 'contest.create', operator: { id: bo.id } },
      { act: 'contest.propose', operator: { id: ada.id }, after: { rules: rules.join('\n') } },
    ]);
  });

  test('decides a proposed contest once, whoever approves or declines it at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const ada = await api.addOperator();
    const before = await api.db.drizzle.$count(contests);
    // Each of them could announce as much alone.
    const others = await Promise.all([1, 2, 3, 4].map(() => api.addOperator()));
    api.operateAs(ada);
    expect(await request(createContest, { body: { ...contest, prizes: [3000] } })).toMatchObject({
      contest: { prizes: [3000] },
    });
    for (const round of [1, 2]) {
      api.operateAs(ada);
      expect(
        await request(createContest, { body: { ...contest, name: `Again ${round}`, prizes: [3000] } }),
      ).toEqual({ contest: null });
      const [proposal] = (await request(listContestProposals, {})).proposals;
      const params = { id: proposal?.id ?? 0 };
      const ends = await Promise.allSettled(
        others.map((operator, index) => {
          api.operateAs(operator);
          return index % 2 === 0
            ? request(approveContestProposal, { params })
            : request(declineContestProposal, { params, body: { reason: WHY } });
        }),
      );
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const end of ends)
        if (end.status === 'rejected')
          expect(end.reason).toMatchObject({ code: expect.stringMatching(/^(?:nothing_to_do|not_found)$/) });
      expect((await request(listContestProposals, {})).proposals).toEqual([]);
      const decided = (await request(listAuditEvents, { query: { subject: 'contest' } })).data.filter(
        ({ act }) => act !== 'contest.propose',
      );
      expect(decided).toHaveLength(1 + round);
      expect(await api.db.drizzle.$count(contests)).toBe(
        before + decided.filter(({ act }) => act === 'contest.create').length,
      );
    }
  });

  test('keeps a proposed change of a contest apart from it, and it can be declined or withdrawn', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    const small = { ...contest, prizes: [100] };
    const { contest: made } = await request(createContest, { body: small });
    const id = made?.id ?? 0;
    for (const [operator, prizes] of [
      [ada, [7000]],
      [bo, [8000]],
    ] as const) {
      api.operateAs(operator);
      expect(
        await request(editContest, { params: { id }, body: { ...contest, prizes: [...prizes] } }),
      ).toEqual({
        contest: null,
      });
    }
    const { proposals } = await request(listContestProposals, {});
    expect(proposals).toMatchObject([
      { contest_id: id, prizes: [7000] },
      { contest_id: id, prizes: [8000] },
    ]);
    for (const { id: proposal } of proposals)
      await request(declineContestProposal, { params: { id: proposal }, body: { reason: WHY } });
    expect((await request(listContestProposals, {})).proposals).toEqual([]);
    expect((await request(listAuditEvents, { query: { act: 'contest.decline' } })).data).toMatchObject([
      { subject_id: String(id), reason: WHY, before: { prizes: '8000' } },
      { subject_id: String(id), reason: WHY, before: { prizes: '7000' } },
    ]);
    await expect(
      request(approveContestProposal, { params: { id: proposals[0]?.id ?? 0 } }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leaves out a contest that an earlier version proposed without logging all of it', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    const payment = { operatorId: ada.id, act: 'contest.create', subjectId: 'a hash', points: 6000 };
    await api.db.drizzle.insert(operatorPayments).values({ ...payment, state: 'waiting', at: api.now });
    await api.db.drizzle.insert(operatorActs).values({
      ...{ operatorId: ada.id, act: 'contest.propose', subject: 'contest', subjectId: 'new' },
      ...{ before: {}, after: { name: 'Old', starts: contest.starts_at }, at: api.now },
    });
    api.operateAs(bo);
    expect((await request(listContestProposals, {})).proposals).toEqual([]);
    expect((await request(getOverview, {})).overview.contest_proposals).toBe(0);
  });

  test('leaves out a proposed contest once its start is over', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    await request(createContest, { body: contest });
    api.now = new Date(contest.starts_at);
    api.operateAs(await createOperatorSession(api.db.drizzle, bo.id, 'a test', api.now));
    expect((await request(getOverview, {})).overview.contest_proposals).toBe(0);
    expect((await request(listContestProposals, {})).proposals).toEqual([]);
  });

  test('adds up correctly if many are accepted at the same moment', { tags: 'concurrent' }, async () => {
    api.operateAs(await api.addOperator());
    const all = [await disputed(2000), await disputed(2000), await disputed(2000)];
    const ends = await Promise.all(
      all.map((id) => request(answerDispute, { params: { id }, body: { accept: true, answer: WHY } })),
    );
    expect(ends.map(({ dispute }) => dispute.state).toSorted()).toEqual(['accepted', 'accepted', 'open']);
  });
});

describe('a partner’s key, by which credits are signed', () => {
  const make = () => request(addPartnerKey, { params: { partner: 'demo' }, body: { reason: WHY } });
  const give = async (points: number) =>
    (await request(adjustBalance, { body: { user_id: me.id, points, reason: WHY } })).adjustment;
  const acts = async () =>
    (await request(listAuditEvents, { query: { act: 'partner' } })).data.map(({ act, operator }) => [
      act,
      operator?.id,
    ]);

  test('takes two operators, neither of them new or tied to the other, and is shown to the second', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    const proposal = await make();
    expect(proposal).toMatchObject({ secret: null, partner: { key_proposed_by: { id: ada.id } } });
    expect(proposal.partner.keys).toHaveLength(1);
    await expect(make()).rejects.toMatchObject({ code: 'nothing_to_do' });
    const cat = await comeIn(await furtherSetupCode(api.db, api.now), 'cat');
    await again(cat);
    await expect(make()).rejects.toMatchObject({
      ...forbidden,
      message: expect.stringContaining('72 hours'),
    });
    await api.db.drizzle.update(operators).set({ invitedBy: ada.id }).where(eq(operators.id, bo.id));
    api.operateAs(bo);
    await expect(make()).rejects.toMatchObject(forbidden);
    await api.db.drizzle.update(operators).set({ invitedBy: null }).where(eq(operators.id, bo.id));
    const made = await make();
    expect(made).toMatchObject({
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      partner: { key_proposed_by: null },
    });
    expect(made.partner.keys).toHaveLength(2);
    expect(await acts()).toEqual([
      ['partner.add_key', bo.id],
      ['partner.propose_key', ada.id],
    ]);
  });

  test('is made once if many approve it at the same moment', { tags: 'concurrent' }, async () => {
    const [ada, bo, cat] = [await api.addOperator(), await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    await make();
    const ends = await Promise.all(
      [bo, cat].map((one) => {
        api.operateAs(one);
        return make();
      }),
    );
    // The second operator has proposed the next one.
    expect(ends.filter(({ secret }) => secret !== null)).toHaveLength(1);
    const [partner] = (await request(listPartners, {})).partners;
    expect(partner?.keys).toHaveLength(2);
  });

  test('can be made by the only operator, is logged, and uses up their sum for a day', async () => {
    const ada = await first();
    await again(ada);
    expect((await make()).secret).not.toBeNull();
    expect(await acts()).toEqual([['partner.add_key', ada.operator.id]]);
    expect(await give(1)).toMatchObject({ state: 'waiting' });
    pass(24);
    await again(ada);
    expect(await give(1)).toMatchObject({ state: 'done' });
  });

  test('can’t be made by one operator after ending the other’s access, or from an expired or cancelled proposal', async () => {
    const [ada, bo] = [await api.addOperator(), await api.addOperator()];
    api.operateAs(ada);
    await request(endOperator, { params: { id: bo.id }, body: { reason: 'He has left the company.' } });
    expect((await make()).secret).toBeNull();
    pass(72);
    const cat = await api.addOperator();
    api.operateAs(cat);
    expect((await request(listPartners, {})).partners[0]).toMatchObject({ key_proposed_by: null });
    expect((await make()).secret).toBeNull();
    await request(endPartnerKeys, { params: { partner: 'demo' }, body: { reason: WHY } });
    api.operateAs(await api.addOperator());
    expect((await make()).secret).toBeNull();
    expect(await acts()).not.toContainEqual(['partner.add_key', expect.anything()]);
  });
});
