/**
 * What happened, for those who follow it live. Whoever writes a change announces it where it writes: on a transaction the event goes out once
 * that is committed and never when it isn't; on the database itself, where each statement is a transaction, at once.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** Something that changed, a user's own or everybody's. Ids only: whoever hears of it fetches the state. */
export type DomainEvent =
  | { readonly kind: 'balance'; readonly userId: number }
  | { readonly kind: 'order'; readonly userId: number; readonly orderId: number }
  | { readonly kind: 'quest'; readonly userId: number; readonly questId: number }
  | { readonly kind: 'offer'; readonly userId: number; readonly offerId: number }
  | { readonly kind: 'message'; readonly userId: number; readonly threadId: number }
  | { readonly kind: 'notifications'; readonly userId: number }
  | { readonly kind: 'unread'; readonly userId: number }
  /** A session of theirs ended: whoever listens by it has to be let in anew. Browsers don't hear of it. */
  | { readonly kind: 'sessions'; readonly userId: number }
  | { readonly kind: 'contest'; readonly contestId: number }
  | { readonly kind: 'reward'; readonly rewardId: number };

type Publish = (event: DomainEvent) => void;
type Executor = PgDatabase<PgQueryResultHKT, typeof schema>;

const outlets = new WeakMap<Executor, Publish>();

/** Announces what the caller has just written on `on`: the transaction it was written in, or the database. */
export function announce(on: Executor, event: DomainEvent): void {
  const publish = outlets.get(on);
  if (!publish) throw new Error(`nothing was written on what announces a change of "${event.kind}"`);
  publish(event);
}

/** Makes a database one that can be announced on; answers how to hear of what is. */
export function withEvents(drizzle: Executor): (listener: Publish) => void {
  const listeners = new Set<Publish>();
  const publish: Publish = (event) => {
    for (const listener of listeners) listener(event);
  };
  outlets.set(drizzle, publish);
  const transaction = drizzle.transaction.bind(drizzle);
  drizzle.transaction = async (work, config) => {
    // By their text: what changed twice in a transaction is told once.
    const announced = new Map<string, DomainEvent>();
    const result = await transaction((tx) => {
      // A second try after a conflict: the first was rolled back.
      announced.clear();
      outlets.set(tx, (event) => announced.set(JSON.stringify(event), event));
      return work(tx);
    }, config);
    for (const event of announced.values()) publish(event);
    return result;
  };
  return (listener) => void listeners.add(listener);
}
