/** The two forms of an error answer, and the codes that clients may match on. */
import * as v from 'valibot';

/** 422: the fields that are wrong, and a message for each problem. */
export const validationErrorSchema = v.object({
  message: v.string(),
  errors: v.record(v.string(), v.array(v.string())),
  code: v.optional(v.string()),
});

export const errorSchema = v.object({ message: v.string(), code: v.string() });

export const errorMessages = {
  unauthenticated: 'Your session has ended. Please log in again.',
  forbidden: 'You can’t change this: it belongs to someone else.',
  suspended:
    'Your account is suspended. See your notifications for the reason, and contact support if you think it’s wrong.',
  not_found: 'We couldn’t find this page.',
  too_many_requests: 'Too many requests. Please wait a moment and try again.',
  more_work: 'There were too many wrong passwords for this account, so we need to run a longer check first.',
  invalid: 'Please check the marked fields.',
  malformed_json: "The request's body isn't valid JSON.",
  too_large: 'The request is larger than we accept.',
  not_enough_points: 'You don’t have enough points for this yet. We didn’t take any.',
  out_of_stock: 'This is out of stock right now. We didn’t take any points.',
  reward_paused: 'This reward is paused. You keep your points.',
  too_young: 'You have to be 18 or older for this.',
  birth_date_needed: 'You have to be 18 or older for this. Please save your date of birth first.',
  email_unconfirmed:
    'You need a confirmed email address before your first redemption. We didn’t take any points.',
  second_factor_needed: 'You need two-factor authentication here. Set it up in your settings to continue.',
  end_unknown: 'We don’t know if your last try went through. Reload the page and check before you try again.',
  session_finished: 'We already counted this round.',
  session_expired: 'This round took too long. Start a new one.',
  round_refused: 'We can’t count this round.',
  contest_closed: 'This giveaway is over.',
  already_entered: 'You’ve already entered this giveaway, and you can’t change your entry.',
  commitment_stale:
    'You already opened this one, maybe in another tab. Open the case again. We didn’t take any points.',
  limit_reached:
    'You’ve reached today’s limit for opening cases. It resets at midnight UTC. We didn’t take any points.',
  draft_changed:
    'You changed this article in another tab or on another device. Your text here is still saved.',
  not_a_draft: 'You can’t change this: it’s no longer a draft.',
  nothing_to_do: 'That’s already done.',
  price_changed:
    'The price has changed, so we didn’t redeem anything or take any points. Check the new price and try again.',
  order_closed: 'You can’t cancel this order anymore. We’re already sending it, or it’s finished.',
  dispute_closed: 'You can no longer report a problem with this order.',
  no_code: 'This order has no code.',
  offer_closed: 'This offer isn’t available to you.',
  signature_refused: 'The signature is invalid, or this partner has no secret.',
  partner_off: 'This partner is turned off right now. Nothing was saved. Please send it again later.',
  click_unknown: 'This partner has no click with that ID. Nothing was saved. Please send it again later.',
  milestone_unknown:
    'The offer has no milestone with that code. Nothing was saved. Please send it again later.',
  transaction_reused:
    'This transaction was already reported for something else. Nothing was saved. Please check it and send it again with its own ID.',
  provider_unavailable: 'This way to log in isn’t available here. Use your email address and password.',
  database_unavailable:
    'Something’s wrong on our side, so nothing has changed. Please try again in a moment.',
  storage_full:
    'We can’t save anything right now, so nothing has changed. Please try again in a few minutes.',
  overloaded:
    'A lot of people are here right now, so nothing has changed. Please try again in a few seconds.',
  internal: 'Something went wrong on our side. Nothing has changed.',
} as const;
export type ErrorCode = keyof typeof errorMessages;
