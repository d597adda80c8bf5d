import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { AccountStats as Info } from '../../../lib/contract/progress/account-stats.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { Blocks } from '../../shared/Blocks.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { Points } from '../../shared/Points.tsx';
import { sendConfirmation } from '../../shared/stores/confirmation.ts';
import { trySaveEmail } from '../../shared/stores/email-form.ts';
import { together } from '../../shared/stores/live.ts';
import { shown } from '../../shared/stores/load.ts';
import {
  $redemption,
  followRedemption,
  loadRedemption,
  reloadRedemption,
} from '../../shared/stores/redemption.ts';
import { useTurn } from '../../shared/use-turn.ts';
import { AccountStatsSkeleton } from './AccountStatsSkeleton.tsx';
import { $accountStats, followAccountStats, loadAccountStats } from './account-stats-store.ts';
import { Level } from './Level.tsx';
import { Streak } from './Streak.tsx';

/** Points by state with their dates, the streak, and the level. Leaves out empty parts. */
export function AccountStatsSection() {
  const load = useStore($accountStats, { ssr: 'initial' });
  const info = shown(load);
  useTurn(info, info?.streak.ends_at ?? null, loadAccountStats);
  if (!info && load.state === 'failed' && load.error.code === 'not_offered')
    return <p className="muted">Streak, level and the dates of pending points aren’t available here.</p>;
  if (!info)
    return load.state === 'failed' ? (
      <Failed level={2} title="We couldn’t load your points" reason={load.error} onRetry={loadAccountStats} />
    ) : (
      <AccountStatsSkeleton />
    );
  const { available, pending, reserved, debt } = info.balance;
  return (
    <div className="account-stats">
      {available + pending + reserved + debt > 0 && (
        <Fold id="points" title="Your points" state={<Points points={available} />} open="wide">
          <ByState info={info} />
        </Fold>
      )}
      {info.streak.best > 0 && <Streak streak={info.streak} />}
      {info.level.earned > 0 && <Level level={info.level} />}
    </div>
  );
}

function ByState({ info: { balance, pending, reserved } }: { readonly info: Info }) {
  return (
    <dl className="by-state">
      <State term="Available" points={balance.available} />
      {balance.pending > 0 && (
        <State term="Pending" points={balance.pending}>
          {pending.map(({ points, releases_at: at }) => (
            <li key={at ?? 'open'}>
              {formatPoints(points)}{' '}
              {at === null ? 'once they are confirmed' : `on ${shortDate(at, Date.now())}`}
            </li>
          ))}
        </State>
      )}
      {balance.reserved > 0 && (
        <State term="On hold" points={balance.reserved}>
          {reserved.map(({ order_id: id, title, points }) => (
            <li key={id}>
              {formatPoints(points)} for{' '}
              <a href={hrefs.receipt(id)}>
                {title}
                <span className="unseen"> (order {id})</span>
              </a>
            </li>
          ))}
        </State>
      )}
      {balance.debt > 0 && (
        <State term="Owed" points={balance.debt}>
          <li>new points pay this back first</li>
        </State>
      )}
    </dl>
  );
}

function State({
  term,
  points,
  children,
}: {
  readonly term: string;
  readonly points: number;
  readonly children?: ReactNode;
}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <Points points={points} />
        {children && <ul>{children}</ul>}
      </dd>
    </div>
  );
}

/** What blocks redeeming now, and how to fix it. */
export function Blocked() {
  useEffect(() => {
    void loadRedemption();
    return together(followAccountStats(), followRedemption());
  }, []);
  const email = useStore($user, { ssr: 'initial' })?.email;
  const checks = shown(useStore($redemption, { ssr: 'initial' }));
  if (!checks || checks.blocks.length === 0) return null;
  return (
    <section className="blocked" aria-labelledby="blocked">
      <h2 id="blocked">{checks.ready ? 'You can redeem, with a delay' : 'Before you can redeem'}</h2>
      <div role="status">
        <Blocks
          blocks={checks.blocks}
          mail={{
            email,
            onSend: sendConfirmation,
            onSave: ({ text }) => trySaveEmail({ email: text('email') }, reloadRedemption),
          }}
        />
      </div>
    </section>
  );
}
