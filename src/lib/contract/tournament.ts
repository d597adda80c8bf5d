/** The weekly tournament: one game of ours, the same for everyone, in leagues. */
import * as v from 'valibot';
import { defineCall, idSchema, timeSchema } from './call.ts';

/** The lowest first; players of a league play in groups of so many. */
export const LEAGUES = ['bronze', 'silver', 'gold', 'diamond'] as const;
export const LEAGUE_GROUP = 30;

const leagueSchema = v.picklist(LEAGUES);
export type League = v.InferOutput<typeof leagueSchema>;

/** Errors: not_found where no game of ours is offered. */
export const getTournament = defineCall('guest', 'GET /api/user/tournament', {
  summary: "This week's tournament: its game, and the standings of the caller's group",
  answer: v.object({
    /** The Monday on which it began, by UTC; a round has to be finished before it ends. */
    week: v.string(),
    ends_at: timeSchema,
    game: v.object({ id: idSchema, name: v.string(), arcade: v.string() }),
    /** The caller's. A guest sees the lowest, where everyone begins. */
    league: leagueSchema,
    /** Of the group in which the caller plays or would. */
    players: v.number(),
    /** How many of it would move up and down if the week were over: none of fewer than four. */
    up: v.number(),
    down: v.number(),
    /** The best first; equal scores by who was earlier. */
    rows: v.array(
      v.object({
        place: v.number(),
        /** Null for who doesn't want to be named, except to themselves. */
        user: v.nullable(v.object({ id: idSchema, name: v.string(), sample: v.boolean() })),
        score: v.number(),
        mine: v.boolean(),
      }),
    ),
    /** The caller's own; null for guests, for who hasn't scored, and for who is hidden from leaderboards. */
    mine: v.nullable(v.object({ place: v.number(), score: v.number() })),
    /** How the caller's last one ended, and the league that it led to. */
    last: v.nullable(
      v.object({
        week: v.string(),
        game: v.string(),
        place: v.number(),
        players: v.number(),
        from: leagueSchema,
        to: leagueSchema,
      }),
    ),
  }),
});
export type Tournament = v.InferOutput<typeof getTournament.answer>;
