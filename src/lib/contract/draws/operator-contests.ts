/** Contests in the back office: creating, editing and calling off. All calls are ours. */
import * as v from 'valibot';
import { personSchema, withReason } from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, textSchema, timeSchema } from '../call.ts';
import { momentSchema } from '../fields.ts';
import { MAX_PRIZES, OPERATOR_CONTEST_VIEWS } from '../operator-limits.ts';

/** What players read of a contest. */
const terms = {
  name: v.string(),
  game: v.string(),
  summary: v.string(),
  rules: v.array(v.string()),
  /** Points by place, first place first. */
  prizes: v.array(v.number()),
  starts_at: timeSchema,
  ends_at: timeSchema,
};

export const operatorContestSchema = v.object({
  id: idSchema,
  slug: v.string(),
  ...terms,
  state: v.picklist(['coming', 'open', 'ended', 'called_off']),
  entries: v.number(),
  /** Whether it comes from a catalogue file, which is then the place to change it. */
  from_catalogue: v.boolean(),
  drawn_at: v.nullable(timeSchema),
  seed_hash: v.string(),
  /** Null before the draw. */
  seed: v.nullable(v.string()),
  called_off_at: v.nullable(timeSchema),
  called_off_for: v.nullable(v.string()),
});
export type OperatorContest = v.InferOutput<typeof operatorContestSchema>;

const at = (name: string) =>
  momentSchema(`${name} must be a time like 2026-12-01T12:00:00Z.`, `${name} is missing.`);

/** A separate form, because the browser validates with it before sending. */
export const contestForm = v.object({
  name: textSchema(3, 80),
  game: textSchema(2, 60),
  summary: textSchema(20, 300),
  rules: v.pipe(
    v.array(textSchema(5, 300), 'rules must be a list of texts.'),
    v.minLength(1, 'Please write at least one rule.'),
    v.maxLength(12, 'A giveaway can have at most 12 rules.'),
  ),
  prizes: v.pipe(
    v.array(
      v.pipe(
        v.number('A prize must be a whole number of points.'),
        v.integer('A prize must be a whole number of points.'),
        v.minValue(1, 'A prize must be at least 1 point.'),
        v.maxValue(100_000, 'A prize can be at most 100,000 points.'),
      ),
      'prizes must be a list of points.',
    ),
    v.minLength(1, 'Please name at least one prize.'),
    v.maxLength(MAX_PRIZES, `A giveaway can have at most ${MAX_PRIZES} prizes.`),
    v.check(
      (prizes) => prizes.every((points, place) => place === 0 || points <= (prizes[place - 1] ?? 0)),
      'A lower place can’t get more than the one above it.',
    ),
  ),
  starts_at: at('The start'),
  ends_at: at('The end'),
});
export type ContestForm = v.InferOutput<typeof contestForm>;

const answer = v.object({ contest: operatorContestSchema });
/** Null: the prizes are above what the operator may pay alone in a day, so it waits until another operator approves it. */
const orProposed = v.object({ contest: v.nullable(operatorContestSchema) });

/** What an operator proposed, and what a second one has to approve. */
export const contestProposalSchema = v.object({
  id: idSchema,
  /** The contest that it would change. Null: it would be a new one. */
  contest_id: v.nullable(idSchema),
  ...terms,
  proposed_by: personSchema,
  proposed_at: timeSchema,
});
export type ContestProposal = v.InferOutput<typeof contestProposalSchema>;

export const listOperatorContests = defineCall('operator', 'GET /api/operator/contests', {
  summary: 'Contests by state, latest end first',
  query: v.object({ ...pageEntries, state: choice('state', OPERATOR_CONTEST_VIEWS) }),
  answer: paged(operatorContestSchema),
});

export const getOperatorContest = defineCall('operator', 'GET /api/operator/contests/:id', {
  summary: 'A contest with a page of its entries in order, and the winners',
  query: v.object(pageEntries),
  answer: v.object({
    contest: operatorContestSchema,
    entries: paged(
      v.object({
        number: v.number(),
        user: personSchema,
        seed: v.string(),
        entered_at: timeSchema,
        /** Null before the draw, and for entries that won nothing. */
        place: v.nullable(v.number()),
        points: v.nullable(v.number()),
      }),
    ),
  }),
});

/** Errors: invalid with the fields that are wrong. */
export const createContest = defineCall('operator', 'POST /api/operator/contests', {
  summary:
    'Announce a contest. Its seed is created now, and the seed’s hash is published. Above the limit a second operator has to approve',
  body: contestForm,
  answer: orProposed,
});

/** Errors: not_found, contest_closed (it has begun, or comes from the catalogue), invalid with the fields that are wrong. */
export const editContest = defineCall('operator', 'PUT /api/operator/contests/:id', {
  summary: 'Change a contest that hasn’t started. A contest from the catalogue is changed in its file',
  body: contestForm,
  answer: orProposed,
});

export const listContestProposals = defineCall('operator', 'GET /api/operator/contest-proposals', {
  summary: 'Contests, and changes of contests, that wait for a second operator, oldest first',
  answer: v.object({ proposals: v.array(contestProposalSchema) }),
});

/** Errors: not_found, nothing_to_do (the caller's own), forbidden (see the four-eyes rule), contest_closed, invalid with `starts_at`. */
export const approveContestProposal = defineCall(
  'operator',
  'POST /api/operator/contest-proposals/:id/approve',
  { summary: 'Approve another operator’s contest, or their change of one. It is announced now', answer },
);

/** Errors: not_found, invalid with `reason`. */
export const declineContestProposal = defineCall(
  'operator',
  'POST /api/operator/contest-proposals/:id/decline',
  {
    summary: 'Decline a proposed contest or change, or withdraw your own',
    body: withReason,
    answer: v.object({ declined: v.literal(true) }),
  },
);

/** Errors: not_found, contest_closed, nothing_to_do, invalid with `reason`. */
export const callOffContest = defineCall('operator', 'POST /api/operator/contests/:id/call-off', {
  summary: 'Cancel a contest that isn’t drawn yet: nobody wins, and everyone who entered reads why',
  body: withReason,
  answer,
});
