import type { RedemptionChecks } from '../../../lib/contract/redemption/redemption.ts';
import { minutesInWords } from '../../../lib/format/minutes.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';

export type PlayPath = NonNullable<RedemptionChecks['path']>;

interface Props {
  readonly path: PlayPath;
  readonly area: 'user' | 'guest';
  /** What it leads to, if that isn't clear: "$5". */
  readonly amount?: string | undefined;
}

/** How many quest names are listed. */
const FEW = 2;

/** The fastest way to missing points: quests by game, with the estimated time. */
export function Path({ path: { steps, missing, daily }, area, amount }: Props) {
  const [first, second] = steps;
  if (!first) return null;
  const sum = (of: 'points' | 'rounds' | 'minutes') => steps.reduce((all, step) => all + step[of], 0);
  const hrefOf = area === 'user' ? hrefs.userGame : hrefs.guestGame;
  const points = sum('points');
  const enough = points >= missing;
  const rounds = sum('rounds');
  const quests = steps.reduce((all, step) => all + step.quests.length, 0);
  /** The only game, if its quests aren't listed by name: then one sentence says it all. */
  const only = !second && points > 0 && quests > FEW ? first : undefined;
  return (
    <div className="path">
      <p>
        {points === 0
          ? 'You can’t earn more from our games today. These quests pay after your limit resets:'
          : `About ${rounds} ${rounds === 1 ? 'round' : 'rounds'} (${minutesInWords(sum('minutes'))})${enough && amount ? ` for ${amount}` : ''}: ${
              quests === 1 ? 'this quest' : `${only ? '' : 'these '}${quests} quests`
            }`}
        {only && (
          <>
            {' in '}
            <a href={hrefOf(only.game_id, only.game)}>{only.game}</a>
          </>
        )}
        {points > 0 &&
          (enough
            ? '.'
            : ` ${quests === 1 ? 'brings' : 'bring'} you ${formatPoints(points)} today, toward the ${formatPoints(missing)} points ${amount ? `for ${amount}` : 'you still need'}.`)}
      </p>
      {!only && (
        <ul>
          {steps.map(({ game_id: id, game, quests: named }) => (
            <li key={id}>
              <a href={hrefOf(id, game)}>{game}</a>:{' '}
              {named.length > FEW ? `${named.length} quests` : named.map(({ name }) => name).join(', ')}
            </li>
          ))}
        </ul>
      )}
      {!enough && daily > 0 && (
        <p>
          After that our games pay up to {formatPoints(daily)} points a day, so it takes at least{' '}
          {daysInWords(Math.ceil((missing - points) / daily))} more.{' '}
          {area === 'user' ? <a href={routes.userOfferwalls.pattern}>Partner offers</a> : 'Partner offers'}{' '}
          can be quicker.
        </p>
      )}
    </div>
  );
}

const daysInWords = (days: number) => `${formatPoints(days)} ${days === 1 ? 'day' : 'days'}`;
