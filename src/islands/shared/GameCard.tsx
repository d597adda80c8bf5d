import type { GameCard as Card } from '../../lib/contract/catalogue/games.ts';
import { tallyLabel } from '../../lib/format/tally.ts';
import { Art } from './Art.tsx';
import { Points } from './Points.tsx';

interface Props {
  game: Card;
  href: string;
}

/** A game in a list: its source, what its quests pay, and the caller's progress. */
export function GameCard({ game, href }: Props) {
  return (
    <a className="card game-card" href={href}>
      <Art names={[game.slug || game.name, game.genre ?? '']} other="gamepad" />
      <span>
        <b>{game.name}</b> <small>{game.summary}</small>
      </span>{' '}
      <span className="foot">
        <span className="labels">
          {game.genre && <span className="label">{game.genre}</span>}{' '}
          {game.source === 'demo-partner' && <DemoLabel />}
        </span>{' '}
        {/* The quests of partners' games pay nothing. */}
        {game.source !== 'demo-partner' && game.points !== 0 && <Points points={game.points} />}
        {game.quests_done !== null && game.quests_done > 0 && game.quests_total !== null && (
          <small>
            {tallyLabel(game.quests_done, game.quests_total)} <span className="unseen">quests</span> done
          </small>
        )}
      </span>
    </a>
  );
}

/** Marks everything from the demo partner, whose games are listed only as examples. */
export function DemoLabel() {
  return <span className="label">Demo partner</span>;
}
