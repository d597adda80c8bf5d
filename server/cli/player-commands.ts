/** The commands about players: their orders, submissions, opinions, points and messages. */

import * as rewards from '../../src/lib/contract/catalogue/operator-rewards.ts';
import * as support from '../../src/lib/contract/messages/operator-support.ts';
import * as users from '../../src/lib/contract/operators/operator-users.ts';
import * as opinions from '../../src/lib/contract/opinions/operator-opinions.ts';
import * as orders from '../../src/lib/contract/redemption/operator-orders.ts';
import * as reviews from '../../src/lib/contract/reviews/operator-reviews.ts';
import { act, arg, type Command, flag, id, list, must, ofUser, page, reason } from './command.ts';

export const playerCommands: Readonly<Record<string, readonly Command[]>> = {
  Orders: [
    list(
      'orders',
      'Orders by state; without --state, those that need someone',
      orders.listOperatorOrders,
      [flag('state', 'open, pending, processing, held, delivered, cancelled, refunded or all'), ofUser, page],
      'id state age_seconds user.name reward.name amount points held_for held_signs',
    ),
    list(
      'order',
      'One order with its ledger entries',
      orders.getOperatorOrder,
      [id('the order')],
      'created_at title points state detail',
      'entries',
    ),
    act(
      'details',
      'An order’s delivery details; the audit log records that you looked',
      orders.showDeliveryDetails,
      [id('the order')],
    ),
    act('claim', 'Start sending an order: its owner can’t cancel it any more', orders.claimOrder, [
      id('the order'),
    ]),
    act('deliver', 'Mark an order as sent', orders.deliverOrder, [
      id('the order'),
      flag('code', 'the code, if the reward is delivered as one'),
      flag('reference', 'what identifies the delivery'),
    ]),
    act('cancel', 'Cancel an order: points and stock are returned', orders.cancelOperatorOrder, [
      id('the order'),
      reason,
    ]),
    act('release', 'Release a held order', orders.releaseOrder, [
      id('the order'),
      must(flag('matched_up_to', 'the ID of the newest match you saw, or 0', 'number', 'matched-up-to')),
      reason,
    ]),
    act('refuse', 'Reject a held order: its points are returned', orders.refuseOrder, [
      id('the order'),
      reason,
    ]),
  ],
  Rewards: [
    list(
      'rewards',
      'Rewards, paused ones first',
      rewards.listOperatorRewards,
      [flag('state', 'all, paused or on'), flag('search', 'part of a name'), page],
      'id name points paused_at delivery codes',
    ),
    act('reward on', 'Turn on a paused reward: players can redeem it', rewards.resumeReward, [
      id('the reward'),
    ]),
    act('reward pause', 'Pause a reward: it can’t be redeemed until you turn it on', rewards.pauseReward, [
      id('the reward'),
    ]),
    act('rewards on', 'Turn on all paused rewards', rewards.resumeAllRewards, []),
  ],
  'Code stock': [
    list(
      'codes',
      'Amounts delivered as codes, lowest stock first',
      orders.listCodeStock,
      [flag('search', 'part of a name'), page],
      'amount_id reward.name amount in_stock sold_30_days waiting next_expiry',
    ),
    list(
      'codes import',
      'Import codes from a CSV file with the columns code, amount_id and expires_on. Valid ones are added; the others are listed',
      orders.importCodes,
      [
        arg('csv', 'the file', 'file', 'file.csv'),
        flag('amount_id', 'for files without this column', 'number', 'amount'),
      ],
      'line why',
      'refused',
    ),
  ],
  Submissions: [
    list(
      'submissions',
      'Articles waiting for review',
      reviews.listWaitingSubmissions,
      [page],
      'id version user.name type title points submitted_at',
    ),
    ...(['accept', 'refuse'] as const).map((how) =>
      act(
        `submission ${how}`,
        how === 'accept' ? 'Publish an article and pay it' : 'Decline an article',
        how === 'accept' ? reviews.acceptSubmission : reviews.refuseSubmission,
        [id('the article'), must(flag('version', 'the version you read, as in the list', 'number')), reason],
      ),
    ),
    list(
      'proofs',
      'Proofs of social tasks waiting for review',
      reviews.listWaitingProofs,
      [page],
      'id user.name task.name proof points tries submitted_at',
    ),
    ...(['confirm', 'refuse'] as const).map((how) =>
      act(
        `proof ${how}`,
        how === 'confirm' ? 'Confirm a proof and pay it' : 'Decline a proof',
        how === 'confirm' ? reviews.confirmProof : reviews.refuseProof,
        [id('the proof'), must(flag('proof', 'the proof you checked, as in the list')), reason],
      ),
    ),
    list(
      'disputes',
      'Disputes over orders and offers, by due date',
      reviews.listDisputes,
      [flag('state', 'waiting, answered or all'), flag('subject', 'all, order or offer'), page],
      'id state due_at overdue user.name subject subject_id title points',
    ),
    list(
      'dispute',
      'One dispute with its facts',
      reviews.getDispute,
      [id('the dispute')],
      'at what',
      'facts',
    ),
    ...([true, false] as const).map((accept) =>
      act(
        accept ? 'dispute accept' : 'dispute refuse',
        accept
          ? 'Accept it: the points are returned, or the goal is paid'
          : 'Decline it, with a reason; it can be appealed once',
        reviews.answerDispute,
        [id('the dispute'), must(flag('answer', 'the answer, which the player reads'))],
        { accept },
      ),
    ),
  ],
  'Opinions and comments': [
    list(
      'opinions',
      'Waiting for review: reported, or edited after they were hidden',
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
        ['hide', 'Hide it from everyone but its writer, who reads why', opinions.hideOpinion],
        ['show', 'Show a hidden one again; its writer reads why', opinions.showOpinion],
        ['keep', 'Keep a reported one; the reporter reads why', opinions.keepOpinion],
      ] as const
    ).map(([how, about, call]) =>
      act(`opinion ${how}`, about, call, [
        id('the opinion'),
        must(flag('version', 'the version you read, as in the list', 'number')),
        reason,
      ]),
    ),
  ],
  'Users and points': [
    list(
      'users',
      'Find users',
      users.findUsers,
      [flag('search', 'an ID, an email address or part of a name'), flag('show', 'all or suspended'), page],
      'id name email created_at suspended_at',
    ),
    act('user', 'One user: account, balance, links to other accounts', users.getOperatorUser, [
      id('the user'),
    ]),
    list(
      'ledger',
      'A user’s ledger',
      users.listUserLedger,
      [id('the user'), page],
      'id created_at points state title detail',
    ),
    act('suspend', 'Suspend an account: it can’t redeem or earn', users.suspendUser, [
      id('the user'),
      reason,
    ]),
    act('lift', 'Lift a suspension', users.liftSuspension, [id('the user'), reason]),
    act('end-sessions', 'Log an account out on all devices', users.endUserSessions, [id('the user'), reason]),
    act('adjust', 'Add points, or remove them with a negative number', users.adjustBalance, [
      arg('user_id', 'the ID of the user', 'number', 'user'),
      arg('points', 'how many, like 300 or -300'),
      reason,
    ]),
    list(
      'adjustments',
      'Adjustments, including those waiting for a second operator',
      users.listAdjustments,
      [flag('state', 'all, waiting, done or declined'), ofUser, page],
      'id state points user.name reason proposed_by.name decided_by.name',
    ),
    act('approve', 'Approve an adjustment another operator proposed', users.approveAdjustment, [
      id('the adjustment'),
    ]),
    act('decline', 'Decline a proposed adjustment', users.declineAdjustment, [id('the adjustment'), reason]),
    act(
      'referral refuse',
      'Reject a friend who is the inviter’s own account: nothing more is paid',
      users.refuseReferral,
      [id('the friend'), reason],
    ),
    act('referral admit', 'Undo that rejection', users.admitReferral, [id('the friend'), reason]),
  ],
  Support: [
    list(
      'threads',
      'Support threads, waiting ones first',
      support.listSupportThreads,
      [flag('state', 'waiting, answered, closed or all'), page],
      'id state updated_at user.name topic subject messages',
    ),
    list(
      'thread',
      'One thread, newest message first',
      support.getSupportThread,
      [id('the thread'), page],
      'id created_at from body',
      'messages.data',
    ),
    act('answer', 'Answer a thread', support.answerThread, [
      id('the thread'),
      must(flag('body', 'your reply')),
      must(flag('read_up_to', 'the ID of the newest message you read', 'number', 'read-up-to')),
      flag('close', 'also close the thread', 'yes'),
    ]),
    act('close', 'Close a thread that needs no answer', support.closeSupportThread, [
      id('the thread'),
      reason,
    ]),
  ],
};
