/** The two forms of an error answer (shared calls page, "Forms"), and the codes that clients may match on. */
import * as v from 'valibot';

/** 422: which field, and in words what is wrong with it. */
export const validationErrorSchema = v.object({
  message: v.string(),
  errors: v.record(v.string(), v.array(v.string())),
  code: v.optional(v.string()),
});

export const errorSchema = v.object({ message: v.string(), code: v.string() });

export const errorMessages = {
  unauthenticated: 'Your session has ended. Please log in again.',
  forbidden: "That isn't yours to change.",
  suspended:
    'Your account is suspended, so this isn’t open to you. The reason stands among your notifications; write to support if it is wrong.',
  not_found: 'There is nothing at this address.',
  too_many_requests: 'That was a lot of requests at once. Please wait a moment and try again.',
  more_work: 'There were many wrong passwords for this account just now, so a longer check comes first.',
  invalid: 'Some of what was sent needs another look.',
  malformed_json: "The request's body isn't valid JSON.",
  too_large: 'The request is larger than we accept.',
  not_enough_points: "You don't have enough points for this yet. Nothing was taken.",
  out_of_stock: 'This is out of stock right now. Nothing was taken.',
  reward_paused: 'This reward is paused. Your points stay yours.',
  too_young: 'This is for people of 18 and older.',
  birth_date_needed: 'This is for people of 18 and older: please save your birth date first.',
  email_unconfirmed:
    'Before the first redemption your e-mail address has to be confirmed, by the link that we mailed you. Nothing was taken.',
  second_factor_needed:
    'This site asks every player for a second factor. Set one up in your settings; until then nothing else is open to you.',
  end_unknown:
    'We can’t tell whether your last try went through. Reload the page and look before you try again.',
  session_finished: 'This round was counted already.',
  session_expired: 'This round took too long and its session has ended. Start a new one.',
  round_refused: "This round can't be counted.",
  contest_closed: 'This contest is over. Nothing was changed.',
  already_entered: "You take part in this contest already, and an entry can't be changed.",
  commitment_stale: "This isn't your next draw any more. Take the new one and open again; nothing was taken.",
  limit_reached:
    'You have opened as many cases today as anyone may. It starts again at midnight UTC; nothing was taken.',
  draft_changed:
    'This article was changed somewhere else meanwhile, in another tab or on another device. What you wrote here is kept.',
  not_a_draft: "It isn't a draft any more, so it can't be changed like this.",
  nothing_to_do: 'That was done before. Nothing was changed.',
  price_changed:
    'The price has changed since you saw it, so nothing was redeemed and nothing was taken. Look at the new price and decide again.',
  order_closed:
    'This order can’t be called off any more: it is being sent, or it has ended. Nothing was changed.',
  dispute_closed: 'A dispute can’t be opened or changed for this order any more.',
  no_code: 'There is no code to show for this order.',
  offer_closed: 'This offer isn’t open to you.',
  signature_refused: 'The signature doesn’t hold, or no secret is set for this partner.',
  partner_off: 'This partner is switched off just now. Nothing was kept; please send it again later.',
  click_unknown: 'This partner has no click of that id. Nothing was kept; please send it again later.',
  milestone_unknown: 'The offer has no milestone of that code. Nothing was kept; please send it again later.',
  transaction_reused:
    'This transaction was reported before, for something else. Nothing was kept: please look into it and send it again under an id of its own.',
  provider_unavailable:
    "This way of signing in isn't set up on this server. Use your e-mail address and password.",
  database_unavailable:
    "Our database can't be reached right now. Nothing was changed; please try again in a moment.",
  storage_full: 'We have no room left to save this. Nothing was changed; please try again in a few minutes.',
  overloaded: 'A lot of people are here right now. Nothing was changed; please try again in a few seconds.',
  internal: 'Something went wrong on our side. Nothing was changed.',
} as const;
export type ErrorCode = keyof typeof errorMessages;
