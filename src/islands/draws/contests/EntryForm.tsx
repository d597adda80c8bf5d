import { useState } from 'react';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { Button } from '../../shared/Button.tsx';
import { Form } from '../../shared/Form.tsx';
import { SeedField } from '../../shared/SeedField.tsx';
import { randomSeed } from '../../shared/seed.ts';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { type Entering, enterContest } from './contest-store.ts';
import { Fair } from './Fair.tsx';

interface Props {
  readonly contest: Contest;
  readonly entering: Entering;
  /** Returns the element that replaces the form. */
  readonly next: () => HTMLElement | null;
}

/** Enters a contest. The seed is random unless the player types one. */
export function EntryForm({ contest, entering, next }: Props) {
  const place = useFocusHandover<HTMLDivElement>(next);
  const [seed, setSeed] = useState(randomSeed);
  const refused = entering.state === 'refused' ? entering : undefined;
  const field = refused?.field;

  return (
    <div ref={place}>
      <Form wrong={field} onSubmit={() => enterContest(contest.id, seed)}>
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
        <Fair contest={contest} open={field !== undefined}>
          <SeedField
            value={seed}
            error={field}
            hint="We mix it into the draw, so nobody can pick the winners in advance, not even us. We publish it after the end."
            onChange={setSeed}
          />
        </Fair>
      </Form>
    </div>
  );
}
