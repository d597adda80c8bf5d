import type { GameCard } from '../../../lib/contract/catalogue/games.ts';
import { tallyLabel } from '../../../lib/format/tally.ts';
import { Art } from '../../shared/Art.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { Points } from '../../shared/Points.tsx';
import { Tally } from '../../shared/Tally.tsx';

interface Props {
  game: GameCard;
  href: string;
  /** Whether it is the suggested game, whose button is the list's primary one. */
  first: boolean;
}

/** One of our own games, with a button to play. */
export function OwnGame({ game, href, first }: Props) {
  const { quests_done: done, quests_total: total } = game;
  return (
    <article className="own-game">
      <Art names={[game.slug]} other="gamepad" size={128} />
      <div className="what">
        <h3>
          <a href={href}>{game.name}</a>
        </h3>
        <p>{game.summary}</p>
        <span className="label">{game.genre}</span>
      </div>
      <dl className="num">
        <div>
          <dt>All quests pay</dt>
          <dd>
            <Points points={game.points} />
          </dd>
        </div>
        <div>
          <dt>{done === null ? 'Quests' : 'Your quests'}</dt>
          <dd>
            {done === null || total === null ? (
              total
            ) : (
              <span className="done">
                <Tally done={done} goal={total} silent /> {tallyLabel(done, total)} done
              </span>
            )}
          </dd>
        </div>
      </dl>
      <div className="actions">
        {game.arcade && (
          <PlayLink slug={game.arcade} quiet={!first}>
            Play {game.name}
          </PlayLink>
        )}{' '}
        <a className="button quiet quests" href={href}>
          View quests
        </a>
      </div>
    </article>
  );
}
