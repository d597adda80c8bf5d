import { request } from '../../../lib/client/client.ts';
import { answerOffer as answer } from '../../../lib/contract/notifications/offers.ts';
import { asApiError } from './load.ts';

/** Accepts or declines an offer of notifications. Resolves to why it failed. */
export async function answerOffer(kind: 'digest' | 'order', accepts: boolean): Promise<string | undefined> {
  try {
    await request(answer, { body: { kind, accepts } });
    return undefined;
  } catch (error) {
    return asApiError(error).message;
  }
}
