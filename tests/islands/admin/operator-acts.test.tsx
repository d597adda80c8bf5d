/** Each action of an operator, from its button to its call and the message that it is done: a table over the contract. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Call } from '../../../src/lib/contract/call.ts';
import {
  approveContestProposal,
  callOffContest,
  createContest,
  declineContestProposal,
  editContest,
  getOperatorContest,
  listContestProposals,
  type OperatorContest,
} from '../../../src/lib/contract/draws/operator-contests.ts';
import * as support from '../../../src/lib/contract/messages/operator-support.ts';
import * as partners from '../../../src/lib/contract/offers/operator-partners.ts';
import * as operators from '../../../src/lib/contract/operators/operator.ts';
import * as users from '../../../src/lib/contract/operators/operator-users.ts';
import * as orders from '../../../src/lib/contract/redemption/operator-orders.ts';
import * as reviews from '../../../src/lib/contract/reviews/operator-reviews.ts';
import { adminHost, openAdmin } from '../../support/admin-area.tsx';
import { calls } from '../../support/calls.ts';
import { pageOf } from '../../support/host.ts';
import { AT, adjustment, operator, order, partner, playerDetail } from '../../support/operator-fixtures.ts';
import { sampleAnswer } from '../../support/sample.ts';
import { field, focusOn, pressFound, textsOf } from '../../support/screen.ts';

const host = adminHost(() => {});
const WHY = 'Looked into, and this is so.';
const because = { reason: WHY };
const bo = { id: 2, name: 'Bo' };

const showOrder = (change: Parameters<typeof order>[1]) => () =>
  host.on(orders.getOperatorOrder, () => ({
    order: order(1, change),
    entries: [],
    matches: [],
    refund: null,
  }));
const showUser =
  (change: Parameters<typeof playerDetail>[0], refused = false) =>
  () => {
    const [friend] = Object(sampleAnswer(users.getOperatorUser)).friends;
    host.on(users.getOperatorUser, () => ({
      user: playerDetail(change),
      matches: [{ id: 5, user: bo, reason: 'device' as const, found_at: AT, settled_at: null }],
      friends: [{ ...friend, user: bo, refused_for: refused ? WHY : null }],
    }));
  };
const showPartner = (change: Parameters<typeof partner>[0]) => () =>
  host.on(partners.listPartners, () => ({ partners: [partner(change)] }));
const showAdjustment = (can_decide: boolean) => () =>
  host.on(users.listAdjustments, () => pageOf([adjustment(1, { can_decide, proposed_by: bo })]));
function showOperators() {
  const invitation = {
    id: 1,
    note: 'Grace',
    invited_by: bo,
    approved_by: null,
    created_at: AT,
    expires_at: AT,
  };
  host.on(operators.listOperators, () => ({
    operators: [operator(), operator({ ...bo, email: 'bo@operators.example' })],
    invitations: [invitation],
  }));
  const times = { created_at: AT, last_used_at: AT, expires_at: AT };
  host.on(operators.listOperatorSessions, () => ({
    sessions: [{ id: 1, operator: bo, device: 'Firefox', current: false, ...times }],
  }));
}
function showContest() {
  const { contest, ...more } = Object(sampleAnswer(getOperatorContest));
  host.on(getOperatorContest, () => ({
    ...more,
    contest: { ...contest, name: 'Raffle', state: 'coming', from_catalogue: false, drawn_at: null },
  }));
}
const showDispute =
  (change: object, also: object = {}) =>
  () => {
    const { dispute, ...more } = Object(sampleAnswer(reviews.getDispute));
    host.on(reviews.getDispute, () => ({ ...more, dispute: { ...dispute, ...change }, ...also }));
  };
const showPublished = (hidden: boolean) => () =>
  host.on(reviews.listPublishedArticles, () => {
    const { data, ...page } = Object(sampleAnswer(reviews.listPublishedArticles));
    return { ...page, data: [{ ...data[0], hidden }] };
  });
const operatorContest: OperatorContest = {
  ...Object(sampleAnswer(getOperatorContest)).contest,
  name: 'Raffle',
};
const answerWith = (made: typeof operatorContest | null) => () =>
  host.on(createContest, () => ({ contest: made }));
const showProposal = (change: object) => () => {
  const [proposal] = Object(sampleAnswer(listContestProposals)).proposals;
  host.on(listContestProposals, () => ({
    proposals: [{ ...proposal, name: 'Raffle', proposed_by: { id: 2, name: 'Bo' }, ...change }],
  }));
};
const form = {
  Name: 'Kettle raffle',
  Game: 'Merge',
  Summary: 'Three places by lot, for everybody.',
  Rules: 'One entry per account.\nEntering is free.',
  'Prizes in points': '1,200\n300',
  'Starts (UTC)': '2027-01-01T12:00',
  'Ends (UTC)': '2027-01-08T12:00',
};
const contest = {
  ...{ name: 'Kettle raffle', game: 'Merge', summary: 'Three places by lot, for everybody.' },
  ...{ rules: ['One entry per account.', 'Entering is free.'], prizes: [1200, 300] },
  ...{ starts_at: '2027-01-01T12:00:00.000Z', ends_at: '2027-01-08T12:00:00.000Z' },
};

interface Sent {
  readonly fields?: Readonly<Record<string, string>>;
  readonly body?: object;
}
const why: Sent = { fields: { Reason: WHY }, body: because };
const decision = (read: object): Sent => ({ ...why, body: { ...because, ...read } });
const answer = (accept: boolean): Sent => ({ fields: { Answer: WHY }, body: { accept, answer: WHY } });
const sent: Sent = {
  fields: { 'Reference (optional)': 'T-77' },
  body: { reference: 'T-77', processing_by: 2 },
};
const code: Sent = { fields: { Code: 'AAAA-BBBB' }, body: { code: 'AAAA-BBBB', processing_by: null } };
const invited: Sent = {
  fields: { 'Who’s it for?': 'Grace, from today' },
  body: { note: 'Grace, from today' },
};
const reply: Sent = { fields: { Message: WHY }, body: { body: WHY, read_up_to: 1, close: false } };
const greeting: Sent = {
  fields: { Subject: 'Your order 41', Message: WHY },
  body: { subject: 'Your order 41', body: WHY },
};
const raffle: Sent = { fields: form, body: contest };

/** The button that opens the dialog (null: the form is on the screen), the one that sends, and the message. */
type Act = readonly [Call, opens: RegExp | null, submit: string, says: string | RegExp, Sent?];
/** The actions of each screen, and what the host knows there; default: samples of the contract. */
const screens: readonly { readonly at: string; readonly show?: () => void; readonly acts: readonly Act[] }[] =
  [
    {
      ...{ at: 'orders/1', show: showOrder({}) },
      acts: [[orders.claimOrder, /^Start/, 'Start', /^You’re sending order 1\./]],
    },
    {
      ...{ at: 'orders/1', show: showOrder({ state: 'processing', processing_by: bo }) },
      acts: [
        [orders.deliverOrder, /^Mark as/, 'Mark as sent', /^Delivered order 1\. The points/, sent],
        [orders.requeueOrder, /^Put back/, 'Put it back', /^Order 1 is back/, decision({ processing_by: 2 })],
      ],
    },
    {
      ...{ at: 'orders/1', show: showOrder({ state: 'delivered', reference: null }) },
      acts: [
        [orders.refundOrder, /^Refund/, 'Refund order', /^That’s more than you can pay alone/, why],
        [
          orders.correctReference,
          /^Add reference/,
          'Save reference',
          /^Saved the reference of order 1\./,
          { fields: { Reference: 'T-77' }, body: { reference: 'T-77' } },
        ],
      ],
    },
    {
      ...{ at: 'orders/1', show: showOrder({ is_code: true }) },
      acts: [[orders.deliverOrder, /^Send a code/, 'Send code', /^Delivered order 1\. The player/, code]],
    },
    {
      ...{ at: 'orders/1', show: showOrder({ state: 'held', held_for: 'device' }) },
      acts: [
        [
          orders.releaseOrder,
          /^Release/,
          'Release order',
          /^Released order 1\./,
          decision({ matched_up_to: 0 }),
        ],
        [orders.refuseOrder, /^Decline/, 'Decline order', /^Declined .* player gets 5,000/, why],
      ],
    },
    {
      ...{ at: 'disputes/1', show: showDispute({ proposed_by: null }) },
      acts: [
        [reviews.answerDispute, /^Accept/, 'Accept report', /accept report 1 too\.$/, answer(true)],
        [reviews.answerDispute, /^Decline/, 'Decline report', /^Declined report 1\./, answer(false)],
      ],
    },
    {
      at: 'submissions/1',
      acts: [
        [reviews.acceptSubmission, /^Accept/, 'Publish and pay', /paid 1 pt/, decision({ version: 1 })],
        [reviews.refuseSubmission, /^Decline/, 'Decline article', /can see why\.$/, decision({ version: 1 })],
      ],
    },
    {
      at: 'submissions?kind=used_up',
      acts: [[reviews.giveTries, /^Give tries back/, 'Give tries back', / can submit .* again\.$/, why]],
    },
    {
      ...{ at: 'submissions?kind=published', show: showPublished(false) },
      acts: [[reviews.hideArticle, /^Hide/, 'Hide', /^Hidden: .* can see why\.$/, why]],
    },
    {
      ...{ at: 'submissions?kind=published', show: showPublished(true) },
      acts: [[reviews.showArticle, /^Show again/, 'Show again', /^Shown again: .* can see why\.$/, why]],
    },
    {
      at: 'submissions/proof-1',
      acts: [
        [
          reviews.confirmProof,
          /^Approve/,
          'Approve and pay',
          /^Approved\. .* gets 1 pt/,
          decision({ proof: '1' }),
        ],
        [reviews.refuseProof, /^Decline/, 'Decline submission', /can see why\.$/, decision({ proof: '1' })],
      ],
    },
    {
      ...{ at: 'adjustments', show: showAdjustment(true) },
      acts: [
        [users.approveAdjustment, /^Approve/, 'Approve', /^Done: player gets 9,000 pts/],
        [users.declineAdjustment, /^Decline/, 'Decline it', /^Declined\. No points/, why],
      ],
    },
    {
      ...{ at: 'adjustments', show: showAdjustment(false) },
      acts: [[users.declineAdjustment, /^Withdraw/, 'Withdraw it', /^Declined\. No points/, why]],
    },
    {
      ...{ at: 'users/7', show: showUser({ birth_date: '2001-05-31' }) },
      acts: [
        [users.suspendUser, /^Suspend/, 'Suspend account', 'Suspended player. They can see why.', why],
        [
          users.clearBirthDate,
          /^Clear date/,
          'Clear date of birth',
          /can enter their date of birth again/,
          why,
        ],
        [
          users.settleUserMatches,
          /^Settle/,
          'Settle matches',
          'Settled player’s matches.',
          decision({ matched_up_to: 5 }),
        ],
        [users.endUserSessions, /^Log out all/, 'Log out all devices', /^Logged out 1 device/, why],
        [
          users.scheduleDeletion,
          /^Schedule deletion/,
          'Schedule deletion',
          /^We’ll delete player’s account/,
          decision({ writings: 'keep' }),
        ],
        [users.refuseReferral, /^Reject/, 'Reject referral', 'Rejected Bo as a referral.', why],
      ],
    },
    {
      ...{ at: 'users/7', show: showUser({ suspended_at: AT }, true) },
      acts: [
        [users.liftSuspension, /^Lift/, 'Lift suspension', 'Lifted player’s suspension.', why],
        [users.admitReferral, /^Restore/, 'Restore referral', 'Restored Bo as a referral.', why],
      ],
    },
    {
      ...{ at: 'operators', show: showOperators },
      acts: [
        [operators.inviteOperator, /^Invite an/, 'Create setup code', 'I’ve saved it', invited],
        [operators.approveInvitation, /^Approve/, 'Approve', 'Invitation approved.'],
        [operators.withdrawInvitation, /^Withdraw/, 'Withdraw', 'Invitation withdrawn.'],
        [operators.endOperator, /^End access/, 'End access', 'Bo is no longer an operator.', why],
        [operators.revokeOperatorSession, /^End(?!.*access)/, 'End session', 'Ended Bo’s session.'],
      ],
    },
    {
      ...{ at: 'support/new?user_id=7', show: showUser({}) },
      acts: [[support.writeToUser, null, 'Send', 'Message sent.', greeting]],
    },
    {
      at: 'support/1',
      acts: [
        [support.answerThread, null, 'Send reply', 'Reply sent.', reply],
        [
          support.closeSupportThread,
          /^Close without/,
          'Close',
          'Conversation closed.',
          decision({ read_up_to: 1 }),
        ],
      ],
    },
    {
      ...{ at: 'contests/new', show: answerWith(operatorContest) },
      acts: [[createContest, null, 'Announce', 'Announced “Raffle”.', raffle]],
    },
    {
      ...{ at: 'contests/new', show: answerWith(null) },
      acts: [[createContest, null, 'Announce', /^Proposed: that’s more/, raffle]],
    },
    {
      ...{ at: 'contests', show: showProposal({ contest_id: null }) },
      acts: [
        [approveContestProposal, /^Approve/, 'Approve', 'Approved “Raffle”.'],
        [declineContestProposal, /^Decline/, 'Decline it', 'Declined “Raffle”.', why],
      ],
    },
    {
      ...{ at: 'contests', show: showProposal({ proposed_by: { id: 1, name: 'Ada' } }) },
      acts: [[declineContestProposal, /^Withdraw/, 'Withdraw it', 'Declined “Raffle”.', why]],
    },
    {
      ...{ at: 'contests/1', show: showContest },
      acts: [
        [editContest, null, 'Save changes', /^Saved “.*”\.$/, raffle],
        [callOffContest, /^Cancel/, 'Cancel giveaway', 'Cancelled “Raffle”.', why],
      ],
    },
    {
      at: 'partners/demo',
      show: showPartner({ keys: [1, 2].map((number) => ({ number, created_at: AT })) }),
      acts: [
        [partners.endOldPartnerKey, /^End the old/, 'End the old key', 'Ended Demo partner’s old key.', why],
        [partners.endPartnerKeys, /^End all/, 'End all keys', 'Demo partner no longer has a key.', why],
        [partners.disablePartner, /^Turn off.*Demo/, 'Turn off', 'Demo partner is off.', why],
      ],
    },
    {
      at: 'rejected',
      show: () => {
        const [report] = Object(sampleAnswer(partners.listRejectedReports)).data;
        host.on(partners.listRejectedReports, () =>
          pageOf([{ ...report, id: 1, reason: 'partner_off', transaction: 'T1' }]),
        );
        host.on(partners.takeRejectedReport, () => ({ outcome: 'credited' as const }));
      },
      acts: [
        [partners.takeRejectedReport, /^Take this report/, 'Take report', 'Took report T1: credited.', why],
      ],
    },
    {
      ...{ at: 'partners/demo', show: showPartner({ enabled: false }) },
      acts: [[partners.enablePartner, /^Turn on/, 'Turn on', 'Demo partner is on.', why]],
    },
  ];

