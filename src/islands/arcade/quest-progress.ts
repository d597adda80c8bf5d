import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import type { OwnQuest } from './own-game.ts';

export interface QuestProgress {
  /** The progress toward the goal, including this round. At most the goal. */
  readonly now: number;
  readonly done: boolean;
  /** For a quest that sums rounds and whose earlier progress is unknown: what this round adds. Otherwise null. */
  readonly adds: number | null;
}

/**
 * Returns a quest's progress, including the current round. `before`: the progress from the server, or undefined.
 * A round without a move doesn't count.
 */
export function questProgress(
  quest: Pick<OwnQuest, 'metric' | 'mode' | 'goal'>,
  metrics: Readonly<Record<string, number>> | undefined,
  before: number | undefined,
): QuestProgress {
  const { moves = 0, [quest.metric]: value = 0 } = metrics ?? {};
  const round = moves > 0 ? value : 0;
  const total = quest.mode === 'best' ? Math.max(before ?? 0, round) : (before ?? 0) + round;
  return {
    now: Math.min(total, quest.goal),
    done: total >= quest.goal,
    adds: quest.mode === 'sum' && before === undefined ? round : null,
  };
}

/** The points of completed quests. */
export interface Reached {
  readonly once: number;
  /** From daily and weekly quests. */
  readonly again: number;
}

/**
 * Returns the quests that this round has completed and no earlier round had. `before` is null for a guest, who has no earlier
 * rounds; otherwise a quest missing in it is unknown, and left out.
 */
export const reachedQuests = (
  quests: readonly OwnQuest[],
  metrics: Readonly<Record<string, number>> | undefined,
  before: Readonly<Record<number, number>> | null,
): readonly OwnQuest[] =>
  quests.filter((quest) => {
    const known = before ? (before[quest.id] ?? quest.goal) : 0;
    return known < quest.goal && questProgress(quest, metrics, known).done;
  });

export function reachedNow(
  quests: readonly OwnQuest[],
  metrics: Readonly<Record<string, number>> | undefined,
  before: Readonly<Record<number, number>> | null,
): Reached {
  const reached = reachedQuests(quests, metrics, before);
  const sum = (some: readonly OwnQuest[]) => some.reduce((total, { points }) => total + points, 0);
  return {
    once: sum(reached.filter(({ period }) => period === 'once')),
    again: sum(reached.filter(({ period }) => period !== 'once')),
  };
}

/**
 * Returns how much of it is paid today: one-time quests from the welcome first, then from today's points. All of it if unknown.
 */
export function payable({ once, again }: Reached, budget: PlayBudgetLeft | undefined): number {
  if (!budget) return once + again;
  const fromWelcome = Math.min(once, budget.welcome.left);
  return Math.min(budget.left, fromWelcome + Math.min(once - fromWelcome + again, budget.today.left));
}

/** Returns the open quest that is nearest to its goal. Of equally near ones, the first: the catalogue begins with the easiest. */
export function nextQuest<Q extends { progress: number; goal: number }>(quests: readonly Q[]): Q | undefined {
  return quests
    .filter((quest) => quest.progress < quest.goal)
    .toSorted((one, other) => other.progress / other.goal - one.progress / one.goal)[0];
}
