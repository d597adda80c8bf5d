import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { tallyLabel } from '../../lib/format/tally.ts';
import { BudgetLine } from '../shared/BudgetLine.tsx';
import { Tally } from '../shared/Tally.tsx';
import { $cards, loadCards } from './quests-done-store.ts';
import { usePlayBudget } from './use-play-budget.ts';

/** What our games can still pay the player today, or a guest in general. */
export function Budget({ signedIn }: { readonly signedIn: boolean }) {
  const budget = usePlayBudget(signedIn);
  useEffect(() => {
    if (signedIn) void loadCards();
  }, [signedIn]);
  return budget && <BudgetLine budget={budget} signedIn={signedIn} />;
}

/** How many of a game’s quests the player has done; `children` until that is known. */
export function Done({ id, children }: { readonly id: number; readonly children: string }) {
  const card = useStore($cards, { ssr: 'initial' }).find((one) => one.id === id);
  const { quests_done: done = null, quests_total: total = null } = card ?? {};
  return (
    <small className="num done">
      {done === null || total === null ? (
        children
      ) : (
        <>
          <Tally done={done} goal={total} silent /> {tallyLabel(done, total)} quests done
        </>
      )}
    </small>
  );
}
