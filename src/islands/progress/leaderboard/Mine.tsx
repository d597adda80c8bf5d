import { useId, useState } from 'react';
import { LEADERBOARD_CHOICES, LEADERBOARD_COUNTED_TO } from '../../../lib/contract/limits.ts';
import type { LeaderboardInfo } from '../../../lib/contract/progress/leaderboard.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { showMeAs } from './store.ts';

const choices = {
  named: ['Your name', 'Others see your name, your avatar and your level.'],
  anonymous: ['Anonymous', 'Others see your place and points, but can’t tell it’s you.'],
  left: [
    'Hidden',
    'You’re hidden from the leaderboard. You still earn points, and they count again if you come back.',
  ],
} as const;

/** The player's own place, and the choice of how to appear on leaderboards. */
export function Mine({ info }: { readonly info: LeaderboardInfo }) {
  const group = useId();
  /** The choice that is being saved. It is shown immediately, and undone if saving fails. */
  const [wanted, setWanted] = useState<LeaderboardInfo['shown_as']>();
  const [said, setSaid] = useState<{ ok: boolean; words: string }>();

  async function choose(choice: LeaderboardInfo['shown_as']) {
    if (wanted !== undefined) return;
    setWanted(choice);
    const error = await showMeAs(choice);
    setSaid(error === undefined ? { ok: true, words: 'Saved.' } : { ok: false, words: error });
    setWanted(undefined);
  }

  return (
    <section className="panel mine-panel" aria-labelledby={`${group}-title`}>
      <h2 id={`${group}-title`}>Your place</h2>
      <p>{placeWords(info)}</p>
      {info.mine === null && (
        <a className="button quiet small" href={routes.userGames.pattern}>
          Earn points
        </a>
      )}
      <details className="few">
        <summary>Shown as: {choices[wanted ?? info.shown_as][0].toLowerCase()}</summary>
        <fieldset className="shown-as" aria-busy={wanted !== undefined}>
          <legend className="unseen">Show me on the leaderboard</legend>
          {LEADERBOARD_CHOICES.map((choice) => {
            const [label, hint] = choices[choice];
            return (
              <label key={choice}>
                <input
                  type="radio"
                  name={group}
                  checked={(wanted ?? info.shown_as) === choice}
                  onChange={() => choose(choice)}
                />
                <span>
                  {label}
                  <small>{hint}</small>
                </span>
              </label>
            );
          })}
        </fieldset>
      </details>
      <p className={said?.ok === false ? 'notice bad' : 'muted'} role="status">
        {said?.words}
      </p>
    </section>
  );
}

function placeWords({ mine, shown_as }: LeaderboardInfo): string {
  if (mine === null) return 'You haven’t earned any points in this period yet.';
  const points = `${formatPoints(mine.points)} points`;
  if (shown_as === 'left') return `You’re hidden from the leaderboard. You earned ${points} in this period.`;
  if (mine.place === null)
    return `You’re outside the top ${formatPoints(LEADERBOARD_COUNTED_TO)}, with ${points}.`;
  return `You’re #${formatPoints(mine.place)} with ${points}.`;
}
