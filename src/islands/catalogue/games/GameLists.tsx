import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import type { GameCard as Card } from '../../../lib/contract/catalogue/games.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { BudgetLine } from '../../shared/BudgetLine.tsx';
import { GameCard } from '../../shared/GameCard.tsx';
import { CardPlace } from '../../shared/Skeleton.tsx';
import { shown } from '../../shared/stores/load.ts';
import { $playBudget, loadPlayBudget } from '../../shared/stores/play-budget.ts';
import { useTurn } from '../../shared/use-turn.ts';
import { OwnGame } from './OwnGame.tsx';

interface Props {
  games: readonly Card[];
  area: 'guest' | 'user';
  /** Whether to render everything immediately, for the pre-rendered page. */
  whole?: boolean;
}

/** Separates games that can be played here from demo listings. */
export function GameLists({ games, area, whole = false }: Props) {
  // Render the rest later: dozens of cards in one task would block input on a phone, and they are out of sight.
  const isWhole = useDeferredValue(true, whole);
  // The game that pays most comes first. It also has the quests for beginners.
  const own = games
    .filter(({ source }) => source === 'own')
    .sort((one, other) => (other.points ?? 0) - (one.points ?? 0));
  const listed = games.filter(({ source }) => source === 'demo-partner');
  // Partners' games, and games from a host that doesn't send the source.
  const others = games.filter(({ source }) => source === null || source === 'partner');
  const hrefOf = ({ id, name }: Card) => (area === 'user' ? hrefs.userGame(id) : hrefs.guestGame(id, name));
  return (
    <>
      {own.length > 0 && (
        <section aria-labelledby="own-games">
          <div className="section-title">
            <h2 id="own-games">{site.name} games</h2>
            <OwnGamesPay signedIn={area === 'user'} />
          </div>
          <div className="own-games">
            {own.map((game, at) => (
              <OwnGame key={game.id} game={game} href={hrefOf(game)} first={at === 0} />
            ))}
          </div>
        </section>
      )}
      {others.length > 0 && (
        <ul className="cards">
          {others.map((game) => (
            <li key={game.id}>
              <GameCard game={game} href={hrefOf(game)} />
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        // Players look for games they can play, so demo listings are folded. On a page with nothing else they are open.
        <Listed folded={own.length > 0} last={others.length === 0}>
          <ul className="cards">
            {listed.map((game) => (
              <li key={game.id}>
                {own.length === 0 || isWhole ? <GameCard game={game} href={hrefOf(game)} /> : <CardPlace />}
              </li>
            ))}
          </ul>
        </Listed>
      )}
    </>
  );
}

interface ListedProps {
  readonly folded: boolean;
  /** Whether the next page has only more of them. It is hidden with them then (ui.css). */
  readonly last: boolean;
  readonly children: ReactNode;
}

function Listed({ folded, last, children }: ListedProps) {
  const title = (
    <>
      <h2 id="listed-games">Demo games</h2>
      <span>Made-up examples of what partners can offer. They pay nothing.</span>
    </>
  );
  return (
    <section aria-labelledby="listed-games">
      {folded ? (
        <details className={last ? 'listed-games' : undefined}>
          <summary className="section-title">{title}</summary>
          {children}
        </details>
      ) : (
        <>
          <div className="section-title">{title}</div>
          {children}
        </>
      )}
    </section>
  );
}

/** What our own games can still pay. Until that is known, explains how they pay. */
function OwnGamesPay({ signedIn }: { readonly signedIn: boolean }) {
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
