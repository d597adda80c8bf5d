import type { Balance } from '../../lib/contract/account.ts';
import type { Reward } from '../../lib/contract/rewards.ts';
import { longDate } from '../../lib/format/dates.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { tallyLabel } from '../../lib/format/tally.ts';
import { hrefs, routes } from '../../lib/routes.ts';
import { Tally } from '../ui/Tally.tsx';
import { Ticket } from '../ui/Ticket.tsx';

interface Props {
  reward: Reward;
  balance: Balance;
  /** When all that is pending counts, where that is known. */
  releases: string | null;
}

/** How far the chosen reward is away, counted by its smallest amount. */
export function GoalCard({ reward, balance, releases }: Props) {
  const missing = Math.max(0, reward.points - balance.available);
  const href = hrefs.userReward(reward.id, reward.name);
  const percent = Math.min(100, Math.floor((balance.available / reward.points) * 100));
  return (
    <section className="goal" aria-labelledby="goal">
      <Ticket reward={reward} href={href} />
      <div>
        <h2 id="goal">
          {missing > 0
            ? `${formatPoints(missing)} points to ${reward.name}`
            : `You have enough for ${reward.name}`}
        </h2>
        <p>
          {missing > 0
            ? `That is ${pointsInMoney(missing)} worth of quests.`
            : left(balance.available - reward.points)}{' '}
          {balance.pending > 0 && waiting(balance.pending, releases)}
        </p>
        <Tally done={balance.available} goal={reward.points} />
        <p className="scale num">
          <span>{tallyLabel(balance.available, reward.points)}</span>
          <span>{percent}%</span>
        </p>
        <div className="actions">
          {missing > 0 ? (
            <a className="button" href={routes.userGames.pattern}>
              See quests that get you there
            </a>
          ) : (
            <a className="button" href={href}>
              Redeem {reward.name}
            </a>
          )}
          <a className="button quiet" href={routes.userRewards.pattern}>
            Change goal
          </a>
        </div>
      </div>
    </section>
  );
}

function left(points: number): string {
  if (points === 0) return 'It takes all of your available points.';
  return `${formatPoints(points)} points stay with you after redeeming it.`;
}

function waiting(pending: number, releases: string | null): string {
  const points = `The ${formatPoints(pending)} pending points`;
  return releases === null
    ? `${points} will count when they are confirmed.`
    : `${points} will count when they are confirmed on ${longDate(releases)}.`;
}
