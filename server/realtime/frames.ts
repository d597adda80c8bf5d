/** What browsers hear of an event, and how often everybody does: the same for our own sockets and for another's host. */
import { FEED, type FeedEvent, type UserEvent, userChannel } from '../../src/lib/contract/channels.ts';
import type { DomainEvent } from '../db/events.ts';
import type { Timers } from './timers.ts';

/** What browsers hear of; the rest is between the processes. */
export type SocketEvent = Exclude<DomainEvent, { kind: 'sessions' }>;

/** Everybody hears an event of the feed: the same one at most once in so long, the last one never left out. */
const FEED_MS = 1_000;

/** Immediately unless it was sent just now, otherwise once its time is over. */
export function createFeedPace(publish: (event: SocketEvent) => void, timers: Timers) {
  /** What was sent just now, and whether it happened again since. */
  const sent = new Map<string, boolean>();
  let stopped = false;
  function pace(event: SocketEvent): void {
    const text = JSON.stringify(event);
    if (sent.has(text)) return void sent.set(text, true);
    publish(event);
    sent.set(text, false);
    timers.after(FEED_MS, () => {
      const again = sent.get(text);
      sent.delete(text);
      if (again && !stopped) pace(event);
    });
  }
  return {
    publish: pace,
    stop() {
      stopped = true;
    },
  };
}

export function frameOf(event: SocketEvent): { channel: string } & (UserEvent | FeedEvent) {
  switch (event.kind) {
    case 'balance':
      return { channel: userChannel(event.userId), name: 'BalanceChanged', data: {} };
    case 'order':
      return { channel: userChannel(event.userId), name: 'OrderChanged', data: { order_id: event.orderId } };
    case 'quest':
      return { channel: userChannel(event.userId), name: 'QuestChanged', data: { quest_id: event.questId } };
    case 'offer':
      return { channel: userChannel(event.userId), name: 'OfferChanged', data: { offer_id: event.offerId } };
    case 'message':
      return {
        channel: userChannel(event.userId),
        name: 'MessageChanged',
        data: { thread_id: event.threadId },
      };
    case 'notifications':
      return { channel: userChannel(event.userId), name: 'NotificationsChanged', data: {} };
    case 'unread':
      return { channel: userChannel(event.userId), name: 'UnreadChanged', data: {} };
    case 'contest':
      return { channel: FEED, name: 'ContestChanged', data: { contest_id: event.contestId } };
    case 'reward':
      return { channel: FEED, name: 'RewardChanged', data: { reward_id: event.rewardId } };
  }
}
