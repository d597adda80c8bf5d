import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { PlayBudgetLeft } from '../../../lib/contract/arcade/play-budget.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import type { AccountStats } from '../../../lib/contract/progress/account-stats.ts';
import { minutesInWords } from '../../../lib/format/minutes.ts';
import { formatChange, formatPoints, pointsInWords } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { Art } from '../../shared/Art.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { Points } from '../../shared/Points.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Tally } from '../../shared/Tally.tsx';
import { Time } from '../../shared/Time.tsx';
import { $accountStats } from './account-stats-store.ts';
import { $weeklyQuests } from './dashboard-store.ts';
import { $arrived, $goal } from './home-store.ts';
import { type PricedReward, useReachedGoal } from './reached-goal.ts';

/** What to do now, with one primary button, and today's progress. It fits on a phone's first screen. */
export function Today() {
  const user = useStore($user, { ssr: 'initial' });
  const info = shown(useStore($accountStats, { ssr: 'initial' }));
  const goal = shown(useStore($goal, { ssr: 'initial' }))?.reward;
  const reward = goal?.id === user?.myreward ? goal : undefined;
  const available = user?.balance?.available;
  const reached = useReachedGoal();
  if (user?.suspended)
    return (
      <section className="today" aria-labelledby="today">
        <div className="today-now">
          <h2 id="today">Your account is suspended</h2>
          <p>{user.suspended.reason}</p>
          <p>You can’t redeem or earn for now. You keep your points.</p>
          <div className="actions">
            <a className="button" href={routes.userContact.pattern}>
              Contact support
            </a>
          </div>
        </div>
      </section>
    );
  return (
    <section className="today" aria-labelledby="today">
      {reached ? (
        <Redeem reward={reached} left={(available ?? 0) - reached.points} next={info?.next ?? null} />
      ) : (
        <Now info={info} />
      )}
      <ul className="today-facts">
        <GoalFact reward={reward} available={available} wanted={user?.myreward != null} />
        {info && <StreakFact streak={info.streak} />}
        {info?.budget && <LimitFact budget={info.budget} />}
        <Arrived />
      </ul>
    </section>
  );
}

interface RedeemProps {
  readonly reward: PricedReward;
  /** The points after redeeming it. */
  readonly left: number;
  readonly next: AccountStats['next'];
}

function Redeem({ reward, left, next }: RedeemProps) {
  return (
    <div className="today-now">
      <h2 id="today">You have enough for {reward.name}</h2>
      <p>
        <Points points={reward.points} />
      </p>
      <p className="muted">
        {left === 0
          ? 'It costs all your available points.'
          : `You’ll have ${pointsInWords(left)} left after redeeming it.`}{' '}
        <a href={routes.userRewards.pattern}>Change goal</a>
      </p>
      <div className="actions">
        <a className="button" href={hrefs.userReward(reward.id, reward.name)}>
          Redeem {reward.name}
        </a>
        {next && (
          <PlayLink slug={next.arcade} quiet>
            {next.label}
          </PlayLink>
        )}
      </div>
    </div>
  );
}

/** The quest to play now: in our own games the one that pays soonest, on other hosts the first open one of the week. */
function Now({ info }: { readonly info: AccountStats | undefined }) {
  const weekly = shown(useStore($weeklyQuests, { ssr: 'initial' }));
  const next = info?.next;
  const [quest, ...others] = next?.quests ?? [];
  if (next)
    return (
      <div className="today-now">
        <Art names={[next.arcade]} other="gamepad" size={88} />
        <p className="kicker">Play now</p>
        <h2 id="today">{quest ? titleOf(next.game, quest.name) : next.game}</h2>
        {quest && (
          <p className="num">
            <span className="pts">+{formatPoints(quest.points)} pts</span>
            {info.budget?.left === 0 && ' once your limit resets'} · about {minutesInWords(next.minutes)}
          </p>
        )}
        {others.length > 0 && (
          <p className="muted">
            {next.rounds === 1 ? 'The same round' : `${next.rounds} rounds`} can also complete{' '}
            {others.length === 1 ? others[0]?.name : `${others.length} more quests`}
            {quest && next.points > quest.points && `: ${pointsInWords(next.points)} in total`}.
          </p>
        )}
        <div className="actions">
          <PlayLink slug={next.arcade}>{next.label}</PlayLink>
        </div>
      </div>
    );
  const open = weekly?.find(({ completionStatus: status }) => status !== 'completed');
  const href = open?.game_id ? hrefs.userGame(open.game_id) : routes.userGames.pattern;
  return (
    <div className="today-now">
      <p className="kicker">{open ? 'Play now' : 'Today'}</p>
      <h2 id="today">
        {open ? titleOf(open.game, open.name) : weekly ? 'All quests done for now' : 'Play a round'}
      </h2>
      {open
        ? open.points !== null && (
            <p>
              <Points points={open.points} />
            </p>
          )
        : weekly && <p className="muted">New quests open each day and each week.</p>}
      <div className="actions">
        <a className="button" href={href}>
          {open?.game ? `Play ${open.game}` : 'See games'}
        </a>
      </div>
    </div>
  );
}

