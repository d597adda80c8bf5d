import type { ContestCard as Card } from '../../../lib/contract/draws/contests.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { Art } from '../../shared/Art.tsx';
import { Time } from '../../shared/Time.tsx';
import { type Area, badges, entryWords, nextDate, places } from './contest-places.ts';

interface Props {
  readonly contests: readonly Card[];
  readonly area: Area;
  /** The link, if it isn't the contest's page in this area. */
  readonly hrefOf?: (contest: Card) => string;
}

export function ContestGrid({
  contests,
  area,
  hrefOf = ({ id, name }) => places[area].href(id, name),
}: Props) {
  return (
    <ul className="raffles">
      {contests.map((contest) => (
        <li key={contest.id}>
          <ContestCard contest={contest} href={hrefOf(contest)} />
        </li>
      ))}
    </ul>
  );
}

/** A contest as a raffle ticket: name and dates on the paper, the prize on the stub. */
function ContestCard({ contest, href }: { readonly contest: Card; readonly href: string }) {
  const { name, slug, game, summary, points, entries, entered, state, last_winner: winner } = contest;
  const badge = state && badges[state];
  const next = nextDate(contest);
  return (
    <a className={`torn-card raffle ${state ?? ''}`} href={href}>
      <span className="paper">
        <Art names={[slug || name]} other="raffle" size={72} />
        <span className="words">
          <span className="when">
            {badge && <span className={`state ${badge.tone}`}>{badge.words}</span>}{' '}
            {next.at !== null && (
              <small>
                {next.verb} <Time at={next.at} />
              </small>
            )}
          </span>{' '}
          <b>{name}</b> <small>{summary}</small>{' '}
          <span className="foot">
            {game && <span className="label">{game}</span>}{' '}
            {entries !== null && <small className="num">{entryWords(entries)}</small>}
            {winner !== null && (
              <small>
                {state === 'ended' ? 'won by' : 'last won by'} {winner}
              </small>
            )}
            {entered && <span className="state ok">{state === 'ended' ? 'you were in' : 'you’re in'}</span>}
          </span>
        </span>
      </span>{' '}
      {points !== null && (
        <span className="stub">
          <small>Prizes</small> <span className="pts">{formatPoints(points)} pts</span>{' '}
          <span className="money">{pointsInMoney(points)}</span>
        </span>
      )}
    </a>
  );
}

/** A placeholder for the contests, at their size. */
export function ContestSkeleton() {
  return (
    <ul className="raffles" aria-busy="true" aria-label="Loading">
      {['a', 'b', 'c', 'd'].map((at) => (
        <li key={at}>
          <span className="skeleton raffle-size" />
        </li>
      ))}
    </ul>
  );
}
