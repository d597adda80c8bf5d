import type { ReactNode } from 'react';
import { formatMoney, formatPoints } from '../../lib/format/points.ts';
import { Face } from './Face.tsx';
import { StateBadge } from './StateBadge.tsx';

/** The fields of a reward that a ticket shows. A reward from a list fits. */
interface TicketReward {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  readonly glyph: string | null;
  readonly colour: string | null;
  /** The price of the smallest amount. Null if the host doesn't send it. */
  readonly points: number | null;
  readonly cents: number | null;
  readonly in_stock?: boolean | null;
  readonly paused?: boolean | null;
}
interface Props {
  reward: TicketReward;
  /** Without it, the ticket isn't a link. */
  href?: string | undefined;
  /** A note for the reader, on the stub. */
  note?: ReactNode;
}

/** A reward: logo and name above the tear line, the price on the stub. */
export function Ticket({ reward, href, note }: Props) {
  const Tag = href === undefined ? 'div' : 'a';
  return (
    <Tag className="ticket" href={href}>
      <span className="whole">
        <span className="art">
          <Face glyph={reward.glyph} colour={reward.colour} />
          <span className="kind">{reward.kind}</span> <span className="no">No. {reward.id}</span>
        </span>{' '}
        <span className="name">
          {reward.name} <small>{reward.summary}</small>
        </span>
      </span>{' '}
      <span className="stub">
        {reward.points !== null && <span className="pts">{formatPoints(reward.points)} pts</span>}{' '}
        {reward.cents !== null && <span className="money">{formatMoney(reward.cents)}</span>}
        {(reward.paused || reward.in_stock === false) && (
          <span className="out">
            <StateBadge state={reward.paused ? 'paused' : 'out_of_stock'} />
          </span>
        )}
        {note && <span className="note">{note}</span>}
      </span>
    </Tag>
  );
}
