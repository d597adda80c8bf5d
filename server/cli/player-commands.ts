/** The commands about players: their orders, submissions, opinions, points and messages. */
import * as opinions from '../../src/lib/contract/operator-opinions.ts';
import * as orders from '../../src/lib/contract/operator-orders.ts';
import * as reviews from '../../src/lib/contract/operator-reviews.ts';
import * as rewards from '../../src/lib/contract/operator-rewards.ts';
import * as support from '../../src/lib/contract/operator-support.ts';
import * as users from '../../src/lib/contract/operator-users.ts';
import { act, arg, type Command, flag, id, list, must, ofUser, page, reason } from './command.ts';

export const playerCommands: Readonly<Record<string, readonly Command[]>> = {
  Orders: [
    list(
      'orders',
      'Orders by state; without --state those that wait for somebody',
      orders.listOperatorOrders,
      [flag('state', 'open, pending, processing, held, delivered, cancelled, refunded or all'), ofUser, page],
      'id state age_seconds user.name reward.name amount points held_for held_signs',
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
  Rewards: [
    list(
      'rewards',
      'Rewards with whether they are paused, the paused first',
      rewards.listOperatorRewards,
      [flag('state', 'all, paused or on'), flag('search', 'part of a name'), page],
      'id name points paused_at delivery codes',
    ),
    act('reward on', 'Turn a paused reward on: players can redeem it', rewards.resumeReward, [
      id('the reward'),
    ]),
    act('reward pause', 'Pause a reward: nobody can redeem it until it is turned on', rewards.pauseReward, [
      id('the reward'),
    ]),
    act('rewards on', 'Turn all paused rewards on', rewards.resumeAllRewards, []),
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
        flag('search', 'a number, an email address or part of a name'),
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
};
