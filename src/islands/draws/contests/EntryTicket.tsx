import { type RefObject, useRef } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Art } from '../../shared/Art.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { Time } from '../../shared/Time.tsx';
import type { Area } from './contest-places.ts';
import type { Entering } from './contest-store.ts';
import { Fair } from './Fair.tsx';

const FormPlace = () => <div className="form-size" aria-busy="true" />;
const ConfirmPlace = () => <div className="form-size confirm" aria-busy="true" />;
/** Loaded separately, because only players who can enter need it. */
const EntryForm = lazy(async () => (await import('./EntryForm.tsx')).EntryForm, FormPlace);
/** Loaded separately, because most visited contests are still open. */
const Ended = lazy(async () => (await import('./Ended.tsx')).Ended);
/** Loaded separately, because most players have confirmed their address. */
const ConfirmFirst = lazy(async () => (await import('./ConfirmFirst.tsx')).ConfirmFirst, ConfirmPlace);

interface Props {
  readonly contest: Contest;
  readonly area: Area;
  readonly user: User | null;
  readonly entering: Entering;
}

/** The raffle ticket: the prizes above the tear line, the player's entry below. */
export function EntryTicket({ contest, area, user, entering }: Props) {
  const { entry, points, prizes, slug, name } = contest;
  const inIt = useRef<HTMLParagraphElement>(null);
  const isWon = entry !== null && contest.winners?.some(({ number }) => number === entry.number);
  const mayEnter =
    contest.state === 'open' && !entry && user !== null && area === 'user' && user.email_confirmed !== false;
  return (
    <section className="torn entry-ticket" data-won={isWon || undefined} aria-label="Your entry">
      <div className="upper">
        <Art names={[slug || name]} other="raffle" size={72} />
        {entry ? (
          <>
            <p className="muted">Your entry</p>
            <p className="big number">No. {formatNumber(entry.number)}</p>
          </>
        ) : (
          <>
            <p className="muted">{prizes.length === 1 ? 'One prize' : `${prizes.length} prizes, total`}</p>
            <p className="num">
              <span className="pts big">{formatPoints(points)} pts</span>
              <span className="money">{pointsInMoney(points)}</span>
            </p>
          </>
        )}
      </div>
      <div className="lower">
        {mayEnter ? (
          <EntryForm contest={contest} entering={entering} next={() => inIt.current} />
        ) : (
          <>
            <EntryStatus contest={contest} area={area} user={user} inIt={inIt} />
            {contest.seed === null && <Fair contest={contest} />}
          </>
        )}
      </div>
    </section>
  );
}

interface StatusProps extends Omit<Props, 'entering'> {
  readonly inIt: RefObject<HTMLParagraphElement | null>;
}

function EntryStatus({ contest, area, user, inIt }: StatusProps) {
  const { state, entry, ends_at, starts_at } = contest;
  if (state === 'ended') return <Ended contest={contest} signedIn={user !== null} />;
  if (entry)
    return (
      <p ref={inIt} tabIndex={-1}>
        <span className="state ok" role="status">
          You’re in.
        </span>{' '}
        We draw the winners <Time at={ends_at} />. You don’t need to be here.
      </p>
    );
  if (state === 'coming')
    return (
      <p>
        You can enter once it starts, <Time at={starts_at} />.
      </p>
    );
  if (user === null) return <GuestWays contest={contest} />;
  if (area === 'guest')
    return (
      <a className="button" href={hrefs.userContest(contest.id, contest.name)}>
        Go to your account to enter
      </a>
    );
  return <ConfirmFirst />;
}

function GuestWays({ contest }: { readonly contest: Contest }) {
  const target = hrefs.userContest(contest.id, contest.name);
  return (
    <>
      <p>It’s free to enter. You need an account with a confirmed email address: one entry per mailbox.</p>
      <a className="button" href={hrefs.logIn(target)}>
        Log in to enter
      </a>
      <a className="button quiet" href={hrefs.signUp(target)}>
        Sign up
      </a>
    </>
  );
}
