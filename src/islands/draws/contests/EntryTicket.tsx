import { useRef, useState } from 'react';
import type { User } from '../../../lib/contract/account.ts';
import type { Contest } from '../../../lib/contract/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Form } from '../../shared/Form.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { Proof } from '../../shared/Proof.tsx';
import { SeedField } from '../../shared/SeedField.tsx';
import { randomSeed } from '../../shared/seed.ts';
import { Time } from '../../shared/Time.tsx';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { type Area, ordinal } from './contest-places.ts';
import { type Entering, enterContest } from './contest-store.ts';

/** Loaded separately, because most players have confirmed their address. */
const ConfirmFirst = lazy(async () => (await import('./ConfirmFirst.tsx')).ConfirmFirst);

interface Props {
  readonly contest: Contest;
  readonly area: Area;
  readonly user: User | null;
  readonly entering: Entering;
}

/** The raffle ticket: the prizes above the tear line, the player's entry below. */
export function EntryTicket({ contest, area, user, entering }: Props) {
  const { entry, points, prizes } = contest;
  return (
    <section className="torn entry-ticket" aria-label="Your entry">
      <div className="upper">
        {entry ? (
          <>
            <p className="muted">Your entry</p>
            <p className="big number">No. {formatNumber(entry.number)}</p>
            <p className="muted">
              with the seed <code>{entry.seed}</code>
            </p>
          </>
        ) : (
          <>
            <p className="muted">{prizes.length === 1 ? 'One prize' : `${prizes.length} prizes, together`}</p>
            <p className="num">
              <span className="pts big">{formatPoints(points)} pts</span>
              <span className="money">{pointsInMoney(points)}</span>
            </p>
          </>
        )}
      </div>
      <div className="lower">
        <EntryStatus contest={contest} area={area} user={user} entering={entering} />
        <details className="numbers">
          <summary>Provably fair</summary>
          {contest.seed === null && (
            <Proof rows={[['SHA-256 of our seed, fixed before the first entry', contest.seed_hash]]} />
          )}
          <p>
            <a href="#how-it-is-drawn">How we draw the winners</a>
          </p>
        </details>
      </div>
    </section>
  );
}

function EntryStatus({ contest, area, user, entering }: Props) {
  const { state, entry, ends_at, starts_at } = contest;
  const inIt = useRef<HTMLParagraphElement>(null);
  if (state === 'ended') return <Ended contest={contest} signedIn={user !== null} />;
  if (entry)
    return (
      <p role="status" ref={inIt} tabIndex={-1}>
        <span className="state ok">You’re in.</span> We draw the winners <Time at={ends_at} />. You don’t need
        to be here.
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
        Enter it in your account
      </a>
    );
  if (user.email_confirmed === false) return <ConfirmFirst />;
  return <EntryForm contest={contest} entering={entering} next={() => inIt.current} />;
}

function Ended({ contest, signedIn }: { readonly contest: Contest; readonly signedIn: boolean }) {
  const { winners, entry } = contest;
  if (contest.called_off !== null)
    return (
      <p role="status">
        <span className="state off">Cancelled.</span> There are no winners. Reason: {contest.called_off}
      </p>
    );
  if (winners === null) return <p role="status">It’s over, and we’re drawing the winners.</p>;
  if (entry === null) return <p>{signedIn ? 'It’s over, and you didn’t enter.' : 'It’s over.'}</p>;
  const place = winners.findIndex(({ number }) => number === entry.number);
  const won = winners[place];
  if (won === undefined) return <p>It’s over. You didn’t win this time.</p>;
  return (
    <p>
      <span className="state ok">You won the {ordinal(place + 1)} place.</span>{' '}
      <span className="pts">{formatPoints(won.points)} pts</span>{' '}
      <span className="money">· {pointsInMoney(won.points)}</span> are in your ledger.
    </p>
  );
}

function GuestWays({ contest }: { readonly contest: Contest }) {
  const target = hrefs.userContest(contest.id, contest.name);
  return (
    <>
      <p>It’s free to enter. You need an account with a confirmed email address: one entry per person.</p>
      <a className="button" href={hrefs.logIn(target)}>
        Log in to enter
      </a>
      <a className="button quiet" href={hrefs.signUp(target)}>
        Sign up
      </a>
    </>
  );
}

interface FormProps {
  readonly contest: Contest;
  readonly entering: Entering;
  /** Returns the element that replaces the form. */
  readonly next: () => HTMLElement | null;
}

function EntryForm({ contest, entering, next }: FormProps) {
  const place = useFocusHandover<HTMLDivElement>(next);
  const [seed, setSeed] = useState(randomSeed);
  const refused = entering.state === 'refused' ? entering : undefined;
  const field = refused?.field;

  return (
    <div ref={place}>
      <Form wrong={field} onSubmit={() => enterContest(contest.id, seed)}>
        <SeedField
          value={seed}
          error={field}
          hint="We mix it into the draw, so nobody can pick the winners in advance, not even us. We publish it after the end."
          onChange={setSeed}
        />
        <p className="muted">One entry per mailbox.</p>
        {refused && field === undefined && (
          <div className="notice bad" role="alert">
            <p>{refused.message}</p>
            {refused.unknown && (
              <p>We couldn’t confirm your entry. It’s safe to try again: you can’t enter twice.</p>
            )}
          </div>
        )}
        <Button type="submit" busy={entering.state === 'entering'}>
          {entering.state === 'entering' ? 'Entering' : refused?.unknown ? 'Try again' : 'Enter for free'}
        </Button>
      </Form>
    </div>
  );
}