test('what another operator proposed is shown in full before it is approved', async () => {
  showProposal({ contest_id: 4, rules: ['One entry per account.'], prizes: [6000, 500] })();
  openAdmin('/operator/contests');
  await pressFound(/^Approve/);
  const dialog = await screen.findByRole('dialog');
  for (const words of ['Bo proposed it.', 'One entry per account.', '6,000, 500: 6,500 pts ($6.50)'])
    expect(dialog.textContent).toContain(words);
  expect(within(dialog).getByRole('heading', { name: 'Approve “Raffle”?' })).toBeTruthy();
});

test('a second operator reads the answer that the first one wrote', async () => {
  showDispute({ proposed_by: bo }, { proposed_answer: WHY })();
  openAdmin('/operator/disputes/1');
  await pressFound(/^Accept/);
  expect(field('Answer', within(await screen.findByRole('dialog')))).toHaveProperty('value', WHY);
});

test('the answer to an appeal is below the appeal, and the first answer above it', async () => {
  const first = { answer: 'We sent it to the name in the order.', answered_at: AT };
  const appeal = 'The name in the order is another one.';
  const texts = () => textsOf(document.querySelectorAll('.said .written')).slice(1);
  showDispute(
    { state: 'appealed', appeal, appealed_at: AT, proposed_by: null, ...first },
    { first_answer: first },
  )();
  openAdmin('/operator/disputes/1');
  await screen.findByText(appeal);
  expect(texts()).toEqual([first.answer, appeal]);
  cleanup();
  showDispute({ state: 'closed', appeal, appealed_at: AT, answer: WHY }, { first_answer: first })();
  openAdmin('/operator/disputes/1');
  await screen.findByText(WHY);
  expect(texts()).toEqual([first.answer, appeal, WHY]);
});

