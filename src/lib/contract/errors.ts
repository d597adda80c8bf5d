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
  not_found: 'There is nothing at this address.',
  too_many_requests: 'That was a lot of requests at once. Please wait a moment and try again.',
  invalid: 'Some of what was sent needs another look.',
  malformed_json: "The request's body isn't valid JSON.",
  too_large: 'The request is larger than we accept.',
  not_enough_points: "You don't have enough points for this yet. Nothing was taken.",
  out_of_stock: 'This is out of stock right now. Nothing was taken.',
  too_young: 'This is for people of 18 and older.',
  birth_date_needed: 'This is for people of 18 and older: please save your birth date first.',
  session_finished: 'This round was counted already.',
  session_expired: 'This round took too long and its session has ended. Start a new one.',
  round_refused: "This round can't be counted.",
  contest_closed: 'This contest is over. Nothing was changed.',
  already_entered: "You take part in this contest already, and an entry can't be changed.",
  commitment_stale: "This isn't your next draw any more. Take the new one and open again; nothing was taken.",
  limit_reached:
    'You have opened as many cases today as anyone may. It starts again at midnight UTC; nothing was taken.',
  provider_unavailable:
    "This way of signing in isn't set up on this server. Use your e-mail address and password.",
  database_unavailable:
    "Our database can't be reached right now. Nothing was changed; please try again in a moment.",
  internal: 'Something went wrong on our side. Nothing was changed.',
} as const;
export type ErrorCode = keyof typeof errorMessages;
