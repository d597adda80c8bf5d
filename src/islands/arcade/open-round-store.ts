/**
 * The account's open round on the server, with the moves sent so far, so that another device can continue it. A failure is
 * harmless, because this browser also stores the round.
 */
import { request } from '../../lib/client/client.ts';
import { getOpenSession, keepSession } from '../../lib/contract/arcade/rounds.ts';
import type { KeptRound } from '../../lib/session/kept-round.ts';

/** The minimum time between two saves of a running round, in milliseconds. */
const SEND_MS = 10_000;

let sent = { session: '', at: 0, when: 0 };

/** Sends the moves so far: at intervals, and when play stops, because the player may switch to another device. */
export function sendMoves({ session, inputs, at }: KeptRound, stops: boolean): void {
  if (session === null || inputs.length === 0) return;
  const isEarly = !stops && Date.now() < sent.when + SEND_MS;
  if (session === sent.session && (isEarly || at <= sent.at)) return;
  sent = { session, at, when: Date.now() };
  void request(keepSession, { params: { id: session }, body: { inputs, at } }).catch(() => {});
}

/** Returns the account's open round, of any game. Undefined if there is none or the request fails. */
export async function fetchOpenRound(user: number, key: string): Promise<KeptRound | undefined> {
  const answer = await request(getOpenSession, {}).catch(() => undefined);
  if (!answer?.round) return undefined;
  const { id: session, game_id: gameId, started_at, elapsed, ...round } = answer.round;
  // By this browser's clock, like that of a round that was begun here.
  const startedAt = elapsed === undefined ? Date.parse(started_at) : Date.now() - elapsed;
  return { ...round, gameId, session, startedAt, user, key, guest: false, ended: false };
}