test('a player without a session in the last month was last seen before that', async () => {
  showUser({ last_seen_at: null })();
  openAdmin('/operator/users/7');
  await screen.findByText('over 30 days ago');
});

test('accepting a report says what it pays, and that it pays nothing if the partner has reported the goal', async () => {
  showDispute({ proposed_by: null }, { pays: 40 })();
  openAdmin('/operator/disputes/1');
  await pressFound(/^Accept/);
  expect((await screen.findByRole('dialog')).textContent).toContain(
    'gets 40 pts ($0.04) back. You can’t undo this',
  );
  cleanup();
  showDispute({ proposed_by: null, subject: 'offer' }, { pays: 0 })();
  openAdmin('/operator/disputes/1');
  await pressFound(/^Accept/);
  expect((await screen.findByRole('dialog')).textContent).toContain('nothing more is paid');
});

test('an account that its date of birth closed is only opened by clearing the date', async () => {
  showUser({ suspended_at: AT, suspended_by: null, deletion_due_at: AT, birth_date: '2016-05-31' })();
  openAdmin('/operator/users/7');
  await screen.findByRole('button', { name: /^Clear date/ });
  expect(screen.queryByRole('button', { name: /^(?:Lift|Suspend)/ })).toBeNull();
});

test('the operator who accepted a report first can only decline it', async () => {
  showDispute({ proposed_by: { id: 1, name: 'Ada' } }, { proposed_answer: WHY })();
  openAdmin('/operator/disputes/1');
  await screen.findByText('You proposed this. Another operator has to approve it.');
  expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull();
  expect(screen.getByRole('button', { name: /^Decline/ })).toBeTruthy();
});

