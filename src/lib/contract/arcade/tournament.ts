/** The weekly tournament: everyone plays one of our games with the same seed, in leagues. */
import * as v from 'valibot';
import { defineCall, idSchema, timeSchema } from '../call.ts';

/** Lowest first. Players of a league play in groups of this size. */
export const LEAGUES = ['bronze', 'silver', 'gold', 'diamond'] as const;
export const LEAGUE_GROUP = 30;

const leagueSchema = v.picklist(LEAGUES);
export type League = v.InferOutput<typeof leagueSchema>;

/** Errors: not_found if none of our games is offered. */
export const getTournament = defineCall('guest', 'GET /api/user/tournament', {
  summary: "This week's tournament: its game, and the ranking of the caller's group",
  answer: v.object({
    /** The Monday on which it began, in UTC. A round counts only if it is finished before the week ends. */
    week: v.string(),
    ends_at: timeSchema,
    game: v.object({ id: idSchema, name: v.string(), arcade: v.string() }),
    /** The caller's league. A guest sees the lowest one, where everyone begins. */
    league: leagueSchema,
    /** The number of players in the caller's group, or in the group that the caller would join. */
    players: v.number(),
    /** How many would move up or down if the week ended now. 0 in a group of fewer than four. */
    up: v.number(),
    down: v.number(),
    /** Best first. Of equal scores, the earlier one comes first. */
    rows: v.array(
      v.object({
        place: v.number(),
        /** Null for a player who is anonymous on leaderboards, except to themselves. */
        user: v.nullable(v.object({ id: idSchema, name: v.string(), sample: v.boolean() })),
        score: v.number(),
        mine: v.boolean(),
      }),
    ),
    /** The caller's own place. Null for guests, and for players who haven't scored or have left the leaderboards. */
    mine: v.nullable(v.object({ place: v.number(), score: v.number() })),
    /** The result of the caller's last tournament, and the league that it led to. */
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
