/** Quests as a player sees them, and how a counted round advances them. */
import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { PlayBudgetLeft } from '../../../src/lib/contract/arcade/play-budget.ts';
import type { questSchema } from '../../../src/lib/contract/catalogue/games.ts';
import type { PlayBudget } from '../../config/config.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { games, questProgress, quests } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { earlier, WEEK } from '../../platform/time.ts';
import { credit } from '../ledger/ledger.ts';
import { accountRoom, playBudgetOf, spend, takeFromSite } from './play-budget.ts';

type Quest = v.InferOutput<typeof questSchema>;

type QuestRow = typeof quests.$inferSelect;
type QuestState = { progress: number; paid: number; completedAt: Date | null };

/** Quests of our own games always have these figures. */
interface Figures {
  readonly points: number;
  readonly goal: number;
  readonly progress: number;
}

function questOf(row: QuestRow, game: string, state: QuestState | undefined, now: Date): Quest & Figures {
  const progress = Math.min(state?.progress ?? 0, row.goal);
  return {
    id: row.id,
    game_id: row.gameId,
    game,
    name: row.name,
    description: row.description,
    points: row.points,
    period: row.period,
    metric: row.metric,
    mode: row.mode,
    goal: row.goal,
    progress,
    completionStatus: state?.completedAt ? 'completed' : progress > 0 ? 'in_progress' : 'not_started',
    ends_at: periodOf(row.period, now).end?.toISOString() ?? null,
  };
}

/** The quests of one game, of one period across our own games, or of all our own games. */
type Which = { gameId: number } | { period: QuestRow['period'] } | 'own';

/** Lists quests. `userId` adds the progress in the current period; null is a guest. */
export async function listQuests(
  db: Executor,
  which: Which,
  userId: number | null,
  now: Date,
): Promise<(Quest & Figures)[]> {
  const rows = await questsIn(db, which, userId, now);
  return mapRows(rows, ({ quest, game, state }) => questOf(quest, game, state, now));
}

/** Lists a player's quests that aren't paid in full yet. Their `points` are what is still to be paid. */
export async function openQuests(
  db: Executor,
  which: Which,
  userId: number,
  now: Date,
): Promise<(Quest & Figures)[]> {
  const rows = await questsIn(db, which, userId, now);
  return mapRows(
    rows.filter(({ state }) => !state?.completedAt),
    ({ quest, game, state }) => ({
      ...questOf(quest, game, state, now),
      points: Math.max(0, quest.points - (state?.paid ?? 0)),
    }),
  );
}

async function questsIn(db: Executor, which: Which, userId: number | null, now: Date) {
  const isOwn = eq(games.source, 'own');
  const wanted =
    which === 'own'
      ? isOwn
      : 'gameId' in which
        ? eq(quests.gameId, which.gameId)
        : and(eq(quests.period, which.period), isOwn);
  const rows = await db
    .select({ quest: quests, game: games.name })
    .from(quests)
    .innerJoin(games, eq(games.id, quests.gameId))
    .where(and(wanted, eq(quests.active, true), eq(games.active, true)))
    .orderBy(asc(quests.gameId), asc(quests.position));
  const states = await statesOf(
    db,
    userId,
    rows.map(({ quest }) => quest),
    now,
  );
  return rows.map((row) => ({ ...row, state: states.get(row.quest.id) }));
}

async function statesOf(
  db: Executor,
  userId: number | null,
  rows: QuestRow[],
  now: Date,
): Promise<Map<number, QuestState>> {
  if (userId === null || rows.length === 0) return new Map();
  const found = await db
    .select()
    .from(questProgress)
    .where(
      and(
        eq(questProgress.userId, userId),
        inArray(
          questProgress.questId,
          rows.map(({ id }) => id),
        ),
      ),
    );
  const running = new Map(rows.map((row) => [row.id, periodOf(row.period, now).start]));
  return new Map(
    found.filter((row) => running.get(row.questId) === row.period).map((row) => [row.questId, row]),
  );
}

interface CountedQuest extends Quest, Figures {
  readonly points: number;
  readonly goal: number;
  readonly progress: number;
  /** What this round credited for the quest, with points held back from earlier days and weeks. */
  readonly credited: number;
}

/** The order of payment: quests that end first are paid first. */
const ENDING: readonly QuestRow['period'][] = ['daily', 'weekly', 'once'];

/**
 * Returns the quests of past days and weeks whose points the daily cap held back. They can be paid for at least a week. A longer
 * time would be unsafe: if a goal were made easier later, all the periods that once fell short of it would be paid.
 */