/** Actions with tests of their own, beside this file, and what only looks something up. */
const elsewhere = new Set([
  ...[
    'adjustBalance',
    'findUsers',
    'findOrders',
    'findThreads',
    'findDisputes',
    'operatorLogOut',
    'addPartnerKey',
    'reconcile',
    'importCodes',
  ],
  ...['cancelOperatorOrder', 'showDeliveryDetails', 'hideOpinion', 'showOpinion', 'keepOpinion'],
  ...['pauseReward', 'resumeReward', 'pauseAllRewards', 'resumeAllRewards', 'removeCodes', 'findCodes'],
]);
const nameOf = (call: Call) => calls.find((one) => one.call === call)?.name ?? call.path;
const rows = screens.flatMap(({ acts, ...screen }) =>
  acts.map((act) => [nameOf(act[0]), act[2], screen, act] as const),
);

test('every action of an operator has a row in the table', () => {
  const acts = calls.filter(({ call }) => call.who === 'operator' && call.method !== 'GET');
  expect(new Set([...elsewhere, ...rows.map(([name]) => name)])).toEqual(
    new Set(acts.map(({ name }) => name)),
  );
});

test.each(rows)(
  '%s: %s',
  async (_, submit, { at, show }, [call, opens, , says, { fields = {}, body } = {}]) => {
    show?.();
    openAdmin(`/operator/${at}`);
    if (opens) await pressFound(opens);
    const part = opens ? within(await screen.findByRole('dialog')) : screen;
    // The last one: a dialog's cross may have the same name.
    const [send] = (await part.findAllByRole('button', { name: submit })).toReversed();
    if (!send) throw new Error(`there is no ${submit}`);
    const form = within(send.closest('form') ?? document.body);
    for (const [label, value] of Object.entries(fields))
      fireEvent.input(field(label, form), { target: { value } });
    for (const _ of [1, 2]) fireEvent.click(send);
    await screen.findByText(says);
    expect(host.asked(call)).toHaveLength(1);
    if (body) expect(host.bodies(call)).toEqual([body]);
  },
);

test('the form of a giveaway says what is missing next to each field, and sends nothing', async () => {
  openAdmin('/operator/contests/new');
  await pressFound('Announce');
  await focusOn(() => field('Name'));
  expect(textsOf(document.querySelectorAll('.field .error'))).toEqual([
    'Please enter a name.',
    'Please enter the game.',
    'Please fill in “Summary” with at least 20 characters.',
    'Please fill in “Rules” with at least 5 characters.',
    'Please enter at least one prize.',
    'Please choose when it starts.',
    'Please choose when it ends.',
  ]);
  expect(host.acts()).toEqual([]);
});
