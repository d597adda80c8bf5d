import { useEffect, useRef } from 'react';
import { REVIEW_DAYS } from '../../../lib/contract/limits.ts';
import type { Order, Reward } from '../../../lib/contract/rewards.ts';
import { heldWords } from '../../../lib/format/held.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { Code } from '../../shared/Code.tsx';
import { Points } from '../../shared/Points.tsx';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { Mark } from './Mark.tsx';
import { closePurchase } from './store.ts';

interface Props {
  readonly reward: Reward;
  readonly order: Order | undefined;
  /** Whether it was made by an earlier try. */
  readonly repeated: boolean;
}

/** How the redemption ended: the code itself, or what the order waits for. */
export function Bought({ reward, order, repeated }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const place = useFocusHandover<HTMLElement>(() =>
    document.querySelector<HTMLElement>('.redeem input:checked'),
  );
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={place} className="redeem bought" aria-labelledby="bought">
      <div className="redeem-top">
        <Mark reward={reward} />
        <h2 id="bought" ref={title} tabIndex={-1}>
          {titleOf(order)}
        </h2>
        {order !== undefined && (
          <p className="muted">
            {order.reward.name}, {order.amount} · order {order.id}
          </p>
        )}
      </div>
      <div className="redeem-stub">
        {repeated && <p>Your earlier try went through: this is its order, paid for once.</p>}
        {order && <Outcome order={order} />}
        {order && (
          <p>
            <Points points={order.points} /> {order.state === 'delivered' ? 'spent' : 'held'}
          </p>
        )}
        <a className="button" href={routes.userOrders.pattern}>
          See your orders
        </a>
        <Button quiet onPress={closePurchase}>
          Redeem another
        </Button>
      </div>
    </section>
  );
}

function titleOf(order: Order | undefined): string {
  if (order?.code) return 'Here is your code';
  return order?.state === 'delivered' ? 'Delivered' : 'Ordered';
}

function Outcome({ order }: { readonly order: Order }) {
  if (order.code)
    return (
      <>
        <Code of={`${order.reward.name}, ${order.amount}`} code={order.code} />
        <p>What to do with it stands under “How to redeem it”. It is kept in your orders.</p>
      </>
    );
  if (order.state === 'delivered') return <p className="state ok">delivered</p>;
  if (order.state === 'held')
    return (
      <>
        <p className="state pending">held for review</p>
        {order.held_for === 'first_order' && (
          <p>
            {heldWords(order.held_for)} It goes out once you’ve played on a few different days, or once our
            team has looked at it. Your orders show how far it is. Your points are on hold until then.
          </p>
        )}
        {order.held_for !== 'first_order' && (
          <p>
            {heldWords(order.held_for)} That proves nothing, so a person looks at it first, within{' '}
            {REVIEW_DAYS} days at most. Your points are held until then; if we say no they come back, with the
            reason.
          </p>
        )}
      </>
    );
  return (
    <>
      <p className="state pending">pending</p>
      <p>
        An operator sends it
        {order.details ? (
          <>
            {' '}
            to <b>{order.details}</b>
          </>
        ) : null}
        . Your points are held until then; if it can’t be sent they come back.
      </p>
    </>
  );
}