/** "Merge: Finish your first round", as in the ledger. The player may have finished rounds of other games. */
const titleOf = (game: string | null, quest: string) => (game ? `${game}: ${quest}` : quest);

function Fact({
  mark,
  title,
  children,
}: {
  readonly mark: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <li>
      <span className="today-mark">{mark}</span>
      <div>
        <b className="num">{title}</b>
        {children && <small>{children}</small>}
      </div>
    </li>
  );
}

const RADIUS = 19;
const AROUND = 2 * Math.PI * RADIUS;

/** Progress as a ring. `part` is from 0 to 1. `points`: whether it shows points that can be earned. */
function Ring({ part, points = false }: { readonly part: number; readonly points?: boolean }) {
  return (
    <svg className={points ? 'ring points' : 'ring'} viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r={RADIUS} />
      {part > 0 && (
        <circle className="done" cx="22" cy="22" r={RADIUS} strokeDasharray={`${part * AROUND} ${AROUND}`} />
      )}
    </svg>
  );
}

interface GoalProps {
  readonly reward: Reward | undefined;
  readonly available: number | undefined;
  /** Whether the player has chosen a goal, even if it couldn't be loaded. */
  readonly wanted: boolean;
}

function GoalFact({ reward, available, wanted }: GoalProps) {
  if (!wanted)
    return (
      <Fact mark={<Ring part={0} />} title={<a href={routes.userRewards.pattern}>Choose a goal</a>}>
        We’ll show how close you are.
      </Fact>
    );
  // A goal that is reached is said once: next to this list, or below it if it can't be redeemed now.
  if (!reward || reward.points === null || available === undefined || available >= reward.points) return null;
  const part = available / reward.points;
  return (
    <Fact
      mark={<Ring part={part} />}
      title={
        <>
          {pointsInWords(reward.points - available)} to{' '}
          <a href={hrefs.userReward(reward.id, reward.name)}>{reward.name}</a>
        </>
      }
    >
      {part >= 0.01 && `Your goal: ${Math.floor(part * 100)}% there`}
    </Fact>
  );
}

function StreakFact({ streak: { days, played_today: played, ends_at: ends } }: Pick<AccountStats, 'streak'>) {
  if (days === 0)
    return (
      <Fact mark={<Tally done={0} goal={5} silent />} title="Start a streak">
        Play one round today.
      </Fact>
    );
  return (
    <Fact
      // More than one bundle doesn't fit.
      mark={days > 5 ? <span aria-hidden="true">{days}</span> : <Tally done={days} goal={5} silent />}
      title={`${days}-day streak`}
    >
      {played ? (
        'You’ve played today, so it’s safe.'
      ) : (
        <>
          Play one round to keep it. Today ends <Time at={ends} />.
        </>
      )}
    </Fact>
  );
}

function LimitFact({
  budget: { left, used_up: isUsedUp, today, welcome, resets_at: at },
}: {
  readonly budget: PlayBudgetLeft;
}) {
  const all = today.points + welcome.points;
  const mark = <Ring part={all === 0 ? 0 : Math.min(1, left / (today.points + welcome.left))} points />;
  if (left === 0)
    return (
      <Fact
        mark={mark}
        title={
          isUsedUp || all === 0
            ? 'We’ve given out all of today’s points'
            : `You’ve earned today’s ${formatPoints(today.points)} pts`
        }
      >
        Rounds still count for quests. You can earn again <Time at={at} />.
      </Fact>
    );
  return (
    <Fact mark={mark} title={`Up to ${formatPoints(left)} pts left today`}>
      {welcome.left > 0 && `${formatPoints(Math.min(left, welcome.left))} of them from one-time quests. `}
      The limit resets <Time at={at} />.
    </Fact>
  );
}

function Arrived() {
  const arrived = useStore($arrived, { ssr: 'initial' });
  const [first, ...others] = arrived;
  if (!first) return null;
  const sum = arrived.reduce((all, { points }) => all + (points ?? 0), 0);
  return (
    <Fact
      mark={
        <span className="pts" aria-hidden="true">
          +
        </span>
      }
      title={<a href={hrefs.ledger()}>{formatChange(sum)} pts since your last visit</a>}
    >
      {first.title}
      {others.length > 0 && ` and ${others.length} more`}
    </Fact>
  );
}
