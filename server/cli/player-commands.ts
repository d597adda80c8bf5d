/** The commands about players: their orders, submissions, reviews, points and conversations. */

import type { Call } from '../../src/lib/contract/call.ts';
import * as rewards from '../../src/lib/contract/catalogue/operator-rewards.ts';
import * as support from '../../src/lib/contract/messages/operator-support.ts';
import * as users from '../../src/lib/contract/operators/operator-users.ts';
import * as opinions from '../../src/lib/contract/opinions/operator-opinions.ts';
import * as orders from '../../src/lib/contract/redemption/operator-orders.ts';
import * as reviews from '../../src/lib/contract/reviews/operator-reviews.ts';
import { act, arg, type Command, flag, id, list, logReason, must, ofUser, page, reason } from './command.ts';

const version = must(flag('version', 'the version you read, as in the list', 'number'));
const proof = must(flag('proof', 'the proof you checked, as in the list'));
const sentBy = flag(
  'processing_by',
  'who is sending it, if it’s another operator',
  'number',
  'processing-by',
);
const answer = must(flag('answer', 'the answer, which the player reads'));

const ORDER_COLUMNS = 'id state age_seconds user.name reward.name amount points held_for held_signs';
const DISPUTE_COLUMNS = 'id state due_at overdue user.name subject subject_id title points';
const readUpTo = must(flag('read_up_to', 'the ID of the newest message you read', 'number', 'read-up-to'));

const ofOrder = flag('order_id', 'only about this order', 'number', 'order');

const THREAD_COLUMNS = 'id state updated_at user.name topic subject messages';

/** Returns a command that finds rows by their number or their player, whatever their state. */
const find = (words: string, call: Call, columns: string): Command => ({
  ...list(
    words,
    call,
    [arg('search', 'its number, or the player’s email address or part of the name', 'text'), page],
    columns,
  ),
  about: 'Find them by number or player, in every state',
  fixed: { state: 'all' },
});

