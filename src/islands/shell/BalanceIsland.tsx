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

/** The balance in the top bar, and the bell next to it. The island and its socket persist across the area's page swaps. */
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
    // Don't announce the initial balance, only changes.
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
