/**
 * Events for screens that update live. A function that writes a change announces it on the same executor. On a transaction the
 * event is published after the commit, and never after a rollback. On the database, where each statement commits, it is published
 * immediately.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A change to one user's data or to something everyone sees. It contains only ids: listeners fetch the state. */
export type DomainEvent =
  | { readonly kind: 'balance'; readonly userId: number }
  | { readonly kind: 'order'; readonly userId: number; readonly orderId: number }
  | { readonly kind: 'quest'; readonly userId: number; readonly questId: number }
  | { readonly kind: 'offer'; readonly userId: number; readonly offerId: number }
  | { readonly kind: 'message'; readonly userId: number; readonly threadId: number }
  | { readonly kind: 'notifications'; readonly userId: number }
  | { readonly kind: 'unread'; readonly userId: number }
  /** A session ended, so sockets that it authorised must authorise again. Not sent to browsers. */
  | { readonly kind: 'sessions'; readonly userId: number }
  | { readonly kind: 'contest'; readonly contestId: number }
  | { readonly kind: 'reward'; readonly rewardId: number };

type Publish = (event: DomainEvent) => void;
type Executor = PgDatabase<PgQueryResultHKT, typeof schema>;

const outlets = new WeakMap<Executor, Publish>();

/** Announces a change on the executor that wrote it. Throws if the executor isn't from `withEvents`. */
export function announce(on: Executor, event: DomainEvent): void {
  const publish = outlets.get(on);
  if (!publish) throw new Error(`a "${event.kind}" event was announced on an executor without events`);
  publish(event);
}

/** Enables announcing on a database and its transactions. Returns the function to subscribe with. */
export function withEvents(drizzle: Executor): (listener: Publish) => void {
  const listeners = new Set<Publish>();
  const publish: Publish = (event) => {
    for (const listener of listeners) listener(event);
  };
  outlets.set(drizzle, publish);
  const transaction = drizzle.transaction.bind(drizzle);
  drizzle.transaction = async (work, config) => {
    // Keyed by their JSON, so a repeated change in a transaction is published once.
    const announced = new Map<string, DomainEvent>();
    const result = await transaction((tx) => {
      // On a retry after a conflict, the events of the first try were rolled back.
      announced.clear();
      outlets.set(tx, (event) => announced.set(JSON.stringify(event), event));
      return work(tx);
    }, config);
    for (const event of announced.values()) publish(event);
    return result;
  };
  return (listener) => void listeners.add(listener);
}
