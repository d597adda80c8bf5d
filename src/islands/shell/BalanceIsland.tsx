import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { formatPoints } from '../../lib/format/points.ts';
import { extensions } from '../../lib/host.ts';
import { Balance } from '../shared/Balance.tsx';
import { $balanceUnknown, $shownBalance, followBalance } from '../shared/stores/balance.ts';
import { Bell } from './Bell.tsx';
import { useCounting } from './use-counting.ts';
import '../shared/notification.css';
import './bell.css';

/** The points in the top bar, and the bell beside them. It outlives the swaps of the area's pages, and with it the socket that keeps it fresh. */
export function BalanceIsland() {
  const balance = useStore($shownBalance, { ssr: 'initial' }) ?? null;
  const unknown = useStore($balanceUnknown, { ssr: 'initial' }) && balance === null;
  const shown = useCounting(balance);
  const known = useRef<number>(undefined);
  const [said, setSaid] = useState('');

  useEffect(followBalance, []);

  const available = balance?.available;
  useEffect(() => {
    if (available === undefined) return;
    // What stood there when the page opened is read like any text: only a change is news.
    if (known.current !== undefined && known.current !== available)
      setSaid(`Balance ${formatPoints(available)} points`);
    known.current = available;
  }, [available]);

  return (
    <div className="shell-tools">
      <Balance balance={shown} unknown={unknown} />
      {extensions && <Bell />}
      <p className="unseen" role="status">
        {said}
      </p>
    </div>
  );
}
