import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { BudgetLine } from '../../shared/BudgetLine.tsx';
import { shown } from '../../shared/stores/load.ts';
import { $playBudget, loadPlayBudget } from '../../shared/stores/play-budget.ts';
import { useTurn } from '../../shared/use-turn.ts';

/** What our own games can still pay. Until that is known, explains how they pay. */
export function OwnGamesPay({ signedIn }: { readonly signedIn: boolean }) {
  const budget = shown(useStore($playBudget, { ssr: 'initial' }));
  useEffect(() => {
    void loadPlayBudget();
  }, []);
  useTurn(budget, budget?.resets_at ?? null, loadPlayBudget);
  return (
    <span className="own-pay">
      {budget ? <BudgetLine budget={budget} signedIn={signedIn} /> : 'Points arrive right after each round'}
    </span>
  );
}
