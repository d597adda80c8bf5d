import { useEffect, useState } from 'react';
import type { GameState } from '../../lib/arcade/arcade.ts';
import { DOWN, LEFT, RIGHT, UP } from '../../lib/arcade/directions.ts';
import type { GameBoard } from './game-board.ts';
import { board as mergeBoard } from './merge/board.tsx';
import type { HeroGame } from './own-game.ts';
import './board.css';
import './hero.css';
import './home-board.css';

interface Props {
  /** Merge. */
  readonly game: HeroGame;
  /** The game's page, where a round is saved too. */
  readonly href: string;
}

const board: GameBoard = mergeBoard;
const { Board, rules } = board;

/** A position from the middle of a round, shown before a round begins. It is always the same. */
const picture = Array.from({ length: 90 }).reduce<GameState>((game) => {
  const moved = [DOWN, LEFT, RIGHT, UP].map((direction) => rules.act(game, direction, 0));
  return moved.find((next) => next !== game) ?? game;
}, rules.start(4));

/**
 * A board on the home page for visitors without an account. It shows a picture until the visitor clicks its link, which loads the
 * code (components/on-touch.ts). The parts that only a running round needs load after that, so their styles don't weigh on the
 * page.
 */
export function HeroIsland({ game, href }: Props) {
  const [Round, setRound] = useState<typeof import('./HeroRound.tsx').HeroRound>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    setBusy(true);
    import('./HeroRound.tsx').then(
      ({ HeroRound }) => setRound(() => HeroRound),
      () => location.assign(href),
    );
  }, [href]);
  if (Round) return <Round game={game} href={href} board={board} picture={picture} />;
  return (
    <div className="stage in-hero" data-game={game.arcade} data-state="idle" aria-busy={isBusy}>
      <Board game={picture} rules={rules} phase="idle">
        <div className="overlay">
          {/* It may say that a round is waiting (components/on-touch.ts). */}
          <a className="button quiet" href={href} suppressHydrationWarning>
            {`Play ${game.name}`}
          </a>
        </div>
      </Board>
    </div>
  );
}
