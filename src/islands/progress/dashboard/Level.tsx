import { useStore } from '@nanostores/react';
import type { AccountStats } from '../../../lib/contract/progress/account-stats.ts';
import { formatPoints, pointsInWords } from '../../../lib/format/points.ts';
import { $user } from '../../../lib/session/session.ts';
import { Fold } from '../../shared/Fold.tsx';
import { ShareButton } from '../../shared/ShareButton.tsx';

/** The level, the progress to the next one, and the perks of both. */
export function Level({
  level: { level, earned, from, next, perks },
}: {
  readonly level: AccountStats['level'];
}) {
  return (
    <Fold id="level" title="Level" state={level} open="wide">
      <div className="level-now">
        <p className="big-figure">Level {level}</p>
        <ShareButton
          name={useStore($user, { ssr: 'initial' })?.name}
          card={{ about: 'My level', figure: String(level), words: `${formatPoints(earned)} points earned` }}
        />
      </div>
      {next === null ? (
        <p className="muted">
          You’ve reached the top level. You earned {formatPoints(earned)} points in total.
        </p>
      ) : (
        <>
          <progress
            className="bar"
            value={earned - from}
            max={next.at - from}
            aria-label={`${formatPoints(earned)} of ${formatPoints(next.at)} points to level ${next.level}`}
          />
          <p className="muted">
            {pointsInWords(next.at - earned)} to level {next.level}. Spending points won’t lower your level.
          </p>
        </>
      )}
      {perks.length > 0 && <Perks level={level} perks={perks} />}
      {next !== null && <Perks level={next.level} perks={next.perks} />}
    </Fold>
  );
}

function Perks({ level, perks }: { readonly level: number; readonly perks: readonly string[] }) {
  return (
    <details>
      <summary>What you get at level {level}</summary>
      <ul className="perks">
        {perks.map((perk) => (
          <li key={perk}>{perk}</li>
        ))}
      </ul>
    </details>
  );
}
