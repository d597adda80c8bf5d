import type { Balance } from '../../../lib/contract/account/account.ts';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { formatPoints, pointsInMoney, pointsInWords } from '../../../lib/format/points.ts';
import { tallyLabel } from '../../../lib/format/tally.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Fold } from '../../shared/Fold.tsx';
import { Points } from '../../shared/Points.tsx';
import { Tally } from '../../shared/Tally.tsx';
import { Ticket } from '../../shared/Ticket.tsx';
import { daysTo, type Pace, questsToward } from './pace.ts';

/** A quest with known points and a known game. */
export type PaidQuest = Quest & { readonly points: number; readonly game_id: number };

interface Props {
  reward: Reward & { readonly points: number };
  balance: Balance;
  /** When all pending points will be confirmed, if known. */
  releases: string | null;
  /** How fast the player has been earning lately. Null if unknown. */
  pace: Pace | null;
  /** This week's quests. */
  quests: readonly PaidQuest[];
}

const PAUSED = 'It’s paused for now. You keep your points.';
const SOLD_OUT = 'It’s out of stock for now. You keep your points.';

/** The progress toward the chosen reward's smallest amount. Today shows it instead once it can be redeemed. */
export function GoalCard({ reward, balance, releases, pace, quests }: Props) {
  const missing = Math.max(0, reward.points - balance.available);
  const href = hrefs.userReward(reward.id, reward.name);
  const unavailable = reward.paused ? PAUSED : reward.in_stock === false ? SOLD_OUT : null;
  const share = Math.min(100, Math.floor((balance.available / reward.points) * 100));
  /** No zeros: they say nothing about the way ahead. */
  const percent = share > 0 && `${share}%`;
  return (
    // On a phone it is a line that opens, since Today says how far it is. What a reached goal waits for is only here.
    <Fold
      id="goal"
      className="goal-fold"
      title="Your goal"
      state={percent ? `${reward.name} · ${percent}` : reward.name}
      open={missing > 0 ? 'wide' : true}
    >
      <div className="goal">
        <Ticket reward={reward} href={href} />
        <div>
          <h2>
            {missing > 0
              ? `${pointsInWords(missing)} to ${reward.name}`
              : `You have enough for ${reward.name}`}
          </h2>
          <p>
            {missing > 0 ? `That’s ${pointsInMoney(missing)} worth of quests.` : unavailable}{' '}
            {balance.pending > 0 && waiting(balance.pending, releases)}
          </p>
          {missing > 0 && unavailable && <p>{unavailable}</p>}
          {missing > 0 && pace && <p>{atThisPace(missing, pace)}</p>}
          {balance.available > 0 && (
            <>
              <Tally done={balance.available} goal={reward.points} />
              <p className="scale num">
                <span>{tallyLabel(balance.available, reward.points)}</span>
                <span>{percent}</span>
              </p>
            </>
          )}
          {missing > 0 && <Toward quests={questsToward(quests, missing)} missing={missing} />}
          <div className="actions">
            {missing > 0 ? (
              <a className="button quiet" href={routes.userGames.pattern}>
                See all quests
              </a>
            ) : (
              unavailable && (
                <a className="button quiet" href={href}>
                  See {reward.name}
                </a>
              )
            )}
            <a className="button quiet" href={routes.userRewards.pattern}>
              Change goal
            </a>
          </div>
        </div>
      </div>
    </Fold>
  );
}

function waiting(pending: number, releases: string | null): string {
  const points = pending === 1 ? 'point will count once it’s' : 'points will count once they’re';
  const on = releases === null ? '' : ` on ${longDate(releases)}`;
  return `${formatPoints(pending)} pending ${points} confirmed${on}.`;
}

function atThisPace(missing: number, pace: Pace): string {
  const days = daysTo(missing, pace);
  const perDay = `${pointsInWords(Math.round(pace.perDay))} a day over the last ${pace.over} days`;
  return `At your pace, ${perDay}, that’s about ${formatPoints(days)} ${days === 1 ? 'day' : 'days'}.`;
}

/** Which of this week's quests earn the missing points. */
function Toward({ quests, missing }: { quests: readonly PaidQuest[]; missing: number }) {
  if (quests.length === 0) return null;
  const sum = quests.reduce((all, { points }) => all + points, 0);
  return (
    <div className="toward">
      <p>
        {sum >= missing
          ? 'This week’s quests will get you there.'
          : `This week’s quests will bring you ${formatPoints(sum)} closer.`}
      </p>
      <ul className="num">
        {quests.map(({ id, game_id: gameId, name, points }) => (
          <li key={id}>
            <a href={hrefs.userGame(gameId)}>{name}</a> <Points points={points} />
          </li>
        ))}
      </ul>
    </div>
  );
}
