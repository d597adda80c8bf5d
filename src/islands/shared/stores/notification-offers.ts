import { request } from '../../../lib/client/client.ts';
import { answerOffer as answer } from '../../../lib/contract/notifications/offers.ts';
import { whyNot } from './load.ts';

/** Accepts or declines an offer of notifications. Resolves to why it failed. */
export function answerOffer(kind: 'digest' | 'order', accepts: boolean): Promise<string | undefined> {
  return whyNot(() => request(answer, { body: { kind, accepts } }));
}
