import { afterEach, expect, test, vi } from 'vitest';
import { followAccount, followPublic } from '../../src/islands/shared/stores/live.ts';
import type { RealtimeConnection, RealtimeOptions } from '../../src/lib/realtime/connect.ts';
import { forgetSession, keepSession } from '../../src/lib/session/session.ts';
import { aUser } from '../support/fixtures.ts';

/** The tokens of open connections; null for a guest's. */
const open = vi.hoisted(() => new Set<string | null>());
vi.mock('../../src/lib/realtime/connect.ts', () => ({
  connectRealtime({ user }: Pick<RealtimeOptions, 'user'>): RealtimeConnection {
    const token = user?.token ?? null;
    open.add(token);
    return { listenToFeed() {}, enter() {}, leave() {}, close: () => void open.delete(token) };
  },
}));

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  forgetSession();
});

const tokens = () => expect.poll(() => [...open]);

test('there is at most one connection, and it belongs to the signed-in user', async () => {
  stops.push(followAccount());
  await tokens().toEqual([]);
  keepSession('5|one', aUser());
  await tokens().toEqual(['5|one']);
  keepSession('6|other', aUser({ id: 6 }));
  await tokens().toEqual(['6|other']);
  forgetSession();
  await tokens().toEqual([]);
});

test('a guest has a connection while a screen follows public events', async () => {
  const stop = followPublic(
    () => true,
    () => {},
  );
  await tokens().toEqual([null]);
  keepSession('5|one', aUser());
  await tokens().toEqual(['5|one']);
  forgetSession();
  await tokens().toEqual([null]);
  stop();
});
