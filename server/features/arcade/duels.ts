/**
 * Duels: a round on the seed of another player's finished run, with that run as the ghost (decision 62). Only runs of players who
 * are named on leaderboards are used. No account gets a seed that it has already had, except in a weekly variant, where everyone
 * has the seed of the week.
 */
import { randomInt } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, lt, ne, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Variant } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { Ghost } from '../../../src/lib/contract/arcade/rounds.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { games, rounds, users } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';
import { dayOf, weeklySeed } from './daily.ts';
import { bestScore } from './finish-round.ts';
import { curveOf } from './ghost.ts';
import { rulesOf } from './own-games.ts';

/** How many of the latest runs a guest's rival is drawn from. */
const LATEST = 100;

interface Duel {
  readonly gameId: number;
  readonly variant: Variant;
  readonly version: number;
  readonly now: Date;
}

const weekOf = (now: Date) => new Date(`${periodOf('weekly', now).start}T00:00:00Z`);

const isRival = ({ gameId, variant, version }: Omit<Duel, 'now'>) =>
  and(
    eq(rounds.gameId, gameId),
    eq(rounds.variant, variant.id),
    // The partial index needs its condition as it is written there.
    sql`${rounds.variant} <> 'classic' and ${rounds.inputs} is not null`,
    eq(rounds.version, version),
    // A round of a few moves is no rival, not even as its player's best.
    sql`${rounds.answer} #>> '{result,metrics,rounds}' = '1'`,
    eq(users.shownAs, 'named'),
  );

/**
 * Returns the run that the account plays against next: one of today, or else of this week, whose seed the account hasn't had in
 * this game. In a weekly variant it is another player's run of this week on `weekSeed`, the seed that all rounds have. It is the
 * one nearest above the account's own best score, or else the best one. Undefined if there is none. The caller holds the lock on
 * the account's balance, so that two starts at once don't get the same run.
 */
export async function pickRival(
  tx: Transaction,
  userId: number,
  duel: Duel & { readonly weekSeed: number },
): Promise<{ id: string; seed: number } | undefined> {
  const { gameId, variant, now, weekSeed } = duel;
  const best = await bestScore(tx, { userId, gameId, variant: variant.id });
  const own = alias(rounds, 'own');
  const had = tx
    .select({ seed: own.seed })
    .from(own)
    .where(and(eq(own.userId, userId), eq(own.gameId, gameId)));
  const day = new Date(`${dayOf(now)}T00:00:00Z`);
  const [rival] = await tx
    .select({ id: rounds.id, seed: rounds.seed })
    .from(rounds)
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(
      and(
        isRival(duel),
        gte(rounds.finishedAt, weekOf(now)),
        // By its start, because a duel that began before the week may have a seed that guests get now.
        gte(rounds.startedAt, weekOf(now)),
        variant.weekly
          ? and(eq(rounds.seed, weekSeed), ne(rounds.userId, userId))
          : notInArray(rounds.seed, had),
      ),
    )
    .orderBy(
      // The runs of a weekly variant aren't used up, so today's would hide those of the days before.
      ...(variant.weekly ? [] : [desc(gte(rounds.finishedAt, day))]),
      desc(gt(rounds.score, best)),
      asc(sql`abs(${rounds.score} - ${best}::integer)`),
      rounds.finishedAt,
      rounds.id,
    )
    .limit(1);
  return rival;
}

/** Returns the ghost of a rival's run. Null if its player isn't named on leaderboards any more, or has deleted the account. */
export async function rivalGhost(db: Executor, id: string | null): Promise<Ghost | null> {
  if (id === null) return null;
  const [run] = await db
    .select({ round: rounds, arcade: games.arcade, name: users.name })
    .from(rounds)
    .innerJoin(games, eq(games.id, rounds.gameId))
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(and(eq(rounds.id, id), eq(users.shownAs, 'named')));
  const rules = arcadeGame(run?.arcade ?? '', run?.round.variant);
  if (!run || rules?.version !== run.round.version) return null;
  return { mine: false, name: run.name, ...curveOf(rules, run.round.seed, run.round.inputs ?? []) };
}

/**
 * Returns the seed of a guest's duel, and the run to play against. It is one of the latest runs from before this week, because
 * accounts only get this week's seeds. Without such a run the seed is new. A weekly variant has the accounts' seed, and one of the
 * latest runs on it. Nothing is stored, and the round counts for nothing. Errors: not_found if it isn't one of our games, invalid
 * for an unknown variant.
 */
export async function guestDuel(db: Executor, given: { gameId: number; variant: string; now: Date }) {
  const { gameId, now } = given;
  const { version, variant } = await rulesOf(db, gameId, given.variant);
  const weekSeed = variant.weekly && (await weeklySeed(db, gameId, variant.id, now));
  const runs = await db
    .select({ id: rounds.id, seed: rounds.seed })
    .from(rounds)
    .innerJoin(users, eq(users.id, rounds.userId))
    .where(
      and(
        isRival({ gameId, variant, version }),
        weekSeed === undefined
          ? lt(rounds.startedAt, weekOf(now))
          : and(eq(rounds.seed, weekSeed), gte(rounds.finishedAt, weekOf(now))),
      ),
    )
    .orderBy(desc(rounds.finishedAt))
    .limit(LATEST);
  const run = runs[randomInt(Math.max(1, runs.length))];
  const rival = await rivalGhost(db, run?.id ?? null);
  return { seed: weekSeed ?? run?.seed ?? randomInt(2 ** 32), version, variant: variant.id, rival };
}
