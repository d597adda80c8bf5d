import type { Game } from '../../../lib/contract/game.ts';
import { Fold } from '../../shared/Fold.tsx';

const deviceWords: Readonly<Record<string, string>> = { desktop: 'computer', mobile: 'phone or tablet' };

interface Props {
  game: Game;
  /** Whether it starts open: for guests, who read. Players come to play, and the game itself teaches them. */
  open: boolean;
}

/** The game's description, controls and devices. */
export function About({ game, open }: Props) {
  const devices = game.devices.map((device) => deviceWords[device] ?? device).join(', ');
  if (!game.description && !game.controls) return null;
  return (
    <Fold id="about" className="about" title="About the game" open={open}>
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