async function heldBack(tx: Transaction, userId: number, rows: QuestRow[], now: Date) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = await tx
    .select()
    .from(questProgress)
    .where(
      and(
        eq(questProgress.userId, userId),
        inArray(questProgress.questId, [...byId.keys()]),
        isNull(questProgress.completedAt),
        gte(questProgress.period, periodOf('weekly', earlier(now, WEEK)).start),
      ),
    )
    .orderBy(asc(questProgress.period), asc(questProgress.questId));
  return found.flatMap(({ questId, period, progress, paid }) => {
    const row = byId.get(questId);
    const held = row && period < periodOf(row.period, now).start && progress >= row.goal;
    return held ? [{ row, period, progress, paid }] : [];
  });
}

/**
 * Counts one round's metrics toward the game's quests and credits those that reach their goal, each once per period. The caller
 * holds the user's lock. If the budget has room for only part of the points, that part is paid and the rest stays open. The next
 * round that finds room pays the rest, for at least a week after the quest's own day or week has ended.
 */
export async function countRound(
  tx: Transaction,
  given: {
    userId: number;
    gameId: number;
    game: string;
    /** Null for a variant that no quest counts. */
    metrics: Readonly<Record<string, number>> | null;
    budget: PlayBudget;
    now: Date;
  },
): Promise<{ quests: CountedQuest[]; credited: number; capped: boolean; budget: PlayBudgetLeft }> {
  const { userId, gameId, game, metrics, budget, now } = given;
  const rows = await tx
    .select()
    .from(quests)
    .where(and(eq(quests.gameId, gameId), eq(quests.active, true)))
    .orderBy(asc(quests.position));
  const states = await statesOf(tx, userId, rows, now);
  const paid = new Map<number, number>();
  let room = await accountRoom(tx, budget, userId, now);
  let credited = 0;
  let capped = false;

  /** Pays as much as the budget allows of what a reached quest still owes. Returns the total that it has paid by then. */
  const pay = async (row: QuestRow, period: string, before: number, detail: string): Promise<number> => {
    const owed = row.points - before;
    if (owed <= 0) return before;
    const fits = spend(room, owed, row.period === 'once');
    const points = fits.points > 0 ? await takeFromSite(tx, budget, fits.points, now) : 0;
    if (points < owed) capped = true;
    if (points === 0) return before;
    room = spend(room, points, row.period === 'once').left;
    const title = `${game}: ${row.name}`;
    const part = before > 0 ? `:${before}` : '';
    const id = await credit(tx, {
      key: `quest:${row.id}:${userId}:${period}${part}`,
      userId,
      points,
      title,
      detail: points < owed ? 'partly paid: you hit the daily earning limit' : detail,
      questId: row.id,
      quiet: true,
      at: now,
    });
    if (id === null) throw new Error(`quest ${row.id} of ${period} was paid to user ${userId} before`);
    credited += points;
    paid.set(row.id, (paid.get(row.id) ?? 0) + points);
    return before + points;
  };
  const save = async (questId: number, period: string, state: QuestState): Promise<void> => {
    await tx
      .insert(questProgress)
      .values({ userId, questId, period, ...state })
      .onConflictDoUpdate({
        target: [questProgress.userId, questProgress.questId, questProgress.period],
        set: state,
      });
    announce(tx, { kind: 'quest', userId, questId });
  };

  const owed = metrics === null ? [] : await heldBack(tx, userId, rows, now);
  for (const { row, period, progress, paid: before } of owed) {
    const sum = await pay(row, period, before, 'completed earlier, delayed by the daily earning limit');
    if (sum > before)
      await save(row.id, period, { progress, paid: sum, completedAt: sum >= row.points ? now : null });
  }
  for (const row of rows.toSorted((a, b) => ENDING.indexOf(a.period) - ENDING.indexOf(b.period))) {
    const before = states.get(row.id);
    const gained = metrics?.[row.metric];
    if (before?.completedAt || gained === undefined) continue;
    const total =
      row.mode === 'best' ? Math.max(before?.progress ?? 0, gained) : (before?.progress ?? 0) + gained;
    const period = periodOf(row.period, now).start;
    const already = before?.paid ?? 0;
    const reached = total >= row.goal;
    const sum = reached ? await pay(row, period, already, 'score verified') : already;
    const state = {
      progress: Math.min(total, 2_000_000_000),
      paid: sum,
      completedAt: reached && sum >= row.points ? now : null,
    };
    const isSame = before?.progress === state.progress && already === sum;
    if (!isSame || state.completedAt) await save(row.id, period, state);
    states.set(row.id, state);
  }
  const counted = rows.map((row) => ({
    ...questOf(row, game, states.get(row.id), now),
    credited: paid.get(row.id) ?? 0,
  }));
  return { quests: counted, credited, capped, budget: await playBudgetOf(tx, budget, userId, now) };
}
