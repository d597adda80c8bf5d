/**
 * The port between the domain and whatever tells browsers: here our own sockets, and through the bridge those of the
 * other API processes on the same database. A hosted Pusher or Redis would be another Broadcaster.
 */
import { randomUUID } from 'node:crypto';
import { type UserEvent, userChannel } from '../../src/lib/contract/channels.ts';
import { type DomainEvent, packEvents, unpackEvents } from './bridge-payload.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface Broadcaster {
  /** Tells the event to the user's browsers. Call it after the commit. Never throws, never waits. */
  publish(event: DomainEvent): void;
  /** Sends what still waits and stops listening. */
  close(): Promise<void>;
}

/** How processes reach each other: PostgreSQL's NOTIFY and LISTEN on one channel, or their like. */
export interface Bridge {
  notify(payload: string): Promise<void>;
  /** Hands over every payload, one's own included; answers how to stop. Reconnecting is the bridge's matter. */
  listen(onPayload: (payload: string) => void): Promise<() => Promise<void>>;
}

export interface BroadcasterOptions {
  readonly sockets: { broadcast(channel: string, event: string, data: unknown): unknown };
  /** Left out where only one process runs on the database (PGlite). */
  readonly bridge?: Bridge;
  readonly batchMs?: number;
  readonly processId?: string;
  readonly timers?: Timers;
  readonly log?: (line: string) => void;
}

/** What may wait for the bridge. Beyond that events are left out: browsers fetch the state when they next look or reconnect. */
const MAX_WAITING = 20_000;

export async function createBroadcaster(options: BroadcasterOptions): Promise<Broadcaster> {
  const {
    sockets,
    bridge,
    batchMs = 50,
    processId = randomUUID(),
    timers = systemTimers,
    log = () => {},
  } = options;
  // By their text, so that ten changes of one balance within a batch cross over once.
  let waiting = new Map<string, DomainEvent>();
  let cancelFlush: (() => void) | null = null;
  let sending = Promise.resolve();
  let closed = false;

  function deliver(event: DomainEvent): void {
    const { name, data } = userEventOf(event);
    sockets.broadcast(userChannel(event.userId), name, data);
  }

  async function send(to: Bridge, events: DomainEvent[]): Promise<void> {
    try {
      for (const payload of packEvents(processId, events)) await to.notify(payload);
    } catch (error) {
      log(`realtime: ${events.length} events may not have reached other processes: ${String(error)}`);
    }
  }

  /** One batch after the other: while the database is slow, the next batch grows instead of many waiting at once. */
  function flush(to: Bridge): void {
    cancelFlush = null;
    sending = sending.then(() => {
      const events = [...waiting.values()];
      waiting = new Map();
      return send(to, events);
    });
  }

  function enqueue(to: Bridge, event: DomainEvent): void {
    if (waiting.size >= MAX_WAITING) return;
    waiting.set(JSON.stringify(event), event);
    if (waiting.size === MAX_WAITING)
      log('realtime: too much waits for other processes; events are left out');
    cancelFlush ??= timers.after(batchMs, () => flush(to));
  }

  const stopListening = await bridge?.listen((payload) => {
    const foreign = unpackEvents(payload);
    if (foreign === null) log('realtime: ignored a payload that is none of ours');
    else if (foreign.from !== processId) foreign.events.forEach(deliver);
  });

  return {
    publish(event) {
      if (closed) return;
      deliver(event);
      if (bridge !== undefined) enqueue(bridge, event);
    },
    async close() {
      if (closed) return;
      closed = true;
      cancelFlush?.();
      if (bridge !== undefined) flush(bridge);
      await sending;
      await stopListening?.();
    },
  };
}

function userEventOf(event: DomainEvent): UserEvent {
  switch (event.kind) {
    case 'balance':
      return { name: 'BalanceChanged', data: {} };
    case 'order':
      return { name: 'OrderChanged', data: { order_id: event.orderId } };
    case 'quest':
      return { name: 'QuestChanged', data: { quest_id: event.questId } };
  }
}
