import type { Game } from '../../../lib/contract/catalogue/game.ts';
import { Fold } from '../../shared/Fold.tsx';

const deviceWords: Readonly<Record<string, string>> = { desktop: 'computer', mobile: 'phone or tablet' };

interface Props {
  game: Game;
  area: 'user' | 'guest';
}

/** The game's description, controls and devices. Open for guests, who read; players come to play, and the game itself teaches them. */
export function About({ game, area }: Props) {
  const devices = game.devices.map((device) => deviceWords[device] ?? device).join(', ');
  if (!game.description && !game.controls) return null;
  return (
    <Fold id="about" className="about" title="About the game" open={area === 'guest' || 'wide'}>
      <p>{game.description}</p>
      {game.controls && (
        <dl>
          <dt>Controls</dt>
          <dd>{game.controls}</dd>
          {devices !== '' && (
            <>
              <dt>Plays on</dt>
              <dd>{devices}</dd>
            </>
          )}
        </dl>
      )}
    </Fold>
  );
}
