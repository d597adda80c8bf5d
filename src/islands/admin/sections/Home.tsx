import { type ReactNode, useEffect } from 'react';
import type { Overview } from '../../../lib/contract/operators/operator.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Loaded } from '../parts/DetailFrame.tsx';
import { Link } from '../parts/Link.tsx';
import { Waited } from '../parts/Waited.tsx';
import { figures, overview } from '../section-store.ts';
import { ChosenDays } from './ChosenDays.tsx';
import { RecentDays } from './RecentDays.tsx';
import './home.css';

interface Queue {
  readonly to: string;
  readonly count: number;
  /** "order to send", "orders to send" */
  readonly words: readonly [one: string, many: string];
  /** What to do about it, or why it is urgent. */
  readonly more?: ReactNode;
}

/** The home screen: everything that is waiting, most urgent first, with links, and the figures of recent days. */
export function Home() {
  useEffect(() => void figures.load('figures'), []);
  return (
    <>
      <Loaded source={overview} noun="your to-do list">
        {(found) => <Queues of={queuesOf(found.overview)} />}
      </Loaded>
      <Loaded source={figures} noun="the figures">
        {(found) => <RecentDays of={found.figures} />}
      </Loaded>
      <ChosenDays />
    </>
  );
}

function Queues({ of: queues }: { readonly of: readonly Queue[] }) {
  const open = queues.filter(({ count }) => count > 0);
  return (
    <>
      {open.length === 0 && <p className="notice ok">All done. Nobody is waiting for an answer.</p>}
      <ul className="queues">
        {open.map(({ to, count, words: [one, many], more }) => (
          <li key={to}>
            <Link to={to}>
              <b className="num">{count}</b> <span>{count === 1 ? one : many}</span>
            </Link>
            {more && <small>{more}</small>}
          </li>
        ))}
      </ul>
      {open.length > 0 && open.length < queues.length && <p className="muted">Everything else is done.</p>}
    </>
  );
}

function queuesOf(waiting: Overview): readonly Queue[] {
  const orders = (state: string) => `${hrefs.operator('orders')}?state=${state}`;
  return [
    {
      to: hrefs.operator('disputes'),
      count: waiting.disputes,
      words: ['problem report to decide', 'problem reports to decide'],
      more: waiting.disputes_overdue > 0 && (
        <span className="state bad">{waiting.disputes_overdue} overdue</span>
      ),
    },
    {
      to: orders('pending'),
      count: waiting.orders_pending,
      words: ['order to send', 'orders to send'],
      more: waiting.oldest_order_at !== null && (
        <>
          the oldest is <Waited since={waiting.oldest_order_at} />
        </>
      ),
    },
    {
      to: orders('processing'),
      count: waiting.orders_processing,
      words: ['order being sent', 'orders being sent'],
      more: 'mark them as sent when they are',
    },
    {
      to: orders('held'),
      count: waiting.orders_held,
      words: ['order to review', 'orders to review'],
      more: 'the players’ points are on hold',
    },
    {
      to: `${hrefs.operator('users')}?show=shares_held`,
      count: waiting.shares_held,
      words: ['inviter to review', 'inviters to review'],
      more: 'their shares for friends are on hold',
    },
    {
      to: hrefs.operator('adjustments'),
      count: waiting.adjustments,
      words: ['adjustment to approve', 'adjustments to approve'],
      more: 'proposed by someone else',
    },
    {
      to: orders('to_refund'),
      count: waiting.refund_proposals,
      words: ['refund to approve', 'refunds to approve'],
      more: 'proposed by someone else',
    },
    {
      to: hrefs.operator('contests'),
      count: waiting.contest_proposals,
      words: ['giveaway to approve', 'giveaways to approve'],
      more: 'proposed by someone else',
    },
    {
      to: hrefs.operator('partners'),
      count: waiting.key_proposals,
      words: ['partner’s key to create', 'partners’ keys to create'],
      more: 'proposed by someone else',
    },
    {
      to: hrefs.operator('operators'),
      count: waiting.invitations,
      words: ['invitation to approve', 'invitations to approve'],
      more: 'proposed by someone else',
    },
    {
      to: hrefs.operator('support'),
      count: waiting.threads,
      words: ['conversation to answer', 'conversations to answer'],
    },
    {
      to: hrefs.operator('submissions'),
      count: waiting.submissions,
      words: ['article to read', 'articles to read'],
    },
    {
      to: `${hrefs.operator('submissions')}?kind=proofs`,
      count: waiting.proofs,
      words: ['social task to check', 'social tasks to check'],
    },
    {
      to: hrefs.operator('opinions'),
      count: waiting.opinions,
      words: ['review or comment to check', 'reviews and comments to check'],
    },
    {
      to: hrefs.operator('codes'),
      count: waiting.amounts_without_codes,
      words: ['amount out of codes', 'amounts out of codes'],
      more: 'nobody can order them until you add codes',
    },
    {
      to: `${hrefs.operator('rewards')}?state=paused`,
      count: waiting.rewards_paused,
      words: ['paused reward', 'paused rewards'],
      more: 'nobody can redeem them until you turn them on',
    },
  ];
}
