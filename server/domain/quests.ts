/** Quests as one user sees them, and what a counted round does to them. */
import { and, asc, eq, gte, inArray, isNull, like, sql } from 'drizzle-orm';
import type { Quest } from '../../src/lib/contract/games.ts';
import { OWN_GAMES_DAILY_CAP } from '../../src/lib/contract/limits.ts';
import type { Executor, Transaction } from '../db/database.ts';
import { games, ledger, questProgress, quests } from '../db/schema.ts';
import { tellQuest } from './happenings.ts';
import { credit } from './ledger.ts';
import { periodOf } from './periods.ts';

type QuestRow = typeof quests.$inferSelect;
type Standing = { progress: number; completedAt: Date | null };

/** Of a quest of ours all of these are known. */
interface Figures {
  readonly points: number;
  readonly goal: number;
  readonly progress: number;
}

function questOf(row: QuestRow, game: string, standing: Standing | undefined, now: Date): Quest & Figures {
  const progress = Math.min(standing?.progress ?? 0, row.goal);
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
    completionStatus: standing?.completedAt ? 'completed' : progress > 0 ? 'in_progress' : 'not_started',
    ends_at: periodOf(row.period, now).end?.toISOString() ?? null,
  };
}

/** Quests of one game, or of one period over all our own games, with the user's progress in the running period (null: a guest). */
export async function listQuests(
  db: Executor,
  which: { gameId: number } | { period: QuestRow['period'] },
  userId: number | null,
  now: Date,
): Promise<Quest[]> {
  const wanted =
    'gameId' in which
      ? eq(quests.gameId, which.gameId)
      : and(eq(quests.period, which.period), eq(games.source, 'own'));
  const rows = await db
    .select({ quest: quests, game: games.name })
    .from(quests)
    .innerJoin(games, eq(games.id, quests.gameId))
    .where(and(wanted, eq(quests.active, true), eq(games.active, true)))
    .orderBy(asc(quests.gameId), asc(quests.position));
  const standings = await standingsOf(
    db,
    userId,
    rows.map(({ quest }) => quest),
    now,
  );
  return rows.map(({ quest, game }) => questOf(quest, game, standings.get(quest.id), now));
}

async function standingsOf(
  db: Executor,
  userId: number | null,
  rows: QuestRow[],
  now: Date,
): Promise<Map<number, Standing>> {
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

/** What our own games paid this user since midnight UTC, in points. */
async function paidToday(tx: Transaction, userId: number, now: Date): Promise<number> {
  const midnight = new Date(periodOf('daily', now).start);
  const [row] = await tx
    .select({ paid: sql<number>`coalesce(sum(${ledger.points}), 0)::integer` })
    .from(ledger)
    .where(
      and(
        eq(ledger.userId, userId),
        eq(ledger.reason, 'credit'),
        like(ledger.key, 'quest:%'),
        gte(ledger.createdAt, midnight),
      ),
    );
  return row?.paid ?? 0;
}

export interface CountedQuest extends Quest, Figures {
  readonly points: number;
  readonly goal: number;
  readonly progress: number;
  /** What this round credited for it, with what was held back in days and weeks before. */
  readonly credited: number;
}

/** What ends first is paid first; in this order. */
const ENDING: readonly QuestRow['period'][] = ['daily', 'weekly', 'once'];
const WEEK_MS = 7 * 86_400_000;

/**
 * What the day's cap held back in days and weeks that are over: for a week at least it can still be paid. Not for longer, since a
 * goal that is made easier would pay for every day and week that ever fell short of it.
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
        gte(questProgress.period, periodOf('weekly', new Date(now.getTime() - WEEK_MS)).start),
      ),
    )
    .orderBy(asc(questProgress.period), asc(questProgress.questId));
  return found.flatMap(({ questId, period, progress }) => {
    const row = byId.get(questId);
    const held = row && period < periodOf(row.period, now).start && progress >= row.goal;
    return held ? [{ row, period, progress }] : [];
  });
}

/**
 * Counts one round's metrics towards the game's quests and credits those that reach their goal, each once per period. The caller
 * holds the user's lock. What would go past the day's cap stays open: its progress is kept, and the next round that finds room pays
 * it, for a week at least also after its own day or week has ended.
 */
export async function countRound(
  tx: Transaction,
  given: {
    userId: number;
    gameId: number;
    game: string;
    metrics: Readonly<Record<string, number>>;
    now: Date;
  },
): Promise<{ quests: CountedQuest[]; credited: number; capped: boolean }> {
  const { userId, gameId, game, metrics, now } = given;
  const rows = await tx
    .select()
    .from(quests)
    .where(and(eq(quests.gameId, gameId), eq(quests.active, true)))
    .orderBy(asc(quests.position));
  const standings = await standingsOf(tx, userId, rows, now);
  const paid = new Map<number, number>();
  const cap = OWN_GAMES_DAILY_CAP - (await paidToday(tx, userId, now));
  let credited = 0;
  let capped = false;

  const pay = async (row: QuestRow, period: string, detail: string): Promise<boolean> => {
    const { points } = row;
    if (credited + points > cap) {
      capped = true;
      return false;
    }
    const title = `${game}: ${row.name}`;
    await credit(tx, {
      key: `quest:${row.id}:${userId}:${period}`,
      userId,
      points,
      title,
      detail,
      questId: row.id,
      at: now,
    });
    await tellQuest(tx, { userId, questId: row.id, period, title, points, gameId, now });
    credited += points;
    paid.set(row.id, (paid.get(row.id) ?? 0) + points);
    return true;
  };
  const save = (questId: number, period: string, standing: Standing) =>
    tx
      .insert(questProgress)
      .values({ userId, questId, period, ...standing })
      .onConflictDoUpdate({
        target: [questProgress.userId, questProgress.questId, questProgress.period],
        set: standing,
      });

  for (const { row, period, progress } of await heldBack(tx, userId, rows, now))
    if (await pay(row, period, "reached before, held back by that day's limit"))
      await save(row.id, period, { progress, completedAt: now });
  for (const row of rows.toSorted((a, b) => ENDING.indexOf(a.period) - ENDING.indexOf(b.period))) {
    const before = standings.get(row.id);
    const gained = metrics[row.metric];
    if (before?.completedAt || gained === undefined) continue;
    const total =
      row.mode === 'best' ? Math.max(before?.progress ?? 0, gained) : (before?.progress ?? 0) + gained;
    const period = periodOf(row.period, now).start;
    const done = total >= row.goal && (await pay(row, period, 'replayed and counted by us'));
    const standing = { progress: Math.min(total, 2_000_000_000), completedAt: done ? now : null };
    await save(row.id, period, standing);
    standings.set(row.id, standing);
  }
  const counted = rows.map((row) => ({
    ...questOf(row, game, standings.get(row.id), now),
    credited: paid.get(row.id) ?? 0,
  }));
  return { quests: counted, credited, capped };
}
