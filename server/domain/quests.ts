/** Quests as one user sees them, and what a counted round does to them. */
import { and, asc, eq, gte, inArray, like, sql } from 'drizzle-orm';
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
  /** What this round credited for it. */
  credited: number;
}

/**
 * Counts one round's metrics towards the game's quests and credits those that reach their goal, each once per period. The caller
 * holds the user's lock. What would go past the day's cap stays open: its progress is kept, and the next round pays it.
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
  let left = OWN_GAMES_DAILY_CAP - (await paidToday(tx, userId, now));
  let credited = 0;
  let capped = false;
  const counted: CountedQuest[] = [];
  for (const row of rows) {
    const before = standings.get(row.id);
    const gained = metrics[row.metric];
    if (before?.completedAt || gained === undefined) {
      counted.push({ ...questOf(row, game, before, now), credited: 0 });
      continue;
    }
    const progress =
      row.mode === 'best' ? Math.max(before?.progress ?? 0, gained) : (before?.progress ?? 0) + gained;
    const reached = progress >= row.goal;
    const paid = reached && row.points <= left;
    capped ||= reached && !paid;
    const period = periodOf(row.period, now).start;
    const standing = { progress: Math.min(progress, 2_000_000_000), completedAt: paid ? now : null };
    await tx
      .insert(questProgress)
      .values({ userId, questId: row.id, period, ...standing })
      .onConflictDoUpdate({
        target: [questProgress.userId, questProgress.questId, questProgress.period],
        set: standing,
      });
    if (paid) {
      await credit(tx, {
        key: `quest:${row.id}:${userId}:${period}`,
        userId,
        points: row.points,
        title: `${game}: ${row.name}`,
        detail: 'replayed and counted by us',
        questId: row.id,
        at: now,
      });
      await tellQuest(tx, {
        userId,
        questId: row.id,
        period,
        title: `${game}: ${row.name}`,
        points: row.points,
        gameId,
        now,
      });
      left -= row.points;
      credited += row.points;
    }
    counted.push({ ...questOf(row, game, standing, now), credited: paid ? row.points : 0 });
  }
  return { quests: counted, credited, capped };
}
