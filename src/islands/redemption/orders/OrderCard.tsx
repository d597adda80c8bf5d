import { useRef, useState } from 'react';
import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { asSentence } from '../../../lib/format/sentence.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Face } from '../../shared/Face.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { RevealCode } from '../../shared/RevealCode.tsx';
import { Time } from '../../shared/Time.tsx';
import { showCode } from '../reveal-store.ts';
import { Timeline } from './Timeline.tsx';
import { etaWords, meaningOf } from './words.ts';

const CancelDialog = lazy(async () => (await import('./CancelDialog.tsx')).CancelDialog);
const DisputeDialog = lazy(async () => (await import('./DisputeDialog.tsx')).DisputeDialog);
const SentOffer = lazy(async () => (await import('./SentOffer.tsx')).SentOffer);
const DisputeState = lazy(async () => (await import('./DisputeState.tsx')).DisputeState);

type Asking = 'cancel' | 'dispute' | null;

interface Props {
  readonly order: OrderLine;
  /** Whether its code is the first thing that the player wants here. */
  readonly primary: boolean;
  /** Whether it may offer to notify this device when it is sent. */
  readonly offersNews: boolean;
}

/** One order: reward, date, price, state with an explanation, and possible actions. */
export function OrderCard({ order, primary, offersNews }: Props) {
  const [asking, setAsking] = useState<Asking>(null);
  const [asked, setAsked] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const { reward } = order;
  const what = `${reward.name}, ${order.amount}`;
  const isToUse = order.has_code && !order.used_at;
  const eta = etaWords(order, Date.now());
  const ask = (about: Asking) => {
    setAsked(true);
    setAsking(about);
  };
  const close = () => setAsking(null);
  return (
    <li className="reward-card order">
      <div className="reward-face">
        <Face glyph={reward.glyph} colour={reward.colour} />
      </div>
      <div className="order-what">
        <h2>
          <a href={hrefs.userReward(reward.id, reward.name)}>{reward.name}</a>
        </h2>
        <p className="muted">
          order {order.id} · {order.amount}
        </p>
      </div>
      <p className="order-price num">
        <span className="pts">{formatPoints(order.points)} pts</span>{' '}
        <span className="money">{formatMoney(order.cents)}</span>
      </p>
      <div className="order-state">
        <Timeline order={order} />
        {order.first && (
          <p className="first-reward">
            <b>Your first reward.</b> You earned the Redeemed badge.
          </p>
        )}
        <p className="muted" ref={status} tabIndex={-1}>
          {order.ended_for !== null && `Why: ${asSentence(order.ended_for)} `}
          {order.used_at ? (
            <>
              You marked it as used <Time at={order.used_at} />. It’s in{' '}
              <a href={`${routes.userInventory.pattern}?state=used`}>Codes and items</a>.
            </>
          ) : (
            meaningOf(order)
          )}
        </p>
        {eta !== null && <p className="muted">{eta}</p>}
        {order.details !== null && (
          <p>
            <span className="muted">To </span>
            <b className="order-to">{order.details}</b>
          </p>
        )}
        {order.reference !== null && (
          <p>
            <span className="muted">Reference </span>
            <b className="order-to">{order.reference}</b>
          </p>
        )}
        {isToUse && <RevealCode of={what} onReveal={() => showCode(order.id)} primary={primary} />}
        {order.dispute && <DisputeState order={order} />}
        <p className="order-acts">
          {isToUse && (
            <a className="button quiet small" href={routes.userInventory.pattern}>
              How to use it<span className="unseen"> ({what})</span>
            </a>
          )}
          {order.can_cancel && (
            <Button quiet small onPress={() => ask('cancel')}>
              Cancel order<span className="unseen"> {order.id}</span>
            </Button>
          )}
          {order.dispute_until !== null && (
            <Button quiet small onPress={() => ask('dispute')}>
              Report a problem<span className="unseen"> with order {order.id}</span>
            </Button>
          )}
          <a className="button quiet small" href={hrefs.receipt(order.id)}>
            Receipt<span className="unseen"> of order {order.id}</span>
          </a>
        </p>
        {offersNews && (
          // It has its space from the start, so that it doesn't move the orders below.
          <div className="sent-offer">
            <SentOffer />
          </div>
        )}
      </div>
      {asked && <CancelDialog order={order} open={asking === 'cancel'} onClose={close} next={status} />}
      {asked && <DisputeDialog order={order} open={asking === 'dispute'} onClose={close} next={status} />}
    </li>
  );
}
