import type { Game } from '../../../lib/contract/game.ts';

const deviceWords: Readonly<Record<string, string>> = { desktop: 'computer', mobile: 'phone or tablet' };

/** What the game is like, how it is steered, and where it runs. */
export function About({ game }: { game: Game }) {
  const devices = game.devices.map((device) => deviceWords[device] ?? device).join(', ');
  if (!game.description && !game.controls) return null;
  return (
    <section className="about" aria-labelledby="about">
      <div className="section-title">
        <h2 id="about">About the game</h2>
      </div>
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
    </section>
  );
}
