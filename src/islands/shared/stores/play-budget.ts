/** What our own games can still pay the player today and as a welcome, from the server. */
import { request } from '../../../lib/client/client.ts';
import { getPlayBudget, type PlayBudgetLeft } from '../../../lib/contract/arcade/play-budget.ts';
import { createLoader } from './load.ts';

const loader = createLoader<PlayBudgetLeft>();
export const $playBudget = loader.$load;

/** Fetches the budget. It is optional on screen, so a failure only leaves it unknown. */
export const loadPlayBudget = (): Promise<void> => loader.run(() => request(getPlayBudget, {}), true);

/** Adopts the budget from the answer to a counted round. */
export function notePlayBudget(budget: PlayBudgetLeft | null): void {
  if (budget) void loader.run(() => Promise.resolve(budget), true);
}
