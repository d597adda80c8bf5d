import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/offers/offers.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { appealOffer, disputeOffer, getOffer, listOffers, openOffer } from './offers.ts';
import { getPayouts } from './payouts.ts';

export function offerRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listOffers, async ({ query, userId, parts, now }) =>
    listOffers(parts.db, userId, query, now),
  );

  handle(app, calls.getOffer, async ({ params, userId, parts, now }) => ({
    offer: await getOffer(parts.db.drizzle, params.id, userId, now),
  }));

  handle(app, calls.openOffer, async ({ params, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'offers', 60, 10 * MINUTE);
    return { offer: await openOffer(parts.db, params.id, userId, now) };
  });

  handle(app, calls.disputeOffer, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, HOUR);
    return { offer: await disputeOffer(parts.db, { id: params.id, userId, ...body, now }) };
  });

  handle(app, calls.appealOffer, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'disputes', 20, HOUR);
    return { offer: await appealOffer(parts.db, { id: params.id, userId, appeal: body.appeal, now }) };
  });

  handle(app, calls.getPayouts, async ({ parts }) => getPayouts(parts.db));
}
