/**
 * The interface between features and whatever notifies browsers. Here it is our own sockets and, over the bridge, those of other
 * API processes on the same database. hosted.ts implements it for an outside host.
 */

import { randomUUID } from 'node:crypto';
import { userChannel } from '../../src/lib/contract/channels.ts';
import type { Bridge } from '../db/database.ts';
import type { DomainEvent } from '../db/events.ts';
import { errorText } from '../platform/error-text.ts';
import { type BridgeEvent, packEvents, unpackEvents } from './bridge-payload.ts';
import { createFeedPace, frameOf } from './frames.ts';
import type { Presence } from './presence.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface Broadcaster {
  /** Sends the event to the user's browsers, or to everyone's. Call it after the commit. It never throws and never waits. */
  publish(event: DomainEvent): void;
  /** Sends what is still waiting and stops listening. */
  close(): Promise<void>;
}

interface BroadcasterOptions {
  readonly sockets: {
    broadcast(channel: string, event: string, data: unknown): unknown;
    /** Disconnects the browsers for a second, so that they fetch what they may have missed. */
    recall?(): void;
    /** The same for the browsers in one channel. */
    expel?(channel: string): void;
    readonly presence?: Presence;
  };
  /** Absent if only one process uses the database (PGlite). */
  readonly bridge?: Bridge;
  readonly batchMs?: number;
  readonly processId?: string;
  readonly timers?: Timers;
  readonly log?: (line: string) => void;
}

/**
 * How many events may wait for the bridge. Further ones are dropped: browsers fetch the state on their next visit or reconnect.
 */
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
  // Keyed by their JSON, so ten changes of one balance within a batch are sent once.
  let waiting = new Map<string, BridgeEvent>();
  let cancelFlush: (() => void) | null = null;
  let sending = Promise.resolve();
  let closed = false;

  function deliver(event: DomainEvent): void {
    if (event.kind === 'sessions') {
      sockets.expel?.(userChannel(event.userId));
      return;
    }
    const { channel, name, data } = frameOf(event);
    sockets.broadcast(channel, name, data);
  }

  async function send(to: Bridge, events: BridgeEvent[]): Promise<void> {
    try {
      for (const payload of packEvents(processId, events)) await to.notify(payload);
    } catch (error) {
      log(`realtime: ${events.length} events may not have reached other processes: ${errorText(error)}`);
    }
  }

  /** Sends one batch after another. While the database is slow, the next batch grows instead of several waiting. */
  function flush(to: Bridge): void {
    cancelFlush = null;
    sending = sending.then(() => {
      const events = [...waiting.values()];
      waiting = new Map();
      return send(to, events);
    });
  }

  function enqueue(to: Bridge, event: BridgeEvent): void {
    if (waiting.size >= MAX_WAITING) return;
    waiting.set(JSON.stringify(event), event);
    if (waiting.size === MAX_WAITING)
      log('realtime: too many events wait for other processes; events are dropped');
    cancelFlush ??= timers.after(batchMs, () => flush(to));
  }

  function sendEvent(event: DomainEvent): void {
    deliver(event);
    if (bridge !== undefined) enqueue(bridge, event);
  }
  const feed = createFeedPace(sendEvent, timers);

  function receive(payload: string): void {
    const foreign = unpackEvents(payload);
    if (foreign === null) log('realtime: ignored a foreign payload');
    if (foreign === null || foreign.from === processId) return;
    for (const event of foreign.events) {
      if (event.kind === 'presence') sockets.presence?.receive(foreign.from, event);
      else deliver(event);
    }
  }

  const stopListening = await bridge?.listen(receive, () => {
    log('realtime: events of other processes may have been missed; browsers are asked to reconnect');
    sockets.presence?.doubt();
    sockets.recall?.();
  });
  if (bridge !== undefined) sockets.presence?.connect((message) => enqueue(bridge, message));

  return {
    publish(event) {
      if (closed) return;
      if ('userId' in event) sendEvent(event);
      else feed.publish(event);
    },
    async close() {
      if (closed) return;
      closed = true;
      feed.stop();
      cancelFlush?.();
      if (bridge !== undefined) flush(bridge);
      await sending;
      await stopListening?.();
    },
  };
}
