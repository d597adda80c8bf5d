import { useEffect, useRef, useState } from 'react';
import type { Case, Opening } from '../../../lib/contract/cases.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatPoints, pointsInMoney, pointsInWords } from '../../../lib/format/points.ts';
import { spriteOf } from '../../../lib/format/sprite.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Face } from '../../shared/Face.tsx';
import { Points } from '../../shared/Points.tsx';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { closeTurn, type Promised, showBalance } from './case-store.ts';
import { Lid } from './Lid.tsx';
import { OpeningProof } from './OpeningProof.tsx';

interface Props {
  readonly one: Case;
  readonly opening: Opening;
  readonly promised: Promised;
  /** Points to spend now. */
  readonly available: number | undefined;
}

/** Milliseconds that the reel runs. */
const REVEAL = 1500;
/** Faces that pass before the one that came out. */
const PASSING = 14;

/** The reel first, then what came out; at once for those who want no motion. */
export function Opened(props: Props) {
  const [seen, setSeen] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (seen) return showBalance();
    const timer = setTimeout(() => setSeen(true), REVEAL);
    return () => clearTimeout(timer);
  }, [seen]);
  useEffect(() => showBalance, []);
  return seen ? <Result {...props} /> : <Reel {...props} onSkip={() => setSeen(true)} />;
}

function Reel({ opening, promised, onSkip }: Props & { readonly onSkip: () => void }) {
  const skip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    skip.current?.querySelector('button')?.focus({ preventScroll: true });
    skip.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { items } = promised;
  const passing = Array.from({ length: PASSING }, (_, at) => items[at % items.length]?.name ?? opening.name);
  return (
    <section className="torn open-ticket" aria-label="Opening the case" aria-busy="true">
      <div className="upper">
        <div className="reel" aria-hidden="true">
          <div>
            {[...passing, opening.name].map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same faces pass several times, and never change
              <Face key={at} glyph={null} name={name} colour={spriteOf(name).ground} />
            ))}
          </div>
        </div>
      </div>
      <div className="lower" ref={skip}>
        <Button quiet onPress={onSkip}>
          Skip
        </Button>
      </div>
    </section>
  );
}

/** What came out of it, what that makes of the points, and the proof. */
function Result({ one, opening, promised, available }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const place = useFocusHandover<HTMLElement>(() => document.querySelector<HTMLElement>('.open-ticket'));
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { name, points, cost, nonce } = opening;
  return (
    <section ref={place} className="torn open-ticket opened" aria-labelledby="opened">
      <div className="upper">
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
          <dt>It cost</dt>
          <dd>
            <Points points={cost} />
          </dd>
          <dt>It paid</dt>
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
