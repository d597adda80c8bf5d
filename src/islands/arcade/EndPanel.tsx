import { useEffect, useRef } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { Counted } from './Counted.tsx';
import type { GameBoard } from './game-board.ts';
import { type Outcome, type Play, sendAgain } from './store.ts';

interface Props {
  readonly play: Extract<Play, { state: 'finished' }>;
  readonly board: GameBoard;
  readonly signedIn: boolean;
  readonly onStart: () => unknown;
}

const titles: Readonly<Record<Outcome['state'], string>> = {
  practice: 'Round over',
  saving: 'Counting your round',
  saved: 'Counted',
  unsaved: 'Not counted yet',
  refused: 'Not counted',
};

/** What came of the round, as a ticket: the score above, what it brought below, and where to go next. */
export function EndPanel({ play: { round, outcome }, board, signedIn, onStart }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const rewards = signedIn ? routes.userRewards.pattern : routes.guestRewards.pattern;
  const open = outcome.state === 'saving' || outcome.state === 'unsaved';

  return (
    <section className="end" aria-label="Result" aria-busy={outcome.state === 'saving'}>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {titles[outcome.state]}
        </h2>
        <p className="end-score num">{formatPoints(round.game.score)}</p>
        <p className="muted num">{board.summary(round.game)}</p>
        {outcome.state === 'saved' && outcome.best && <p className="state ok">Your best so far</p>}
      </header>
      {/* There before it says something, or it wouldn't be heard. */}
      <p className="unseen" role="status" aria-label="Result">
        {outcome.state === 'saved' && `Counted. Points credited: ${formatPoints(outcome.answer.credited)}.`}
      </p>
      <div className="end-body">
        <What outcome={outcome} signedIn={signedIn} />
        <div className="end-do">
          {outcome.state === 'unsaved' && <Again next={() => title.current} />}
          {outcome.state !== 'saving' && (
            <Button quiet={open} onPress={onStart}>
              {open ? 'Give it up and play again' : 'Play again'}
            </Button>
          )}
          {!open && (
            <a className="button quiet" href={rewards}>
              See rewards
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

/** Goes when it is pressed; the focus gets on at the title, which says that the round is on its way. */
function Again({ next }: { readonly next: () => HTMLElement | null }) {
  const place = useFocusHandover<HTMLSpanElement>(next);
  return (
    <span ref={place}>
      <Button onPress={sendAgain}>Try again</Button>
    </span>
  );
}

function What({ outcome, signedIn }: { readonly outcome: Outcome; readonly signedIn: boolean }) {
  switch (outcome.state) {
    case 'saving':
      return (
        <>
          <p>Our server is playing your moves again.</p>
          <progress className="bar" aria-label="Counting your round" />
        </>
      );
    case 'saved':
      return <Counted answer={outcome.answer} />;
    case 'unsaved':
      return (
        <div role="alert">
          <p>{outcome.message}</p>
          <p>Your moves are kept here. Trying again counts the round once, even if the first try arrived.</p>
        </div>
      );
    case 'refused':
      return (
        <div role="alert">
          <p>{outcome.message}</p>
          <p>Nothing was credited for this round.</p>
        </div>
      );
    case 'practice':
      return signedIn ? (
        <p>This was practice. The next round is counted.</p>
      ) : (
        <p>
          This was practice: <a href={hrefs.signUp(location.pathname)}>sign up</a> to have your rounds
          counted.
        </p>
      );
  }
}
