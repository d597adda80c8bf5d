import type { Game } from '../../../lib/contract/catalogue/game.ts';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { tallyLabel } from '../../../lib/format/tally.ts';
import { extensions } from '../../../lib/host.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { site } from '../../../lib/site.ts';
import { Art } from '../../shared/Art.tsx';
import { DemoLabel } from '../../shared/GameCard.tsx';
import { MedalMark } from '../../shared/MedalMark.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { Points } from '../../shared/Points.tsx';
import { Tally } from '../../shared/Tally.tsx';
import { doneOf } from './quest-groups.ts';

interface Props {
  game: Game;
  quests: readonly Quest[];
  signedIn: boolean;
  /** Whether it is a partner's game that is played here, in a frame. */
  framed: boolean;
}

/** The game's name and summary, what it pays, and the button to play. */
export function GameHead({ game, quests, signedIn, framed }: Props) {
  const own = game.source === 'own';
  const listed = game.source === 'demo-partner';
  const done = doneOf(quests);
  const best = game.best_scores;
  return (
    <header className="game-head">
      <Art names={[game.slug || game.name, game.genre ?? '']} other="gamepad" size={176} />
      <div className="what">
        <div className="labels">
          {own && <span className="label">{site.name} game</span>} {listed && <DemoLabel />}{' '}
          {game.genre && <span className="label">{game.genre}</span>}
        </div>
        <h1>{game.name}</h1>
        <p className="lead">{game.summary}</p>
        {own && game.arcade ? (
          <>
            <div className="actions">
              <PlayLink slug={game.arcade}>Play {game.name}</PlayLink>{' '}
              {signedIn && game.arcade === 'hatch' && extensions && (
                <a className="button quiet" href={hrefs.collection()}>
                  Your collection
                </a>
              )}
              {!signedIn && (
                <a className="button quiet when-out" href={hrefs.signUp(hrefs.guestGame(game.id, game.name))}>
                  Sign up to earn points
                </a>
              )}
            </div>
            {!signedIn && extensions && <p className="muted">Play now, keep your points when you sign up.</p>}
          </>
        ) : listed && framed ? (
          <>
            <div className="actions">
              <PlayLink slug={game.slug}>Play {game.name}</PlayLink>
            </div>
            <p className="notice">
              This is a demo listing. You can play the game, but its partner is made up, so it pays nothing.
            </p>
          </>
        ) : listed ? (
          <p className="notice">
            This is a demo listing. The game is made up, so you can’t play it or earn from it.
          </p>
        ) : null}
      </div>
      <dl className="facts num">
        {game.points !== null && game.points > 0 && (
          <div>
            <dt>{listed ? 'Quests would pay' : 'All quests pay'}</dt>
            <dd>
              <Points points={game.points} />
            </dd>
          </div>
        )}
        {signedIn && own && done !== null && quests.length > 0 && (
          <div>
            <dt>Your quests</dt>
            <dd className="done">
              <Tally done={done} goal={quests.length} silent /> {tallyLabel(done, quests.length)} done
            </dd>
          </div>
        )}
        {best.length > 0 && (
          <div className="bests">
            <dt>{best.length === 1 ? 'Your best score' : 'Your best scores'}</dt>
            {best.map(({ id, name, score, medal, next }) => (
              <dd key={id}>
                {formatPoints(score)} {medal && <MedalMark medal={medal} />}
                <small>
                  {name ?? 'Classic'}
                  {next && `, ${next.medal} from ${formatPoints(next.score)}`}
                </small>
              </dd>
            ))}
          </div>
        )}
      </dl>
    </header>
  );
}
