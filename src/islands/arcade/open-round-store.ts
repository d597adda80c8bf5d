/** The account's open round on the server, as far as it was sent: what another device goes on with. Its loss stops nothing: this browser keeps the round too. */
import { request } from '../../lib/client/client.ts';
import { getOpenSession, keepSession } from '../../lib/contract/rounds.ts';
import type { KeptRound } from '../../lib/session/kept-round.ts';

/** Between two sendings of a round that goes on, in milliseconds. */
const SEND_MS = 30_000;

let sent = { session: '', at: 0, when: 0 };

/** Sends what was played so far: now and then, and where it stops, since its player may be leaving for another device. */
export function sendMoves({ session, inputs, at }: KeptRound, stops: boolean): void {
  if (session === null || inputs.length === 0) return;
  const isEarly = !stops && Date.now() < sent.when + SEND_MS;
  if (session === sent.session && (isEarly || at <= sent.at)) return;
  sent = { session, at, when: Date.now() };
  void request(keepSession, { params: { id: session }, body: { inputs, at } }).catch(() => {});
}

/** The open round of the account, of whichever game; undefined where there is none or it can't be asked for. */
export async function fetchOpenRound(user: number, key: string): Promise<KeptRound | undefined> {
  const answer = await request(getOpenSession, {}).catch(() => undefined);
  if (!answer?.round) return undefined;
  const { id: session, game_id: gameId, started_at, ...round } = answer.round;
  const startedAt = Date.parse(started_at);
  return { ...round, gameId, session, startedAt, user, key, guest: false, ended: false };
}
