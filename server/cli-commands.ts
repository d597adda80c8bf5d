/** What the operator's command line can do, in one table. */
import * as operator from '../src/lib/contract/operator.ts';
import * as contests from '../src/lib/contract/operator-contests.ts';
import * as opinions from '../src/lib/contract/operator-opinions.ts';
import * as orders from '../src/lib/contract/operator-orders.ts';
import * as partners from '../src/lib/contract/operator-partners.ts';
import * as reviews from '../src/lib/contract/operator-reviews.ts';
import * as support from '../src/lib/contract/operator-support.ts';
import * as users from '../src/lib/contract/operator-users.ts';
import { act, arg, type Command, flag, list, must } from './cli-command.ts';

const id = (of: string) => arg('id', `the number of ${of}`);
const partner = arg('partner', 'its name as in /postback/<partner>', 'text');
const reason = must(flag('reason', 'why, in words that whoever it concerns reads'));
const page = flag('page', 'which page, from 1', 'number');
const ofUser = flag('user_id', 'of this user alone', 'number', 'user');

export const groups: Readonly<Record<string, readonly Command[]>> = {
  Orders: [
    list(
      'orders',
      'Orders by state; without --state those that wait for somebody',
      orders.listOperatorOrders,
      [flag('state', 'open, pending, processing, held, delivered, cancelled, refunded or all'), ofUser, page],
      'id state age_seconds user.name reward.name amount points held_for',
    ),
    list(
      'order',
      'One order with its entries of the ledger',
      orders.getOperatorOrder,
      [id('the order')],
      'created_at title points state detail',
      'entries',
    ),
    act('details', 'Where an order is to go; that you looked is noted', orders.showDeliveryDetails, [
      id('the order'),
    ]),
    act('claim', 'Begin to send an order: its owner can’t call it off any more', orders.claimOrder, [
      id('the order'),
    ]),
    act('deliver', 'Note that an order was sent', orders.deliverOrder, [
      id('the order'),
      flag('code', 'the code that its owner gets, for what is delivered as one'),
      flag('reference', 'by what the sending can be found again'),
    ]),
    act('cancel', 'Call an order off: points and piece go back', orders.cancelOperatorOrder, [
      id('the order'),
      reason,
    ]),
    act('release', 'Let a held order go on', orders.releaseOrder, [id('the order'), reason]),
    act('refuse', 'End a held order: its points go back', orders.refuseOrder, [id('the order'), reason]),
  ],
  'Code stock': [
    list(
      'codes',
      'Amounts that go out as codes, those with the fewest left first',
      orders.listCodeStock,
      [flag('search', 'part of a name'), page],
      'amount_id reward.name amount in_stock sold_30_days waiting next_expiry',
    ),
    list(
      'codes import',
      'Take codes in from a CSV file with the columns code, amount_id and expires_on. What is good comes in; the rest is listed',
      orders.importCodes,
      [
        arg('csv', 'the file', 'file', 'file.csv'),
        flag('amount_id', 'for files without such a column', 'number', 'amount'),
      ],
      'line why',
      'refused',
    ),
  ],
  'What players handed in': [
    list(
      'submissions',
      'Articles that wait to be read',
      reviews.listWaitingSubmissions,
      [page],
      'id version user.name type title points submitted_at',
    ),
    ...(['accept', 'refuse'] as const).map((how) =>
      act(
        `submission ${how}`,
        how === 'accept' ? 'Publish an article and pay it' : 'Refuse an article',
        how === 'accept' ? reviews.acceptSubmission : reviews.refuseSubmission,
        [
          id('the article'),
          must(flag('version', 'the one that you read, as the list shows it', 'number')),
          reason,
        ],
      ),
    ),
    list(
      'proofs',
      'Proofs of social tasks that wait',
      reviews.listWaitingProofs,
      [page],
      'id user.name task.name proof points tries submitted_at',
    ),
    ...(['confirm', 'refuse'] as const).map((how) =>
      act(
        `proof ${how}`,
        how === 'confirm' ? 'Confirm a proof and pay it' : 'Refuse a proof',
        how === 'confirm' ? reviews.confirmProof : reviews.refuseProof,
        [id('the proof'), must(flag('proof', 'what you looked at, as the list shows it')), reason],
      ),
    ),
    list(
      'disputes',
      'Disputes over orders and offers, by the time until which we answer',
      reviews.listDisputes,
      [flag('state', 'waiting, answered or all'), flag('subject', 'all, order or offer'), page],
      'id state due_at overdue user.name subject subject_id title points',
    ),
    list(
      'dispute',
      'One dispute with what is known of it',
      reviews.getDispute,
      [id('the dispute')],
      'at what',
      'facts',
    ),
    ...([true, false] as const).map((accept) =>
      act(
        accept ? 'dispute accept' : 'dispute refuse',
        accept
          ? 'The points go back, or the goal is paid'
          : 'Refuse, with the reason; it can be appealed once',
        reviews.answerDispute,
        [id('the dispute'), must(flag('answer', 'what its owner reads'))],
        { accept },
      ),
    ),
  ],
  'Opinions and comments': [
    list(
      'opinions',
      'Those that wait to be looked at: reported, or hidden and changed since',
      opinions.listModeratedOpinions,
      [
        flag('show', 'waiting, newest or hidden'),
        flag('subject', 'all, reward, game or article'),
        ofUser,
        page,
      ],
      'id version waits_since reports user.name subject subject_name opinion hidden_for',
    ),
    list(
      'opinion',
      'One with its reports',
      opinions.getModeratedOpinion,
      [id('the opinion')],
      'created_at settled_at user.name reason note version',
      'reports',
    ),
    ...(
      [
        ['hide', 'Hide it from everybody but its writer, who reads why', opinions.hideOpinion],
        ['show', 'Show a hidden one again; its writer reads why', opinions.showOpinion],
        ['keep', 'Leave a reported one as it is; who reported it reads why', opinions.keepOpinion],
      ] as const
    ).map(([how, about, call]) =>
      act(`opinion ${how}`, about, call, [
        id('the opinion'),
        must(flag('version', 'the one that you read, as the list shows it', 'number')),
        reason,
      ]),
    ),
  ],
  'Users and points': [
    list(
      'users',
      'Find users',
      users.findUsers,
      [
        flag('search', 'a number, an e-mail address or part of a name'),
        flag('show', 'all or suspended'),
        page,
      ],
      'id name email created_at suspended_at',
    ),
    act('user', 'One user: account, balance, what it has in common with others', users.getOperatorUser, [
      id('the user'),
    ]),
    list(
      'ledger',
      'A user’s ledger',
      users.listUserLedger,
      [id('the user'), page],
      'id created_at points state title detail',
    ),
    act('suspend', 'Suspend an account: it neither buys nor earns', users.suspendUser, [
      id('the user'),
      reason,
    ]),
    act('lift', 'Lift a suspension', users.liftSuspension, [id('the user'), reason]),
    act('end-sessions', 'Sign every device out of an account', users.endUserSessions, [
      id('the user'),
      reason,
    ]),
    act('adjust', 'Credit points, or take them with a number below zero', users.adjustBalance, [
      arg('user_id', 'the number of the user', 'number', 'user'),
      arg('points', 'how many: 300, or -300'),
      reason,
    ]),
    list(
      'adjustments',
      'Adjustments, those that wait for a second operator among them',
      users.listAdjustments,
      [flag('state', 'all, waiting, done or declined'), ofUser, page],
      'id state points user.name reason proposed_by.name decided_by.name',
    ),
    act('approve', 'Approve what another operator proposed', users.approveAdjustment, [id('the adjustment')]),
    act('decline', 'Decline a proposal', users.declineAdjustment, [id('the adjustment'), reason]),
    act(
      'referral refuse',
      'A friend is the inviter’s own account: nothing more is paid',
      users.refuseReferral,
      [id('the friend'), reason],
    ),
    act('referral admit', 'That refusal was wrong', users.admitReferral, [id('the friend'), reason]),
  ],
  Support: [
    list(
      'threads',
      'Threads with users, those that wait first',
      support.listSupportThreads,
      [flag('state', 'waiting, answered, closed or all'), page],
      'id state updated_at user.name topic subject messages',
    ),
    list(
      'thread',
      'One thread, the newest message first',
      support.getSupportThread,
      [id('the thread'), page],
      'id created_at from body',
      'messages.data',
    ),
    act('answer', 'Answer a thread', support.answerThread, [
      id('the thread'),
      must(flag('body', 'what to write')),
      must(flag('read_up_to', 'the number of the newest message that you read', 'number', 'read-up-to')),
      flag('close', 'the matter is settled with it', 'yes'),
    ]),
    act('close', 'Close a thread that needs no answer', support.closeSupportThread, [
      id('the thread'),
      reason,
    ]),
  ],
  Partners: [
    list(
      'partners',
      'Partners with their keys and figures',
      partners.listPartners,
      [],
      'id name enabled offers keys last_report_at reports_30_days points_30_days',
      'partners',
    ),
    act('partner enable', 'Show its offers and take its reports again', partners.enablePartner, [
      partner,
      reason,
    ]),
    act('partner disable', 'Hide its offers and refuse its reports', partners.disablePartner, [
      partner,
      reason,
    ]),
    act('partner add-key', 'Make a new key, shown this once', partners.addPartnerKey, [partner, reason]),
    act('partner end-old-key', 'End all but the newest key', partners.endOldPartnerKey, [partner, reason]),
    act('partner end-keys', 'End all keys: its reports are refused', partners.endPartnerKeys, [
      partner,
      reason,
    ]),
    list(
      'reports',
      'What a partner reported',
      partners.listPartnerReports,
      [partner, flag('outcome', 'credited, reversed and so on'), flag('transaction', 'of this one'), page],
      'id received_at kind transaction outcome points user.name offer.name',
    ),
    act(
      'reconcile',
      'Compare a partner’s report of a day (CSV: transaction, points, kind) with what we recorded',
      partners.reconcile,
      [
        arg('partner', 'its name', 'text'),
        arg('day', 'like 2026-11-20, in UTC', 'text'),
        arg('csv', 'the file', 'file', 'file.csv'),
      ],
    ),
    list(
      'reconciliations',
      'Comparisons that were made',
      partners.listReconciliations,
      [flag('partner', 'of this one'), page],
      'id day partner.id matched different missing_here missing_there points_here points_there',
    ),
    list(
      'reconciliation',
      'One comparison with its lines, differences first',
      partners.getReconciliation,
      [id('the comparison'), flag('as', 'all, matched, different, missing_here or missing_there'), page],
      'as kind transaction points_here points_there',
      'lines.data',
    ),
  ],
  Contests: [
    list(
      'contests',
      'Contests by state',
      contests.listOperatorContests,
      [flag('state', 'all, coming, open, ended or called_off'), page],
      'id state name starts_at ends_at entries prizes',
    ),
    list(
      'contest',
      'One contest with its entries',
      contests.getOperatorContest,
      [id('the contest'), page],
      'number user.name seed entered_at place points',
      'entries.data',
    ),
    act(
      'contest create',
      'Announce one from a JSON file: name, game, summary, rules, prizes, starts_at, ends_at',
      contests.createContest,
      [arg('*', 'the file', 'json', 'file.json')],
    ),
    act('contest edit', 'Change one that hasn’t begun', contests.editContest, [
      id('the contest'),
      arg('*', 'the file', 'json', 'file.json'),
    ]),
    act('contest call-off', 'Call one off that isn’t drawn', contests.callOffContest, [
      id('the contest'),
      reason,
    ]),
  ],
  'Operators and the log': [
    act('desk', 'What waits', operator.getDesk, []),
    list(
      'audit',
      'The log of all acts, the newest first',
      operator.listActs,
      [
        flag('act', 'order, or order.deliver'),
        flag('operator_id', 'by this operator', 'number', 'operator'),
        ofUser,
        flag('subject', 'order, user, partner and so on'),
        flag('subject_id', 'its number', 'text', 'subject-id'),
        flag('from', 'from this day on'),
        flag('to', 'up to this day'),
        page,
      ],
      'at operator.name act subject subject_id reason before after',
    ),
    list(
      'operators',
      'Who is an operator',
      operator.listOperators,
      [],
      'id name email created_at last_seen_at ended_at',
      'operators',
    ),
    act('invite', 'Make a set-up code for another operator, shown this once', operator.inviteOperator, [
      arg('note', 'whom it is for', 'text'),
    ]),
    act('withdraw', 'Withdraw an invitation', operator.withdrawInvitation, [id('the invitation')]),
    act('end', 'End another operator’s access', operator.endOperator, [id('the operator'), reason]),
    list(
      'sessions',
      'All sessions that hold',
      operator.listOperatorSessions,
      [],
      'id operator.name device created_at last_used_at current',
      'sessions',
    ),
    act('revoke', 'End a session', operator.revokeOperatorSession, [id('the session')]),
  ],
};

export const commands: readonly Command[] = Object.values(groups).flat();
