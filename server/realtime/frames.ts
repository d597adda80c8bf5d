/** What browsers receive for an event, and how often for public ones. The same for our own sockets and an outside host. */
import type { FeedEvent, UserEvent } from '../../src/lib/contract/channel-events.ts';
import { FEED, userChannel } from '../../src/lib/contract/channels.ts';
import type { DomainEvent } from '../db/events.ts';
import type { Timers } from './timers.ts';

/** The events that browsers receive. The others are only for other processes. */
export type SocketEvent = Exclude<DomainEvent, { kind: 'sessions' }>;

/** Everyone receives the events of the feed. The same one is sent at most once in this time, and the last one is always sent. */
const FEED_MS = 1_000;

/** Sends an event immediately, or once FEED_MS have passed since the same one was sent. */
export function createFeedPace(publish: (event: SocketEvent) => void, timers: Timers) {
  /** Events sent a moment ago, and whether they have happened again since. */
  const sent = new Map<string, boolean>();
  let stopped = false;
  function pace(event: SocketEvent): void {
    const text = JSON.stringify(event);
    if (sent.has(text)) {
      sent.set(text, true);
      return;
    }
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