export const playerCommands: Readonly<Record<string, readonly Command[]>> = {
  Orders: [
    list(
      'orders',
      orders.findOrders,
      [
        flag(
          'state',
          'open (the default), pending, processing, held, delivered, cancelled, refunded, to_refund or all',
        ),
        flag('reward', 'part of the reward’s name'),
        ofUser,
        page,
      ],
      ORDER_COLUMNS,
    ),
    find('orders find', orders.findOrders, ORDER_COLUMNS),
    list(
      'order',
      orders.getOperatorOrder,
      [id('the order')],
      'created_at title points state detail',
      'entries',
    ),
    act('details', orders.showDeliveryDetails, [id('the order')]),
    act('claim', orders.claimOrder, [id('the order')]),
    act('requeue', orders.requeueOrder, [id('the order'), sentBy, logReason]),
    act('deliver', orders.deliverOrder, [
      id('the order'),
      flag('code', 'the code, if the reward is delivered as one'),
      flag('reference', 'what identifies the delivery'),
      sentBy,
    ]),
    act('cancel', orders.cancelOperatorOrder, [id('the order'), sentBy, reason]),
    act('release', orders.releaseOrder, [
      id('the order'),
      must(flag('matched_up_to', 'the ID of the newest match you saw, or 0', 'number', 'matched-up-to')),
      reason,
    ]),
    act('refuse', orders.refuseOrder, [id('the order'), reason]),
    act('refund', orders.refundOrder, [id('the order'), reason]),
    act('reference', orders.correctReference, [
      id('the order'),
      must(flag('reference', 'the correct reference, which the player reads')),
    ]),
  ],
  Rewards: [
    list(
      'rewards',
      rewards.listOperatorRewards,
      [flag('state', 'all, paused or on'), flag('search', 'part of a name'), page],
      'id name points paused_at delivery codes',
    ),
    act('reward on', rewards.resumeReward, [id('the reward')]),
    act('reward pause', rewards.pauseReward, [id('the reward')]),
    act('rewards on', rewards.resumeAllRewards, []),
    act('rewards pause', rewards.pauseAllRewards, []),
  ],
  'Code stock': [
    list(
      'codes',
      orders.listCodeStock,
      [flag('search', 'part of a name'), page],
      'amount_id reward.name amount in_stock sold_30_days waiting next_expiry',
    ),
    list(
      'codes import',
      orders.importCodes,
      [
        arg('csv', 'a file with the columns code, amount_id and expires_on', 'file', 'file.csv'),
        flag('amount_id', 'for files without this column', 'number', 'amount'),
      ],
      'line why',
      'refused',
    ),
    list(
      'codes find',
      orders.findCodes,
      [arg('csv', 'a file with the column code', 'file', 'file.csv')],
      'line where order_id',
      'lines',
    ),
    list(
      'codes remove',
      orders.removeCodes,
      [arg('csv', 'a file with the column code', 'file', 'file.csv'), reason],
      'line why',
      'refused',
    ),
  ],
  Submissions: [
    list(
      'submissions',
      reviews.listWaitingSubmissions,
      [page],
      'id version user.name type title points submitted_at',
    ),
    act('submission accept', reviews.acceptSubmission, [id('the article'), version, reason]),
    act('submission refuse', reviews.refuseSubmission, [id('the article'), version, reason]),
    list(
      'articles',
      reviews.listPublishedArticles,
      [ofUser, page],
      'id article_id hidden user.name type title published_at',
    ),
    act('article hide', reviews.hideArticle, [id('the article, as in the list'), reason]),
    act('article show', reviews.showArticle, [id('the article, as in the list'), reason]),
    list(
      'proofs',
      reviews.listWaitingProofs,
      [flag('show', 'waiting (the default) or used_up'), ofUser, page],
      'id user.name task.name proof points tries submitted_at',
    ),
    act('proof confirm', reviews.confirmProof, [id('the proof'), proof, reason]),
    act('proof give-tries', reviews.giveTries, [id('the proof'), reason]),
    act('proof refuse', reviews.refuseProof, [id('the proof'), proof, reason]),
    list(
      'problem reports',
      reviews.findDisputes,
      [
        flag('state', 'waiting, answered or all'),
        flag('subject', 'all, order or offer'),
        ofUser,
        ofOrder,
        page,
      ],
      DISPUTE_COLUMNS,
    ),
    find('problem reports find', reviews.findDisputes, DISPUTE_COLUMNS),
    list('problem report', reviews.getDispute, [id('the report')], 'at what', 'facts'),
    {
      ...act('problem report accept', reviews.answerDispute, [id('the report'), answer], { accept: true }),
      about: 'Accept it: the points are returned, or the goal is paid',
    },
    {
      ...act('problem report refuse', reviews.answerDispute, [id('the report'), answer], { accept: false }),
      about: 'Decline it, with a reason; it can be appealed once',
    },
  ],
  'Reviews and comments': [
    list(
      'reviews',
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
      'review',
      opinions.getModeratedOpinion,
      [id('the review')],
      'created_at settled_at user.name reason note version',
      'reports',
    ),
    act('review hide', opinions.hideOpinion, [id('the review'), version, reason]),
    act('review show', opinions.showOpinion, [id('the review'), version, reason]),
    act('review keep', opinions.keepOpinion, [id('the review'), version, reason]),
  ],
  'Users and points': [
    list(
      'users',
      users.findUsers,
      [
        flag('search', 'an ID, an email address or part of a name'),
        flag('show', 'all, suspended or shares_held'),
        page,
      ],
      'id name email created_at suspended_at',
    ),
    act('user', users.getOperatorUser, [id('the user')]),
    list('ledger', users.listUserLedger, [id('the user'), page], 'id created_at points state title detail'),
    act('suspend', users.suspendUser, [id('the user'), reason]),
    act('lift', users.liftSuspension, [id('the user'), reason]),
    act('clear-birth-date', users.clearBirthDate, [id('the user'), reason]),
    act('schedule-deletion', users.scheduleDeletion, [
      id('the user'),
      logReason,
      must(flag('writings', 'what happens to the user’s texts: keep or remove')),
    ]),
    act('settle-matches', users.settleUserMatches, [
      id('the user'),
      must(flag('matched_up_to', 'the ID of the newest match you saw', 'number', 'matched-up-to')),
      logReason,
    ]),
    act('end-sessions', users.endUserSessions, [id('the user'), reason]),
    act('adjust', users.adjustBalance, [
      arg('user_id', 'the ID of the user', 'number', 'user'),
      arg('points', 'how many, like 300 or -300'),
      reason,
    ]),
    list(
      'adjustments',
      users.listAdjustments,
      [flag('state', 'all, waiting, done or declined'), ofUser, page],
      'id state points user.name reason proposed_by.name decided_by.name',
    ),
    act('approve', users.approveAdjustment, [id('the adjustment')]),
    act('decline', users.declineAdjustment, [id('the adjustment'), reason]),
    act('referral refuse', users.refuseReferral, [id('the friend'), reason]),
    act('referral admit', users.admitReferral, [id('the friend'), reason]),
  ],
  Support: [
    list(
      'conversations',
      support.findThreads,
      [flag('state', 'waiting, answered, closed or all'), ofUser, ofOrder, page],
      THREAD_COLUMNS,
    ),
    find('conversations find', support.findThreads, THREAD_COLUMNS),
    list(
      'conversation',
      support.getSupportThread,
      [id('the conversation'), page],
      'id created_at from body',
      'messages.data',
    ),
    act('answer', support.answerThread, [
      id('the conversation'),
      must(flag('body', 'your reply')),
      readUpTo,
      flag('close', 'also close the conversation', 'yes'),
    ]),
    act('write', support.writeToUser, [
      id('the user'),
      must(flag('subject', 'what it’s about')),
      must(flag('body', 'your message')),
    ]),
    act('close', support.closeSupportThread, [id('the conversation'), readUpTo, reason]),
  ],
};
