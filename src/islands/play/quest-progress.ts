import type { OwnQuest } from './own-game.ts';

export interface QuestProgress {
  /** What counts towards the goal, this round included; never above it. */
  readonly now: number;
  readonly done: boolean;
  /** Of a quest that adds up rounds and whose earlier progress isn't known: what this round alone adds. Else null. */
  readonly adds: number | null;
}

/**
 * How a quest stands with the running round counted in. `before`: the progress that the server told, or undefined.
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

/** What the quests pay that this round has reached and no earlier one, in points. */
export function reachedNow(
  quests: readonly OwnQuest[],
  metrics: Readonly<Record<string, number>>,
  before: Readonly<Record<number, number>>,
): number {
  return quests
    .filter(
      (quest) => (before[quest.id] ?? 0) < quest.goal && questProgress(quest, metrics, before[quest.id]).done,
    )
    .reduce((sum, quest) => sum + quest.points, 0);
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
