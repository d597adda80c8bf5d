import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { $balance, followBalance } from '../../lib/stores/balance.ts';
import { Balance } from '../ui/Balance.tsx';
import { useCounting } from './use-counting.ts';

/** The points in the top bar. It outlives the swaps of the area's pages, and with it the socket that keeps it fresh. */
export function BalanceIsland() {
  const balance = useStore($balance, { ssr: 'initial' }) ?? null;
  const shown = useCounting(balance);
  const known = useRef<number>(undefined);
  const [said, setSaid] = useState('');

  useEffect(() => followBalance(), []);

  const available = balance?.available;
  useEffect(() => {
    if (available === undefined) return;
    // What stood there when the page opened is read like any text: only a change is news.
    if (known.current !== undefined && known.current !== available)
      setSaid(`Balance ${formatPoints(available)} points`);
    known.current = available;
  }, [available]);

  return (
    <>
      <Balance balance={shown} />
      <p className="unseen" role="status">
        {said}
      </p>
    </>
  );
}
