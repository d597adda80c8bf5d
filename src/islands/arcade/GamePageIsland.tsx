import { type ReactNode, useEffect, useState } from 'react';
import { boardOf } from './boards.ts';
import type { GameBoard } from './game-board.ts';
import type { HeroGame } from './own-game.ts';
import './board.css';
import './hero.css';
import './game-page.css';

interface Props {
  readonly game: HeroGame;
  /** Where the game is played with everything around it. */
  readonly href: string;
  /** A drawing of its board. */
  readonly children: ReactNode;
}

/** The addresses of the boards' styles, by file. */
const styles = import.meta.glob<string>('./*/*.css', { query: '?url', import: 'default', eager: true });
const stylesOf = (name: string) =>
  Object.entries(styles).find(([file]) => file.startsWith(`./${name}/`))?.[1];

/** What a click loads: a round's parts, and the board of this game alone. */
async function partsOf(name: string) {
  const [{ HeroRound }, board] = await Promise.all([import('./HeroRound.tsx'), boardOf(name)]);
  if (!board) throw new Error(`${name} has no board`);
  return { Round: HeroRound, board };
}

/**
 * A game on its own public page. It shows a drawing until its link is clicked, which loads the code (components/on-touch.ts) and
 * starts a round there.
 */
export function GamePageIsland({ game, href, children }: Props) {
  const [parts, setParts] = useState<{
    Round: typeof import('./HeroRound.tsx').HeroRound;
    board: GameBoard;
  }>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    setBusy(true);
    partsOf(game.arcade).then(setParts, () => location.assign(href));
  }, [game, href]);
  if (parts)
    return <parts.Round game={game} href={href} board={parts.board} boardStyles={stylesOf(game.arcade)} />;
  return (
    <div className="stage in-hero" data-game={game.arcade} data-state="idle" aria-busy={isBusy}>
      <div className="board" data-state="idle">
        <div className="tabletop">
          <div className="surface drawn">{children}</div>
          <div className="overlay">
            {/* It may say that a round is waiting (components/on-touch.ts). */}
            <a className="button" href={href} suppressHydrationWarning>
              {`Play ${game.name}`}
            </a>
          </div>
        </div>
      </div>
    </div>
  );
}
