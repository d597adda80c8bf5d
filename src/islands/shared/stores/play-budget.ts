/** What our own games still pay the player today and as a welcome, as the server last said. */
import { request } from '../../../lib/client/client.ts';
import { getPlayBudget, type PlayBudgetLeft } from '../../../lib/contract/play-budget.ts';
import { createLoader } from './load.ts';

const loader = createLoader<PlayBudgetLeft>();
export const $playBudget = loader.$load;

/** Asks for it. It only adds to the screen: a failure leaves it unknown and stops nothing. */
export const loadPlayBudget = (): Promise<void> => loader.run(() => request(getPlayBudget, {}), true);

/** Takes over what a counted round left of it. */
export function notePlayBudget(budget: PlayBudgetLeft | null): void {
  if (budget) void loader.run(() => Promise.resolve(budget), true);
}
