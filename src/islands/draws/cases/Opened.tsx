import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Case, Opening } from '../../../lib/contract/draws/cases.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatPoints, pointsInMoney, pointsInWords } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { useCelebration } from '../../shared/feel/use-celebration.ts';
import { Points } from '../../shared/Points.tsx';
import { $heldBalance } from '../../shared/stores/balance.ts';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { closeTurn, type Promised } from './case-store.ts';
import { Lid } from './Lid.tsx';
import { OpeningProof } from './OpeningProof.tsx';
import { Reel } from './Reel.tsx';

interface Props {
  readonly one: Case;
  readonly opening: Opening;
  readonly promised: Promised;
  /** The points available now. */
  readonly available: number | undefined;
}

/** The result of an opening: first the reel, while the top bar holds back the new balance, then the item. */
export function Opened(props: Props) {
  return useStore($heldBalance) ? <Reel {...props} /> : <Result {...props} />;
}

/** The drawn item, the gain or loss, and the proof. */
function Result({ one, opening, promised, available }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const place = useFocusHandover<HTMLElement>(() => document.querySelector<HTMLElement>('.open-ticket'));
  const prize = useRef<HTMLDivElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { name, points, cost, nonce } = opening;
  // A prize below the price isn't a win.
  useCelebration(prize, points > cost ? 1 : 0);
  return (
    <section ref={place} className="torn open-ticket opened" aria-labelledby="opened">
      <div className="upper" ref={prize}>
        <Lid of={name} kind="You got" no={`Opening ${formatNumber(nonce)}`} />
        <h2 id="opened" ref={title} tabIndex={-1}>
          {name}
        </h2>
        <p className="price num">
          <span className="pts">{formatPoints(points)} pts</span>{' '}
          <span className="money">· {pointsInMoney(points)}</span>
        </p>
        <p className="muted">{netWords(points - cost)}</p>
      </div>
      <div className="lower">
        <dl className="sum">
          <dt>Price</dt>
          <dd>
            <Points points={cost} />
          </dd>
          <dt>You won</dt>
          <dd>
            <Points points={points} />
          </dd>
          {available !== undefined && (
            <>
              <dt className="total">You have</dt>
              <dd className="total">
                <Points points={available} />
              </dd>
            </>
          )}
        </dl>
        <OpeningProof opening={opening} promised={promised} />
        <Button quiet onPress={closeTurn}>
          {one.left_today === 0 ? 'Back to the case' : 'Open another'}
        </Button>
        <p>
          <a href={hrefs.caseOpenings()}>All your openings</a>
        </p>
      </div>
    </section>
  );
}

function netWords(gain: number): string {
  if (gain === 0) return 'As much as it cost.';
  return `${pointsInWords(Math.abs(gain))} ${gain < 0 ? 'less' : 'more'} than it cost.`;
}
