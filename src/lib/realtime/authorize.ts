/**
 * Requests the signature for a private channel from the API. It replaces the Pusher client's own request, which has no time limit
 * and never retries: one failed answer would leave a tab without events until it reconnects.
 */
import * as v from 'valibot';
import { joinChannel } from '../contract/channel-events.ts';

export type ChannelSignature = v.InferOutput<typeof joinChannel.answer>;

/** The API rejected the request (401, 403, …). A retry can't help. */
export class JoinRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The channel was refused with ${status}`);
    this.name = 'JoinRefused';
    this.status = status;
  }
}

const ANSWER_WITHIN_MS = 10_000;

/**
 * Sends one request, form-urlencoded like pusher-js. The token is a header of this request only. Echo's own `bearerToken` is in
 * an object that all its instances share, and would send the previous user's token.
 * @throws JoinRefused if a retry can't help; any other error if it may (network, time limit, 5xx, 408, 429)
 */
export async function askToJoin(
  { apiUrl, token }: { apiUrl: string; token: string },
  { socketId, channel }: { socketId: string; channel: string },
  signal: AbortSignal,
): Promise<ChannelSignature> {
  const response = await fetch(apiUrl.replace(/\/+$/, '') + joinChannel.path, {
    method: joinChannel.method,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
    body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  if (response.ok) return v.parse(joinChannel.answer, await response.json());
  const final = response.status < 500 && response.status !== 408 && response.status !== 429;
  throw final
    ? new JoinRefused(response.status)
    : new Error(`The channel was not signed: ${response.status}`);
}
