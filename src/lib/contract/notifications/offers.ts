/** The answer to an offer of notifications, which only players see who have never chosen how to get that kind. Ours. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';

/** digest: by mail. order: on devices. */
export const answerOffer = defineCall('user', 'PUT /api/user/notification-offers', {
  summary: 'Accept or decline the weekly digest by mail, or news of orders on devices',
  body: v.object({
    kind: v.picklist(['digest', 'order'], 'kind must be one of: digest, order.'),
    accepts: v.boolean('accepts is true or false.'),
  }),
  answer: v.object({ accepted: v.boolean() }),
});
