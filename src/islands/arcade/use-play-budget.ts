import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { shown } from '../shared/stores/load.ts';
import { $playBudget, loadPlayBudget } from '../shared/stores/play-budget.ts';
import { useTurn } from '../shared/use-turn.ts';

/** Returns what our own games can still pay. Fetched on opening, when the user signs in or out, and at the end of the day. */
export function usePlayBudget(signedIn: boolean): PlayBudgetLeft | undefined {
  const budget = shown(useStore($playBudget, { ssr: 'initial' }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in changes whose budget it is
  useEffect(() => {
    void loadPlayBudget();
  }, [signedIn]);
  useTurn(budget, budget?.resets_at ?? null, loadPlayBudget);
  return budget;
}
