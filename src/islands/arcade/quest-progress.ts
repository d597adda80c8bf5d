import type { PlayBudgetLeft } from '../../lib/contract/play-budget.ts';
import type { OwnQuest } from './own-game.ts';

export interface QuestProgress {
  /** What counts towards the goal, this round included; never above it. */
  readonly now: number;
  readonly done: boolean;
  /** Of a quest that adds up rounds and whose earlier progress isn't known: what this round alone adds. Else null. */
  readonly adds: number | null;
}

/**
 * A quest's progress with the running round counted in. `before`: the progress from the server, or undefined.
 * A round without a move counts nowhere.
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

/** What the quests ask for that this round has reached and no earlier one, in points. */
export interface Reached {
  readonly once: number;
  /** Of quests that come back each day or week. */
  readonly again: number;
}

export function reachedNow(
  quests: readonly OwnQuest[],
  metrics: Readonly<Record<string, number>>,
  before: Readonly<Record<number, number>>,
): Reached {
  const reached = quests.filter(
    (quest) => (before[quest.id] ?? 0) < quest.goal && questProgress(quest, metrics, before[quest.id]).done,
  );
  const sum = (some: readonly OwnQuest[]) => some.reduce((total, { points }) => total + points, 0);
  return {
    once: sum(reached.filter(({ period }) => period === 'once')),
    again: sum(reached.filter(({ period }) => period !== 'once')),
  };
}

/** What of it is paid today: one-time quests from the welcome first, all else from the day's points. All of it where that isn't known. */
export function payable({ once, again }: Reached, budget: PlayBudgetLeft | undefined): number {
  if (!budget) return once + again;
  const fromWelcome = Math.min(once, budget.welcome.left);
  return Math.min(budget.left, fromWelcome + Math.min(once - fromWelcome + again, budget.today.left));
}

/** The open quest that is nearest to its goal; of two equally near the one that pays more. */
export function nextQuest<Q extends { progress: number; goal: number; points: number }>(
  quests: readonly Q[],
): Q | undefined {
  return quests
    .filter((quest) => quest.progress < quest.goal)
    .toSorted(
      (one, other) => other.progress / other.goal - one.progress / one.goal || other.points - one.points,
    )[0];
}
