import type { Quest } from '../../../lib/contract/catalogue/games.ts';

export interface QuestGroup {
  readonly title: string;
  /** When the current day or week ends. Null for one-time quests. */
  readonly endsAt: string | null;
  readonly quests: readonly Quest[];
}

const groups = [
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
  ['once', 'Once'],
  // For hosts that don't send the period.
  [null, 'More quests'],
] as const;

/** Groups the quests, except `first`, by period. Within a group, open ones come before completed ones. */
export function groupQuests(quests: readonly Quest[], first: Quest | null): QuestGroup[] {
  const rest = quests.filter(({ id }) => id !== first?.id);
  return groups.flatMap(([period, title]) => {
    const all = rest.filter((quest) => quest.period === period);
    if (all.length === 0) return [];
    const done = all.filter(({ completionStatus }) => completionStatus === 'completed');
    const open = all.filter(({ completionStatus }) => completionStatus !== 'completed');
    return { title, endsAt: all[0]?.ends_at ?? null, quests: [...open, ...done] };
  });
}

/** Splits the groups: those with the first few quests, and those with the rest. */
export function splitGroups(
  groups: readonly QuestGroup[],
  few: number,
): [first: QuestGroup[], rest: QuestGroup[]] {
  let left = few;
  const first: QuestGroup[] = [];
  const rest: QuestGroup[] = [];
  for (const group of groups) {
    const shown = group.quests.slice(0, left);
    const others = group.quests.slice(left);
    left -= shown.length;
    if (shown.length > 0) first.push({ ...group, quests: shown });
    if (others.length > 0) rest.push({ ...group, quests: others });
  }
  return [first, rest];
}

/** Returns the number of completed quests. Null if the host doesn't send the status of each. */
export function doneOf(quests: readonly Quest[]): number | null {
  const states = quests.map(({ completionStatus }) => completionStatus);
  return states.includes(null) ? null : states.filter((state) => state === 'completed').length;
}

/** Returns a value as a number of strokes. A tile counts as its number of merges: 64 takes six. */
export function strokesOf({ metric }: Pick<Quest, 'metric'>, value: number): number {
  return metric === 'best_tile' ? Math.ceil(Math.log2(Math.max(value, 1))) : value;
}
