/** What the player's home shows besides the dashboard's three parts: the goal, and recent earnings for the chart. */
import { atom } from 'nanostores';
import * as v from 'valibot';
import { request } from '../../../lib/client/client.ts';
import { getReward, type RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { MAX_PER_PAGE } from '../../../lib/contract/limits.ts';
import { listTransactions, type Transaction } from '../../../lib/contract/progress/dashboard.ts';
import { extensions } from '../../../lib/host.ts';
import { callerId } from '../../../lib/session/session.ts';
import { readStored, store } from '../../../lib/session/storage.ts';
import { refetchOn } from '../../shared/stores/live.ts';
import { createLoader, shown } from '../../shared/stores/load.ts';

/** The newest earned entries, as many as one answer holds. */
export interface Earnings {
  /** Newest first. */
  readonly entries: readonly Transaction[];
  /** False if older entries were left out, so the oldest day may be incomplete. */
  readonly complete: boolean;
}

const earnings = createLoader<Earnings>();
const goal = createLoader<RewardInfo>();
export const $earnings = earnings.$load;
/** The reward that is the goal. Idle if there is none. */
export const $goal = goal.$load;

export function loadEarnings(): Promise<void> {
  return earnings.run(async () => {
    const { data, next_page_url } = await request(listTransactions, {
      // Another host may use another name for the filter.
      query: { type: extensions ? 'earned' : undefined, page: 1, per_page: MAX_PER_PAGE },
    });
    const entries = data.filter(({ points }) => (points ?? 0) > 0);
    noteVisit(entries);
    return { entries, complete: next_page_url === null };
  }, true);
}

/** Entries that arrived between the last visit and this one, newest first. */
export const $arrived = atom<readonly Transaction[]>([]);

const VISIT = 'last_visit';
/** After this many milliseconds without a look at the dashboard, the next one counts as a new visit. */
const APART = 30 * 60_000;
/** Entry ids: what arrived is above `from`, up to `to`. `seen` is the newest one. */
const visitSchema = v.object({
  userId: v.number(),
  at: v.number(),
  seen: v.number(),
  from: v.number(),
  to: v.number(),
});

function lastVisit() {
  try {
    return v.parse(visitSchema, JSON.parse(readStored(VISIT) ?? ''));
  } catch {
    return undefined;
  }
}

function noteVisit(entries: readonly Transaction[]): void {
  const userId = callerId();
  const before = lastVisit();
  const newest = Math.max(0, ...entries.map(({ id }) => id));
  const now = Date.now();
  const isMine = before?.userId === userId;
  const { from, to } = !isMine
    ? { from: newest, to: newest }
    : now - before.at < APART
      ? before
      : { from: before.seen, to: newest };
  store(VISIT, JSON.stringify({ userId, at: now, seen: newest, from, to }));
  $arrived.set(entries.filter(({ id, state }) => id > from && id <= to && state !== 'reversed'));
}

/** Keeps the earnings up to date while a screen shows them. */
export function followEarnings(): () => void {
  return refetchOn(['BalanceChanged'], loadEarnings);
}

/** Loads the goal. A former goal is never shown in place of a new one. */
export const loadGoal = (rewardId: number | null | undefined): Promise<void> =>
  rewardId
    ? goal.run(
        () => request(getReward, { params: { id: rewardId }, query: { page: 1 } }),
        shown($goal.get())?.reward.id === rewardId,
      )
    : Promise.resolve(goal.reset());
