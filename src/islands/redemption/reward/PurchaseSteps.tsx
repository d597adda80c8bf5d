/** The steps of redeeming, from confirmation to the order. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { User } from '../../../lib/contract/account/account.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { REVIEW_DAYS } from '../../../lib/contract/limits.ts';
import type { Order } from '../../../lib/contract/redemption/buy.ts';
import { heldWords } from '../../../lib/format/held.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { Actions } from '../../shared/Actions.tsx';
import { Button } from '../../shared/Button.tsx';
import { Code } from '../../shared/Code.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import { useCelebration } from '../../shared/feel/use-celebration.ts';
import { lazy } from '../../shared/lazy.tsx';
import { Points } from '../../shared/Points.tsx';
import { ShareButton } from '../../shared/ShareButton.tsx';
import { Sum } from '../../shared/Sum.tsx';
import { isEndUnknown } from '../../shared/stores/load.ts';
import { useFocusHandover } from '../../shared/use-focus-handover.ts';
import { Timeline } from '../orders/Timeline.tsx';
import { checksOf, isReady, savedDetail } from './checks.ts';
import { type Choice, choicesOf } from './choices.ts';
import { Mark } from './Mark.tsx';
import { buy } from './purchase-store.ts';
import { closePurchase, type Purchase } from './reward-info-store.ts';

const PathToAnother = lazy(async () => (await import('./Blockers.tsx')).PathToAnother);

interface ConfirmProps {
  readonly open: boolean;
  readonly reward: Reward;
  readonly amount: Choice;
  readonly user: User;
  /** Why the order would be held. Null if it wouldn't be. */
  readonly hold: string | null;
  readonly purchase: Purchase;
  readonly onClose: () => void;
}

/** Asks for confirmation: the price, the remaining points, and the delivery details. Also shows a failure. */
export function Confirm({ open, reward, amount, user, hold, purchase, onClose }: ConfirmProps) {
  const buying = purchase.state === 'buying';
  const redeem = () => buy(reward.id, amount.id, amount.points);
  return (
    <Dialog
      open={open && purchase.state !== 'bought'}
      title={`Redeem ${confirmTitle(reward, amount)}?`}
      says={
        purchase.state === 'refused' ? null : (
          <>
            <Sum cost={amount.points} available={user.balance?.available ?? null} />
            <p>{goesTo(reward, user, hold)}</p>
          </>
        )
      }
      onClose={() => {
        // While the request is pending, the dialog stays open.
        if (!buying) onClose();
      }}
    >
      {purchase.state === 'refused' ? (
        <NotRedeemed error={purchase.error} onRetry={redeem} onClose={onClose} />
      ) : (
        <Actions
          words={buying ? 'Redeeming' : redeemWords(amount)}
          busy={buying}
          onPress={redeem}
          otherwise="Not now"
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** "400 Robux" is enough by itself; "$5" needs the reward's name. */
function confirmTitle(reward: Reward, { label }: Choice): string {
  return label.toLowerCase().includes(reward.name.toLowerCase()) ? label : `${reward.name}, ${label}`;
}

function redeemWords({ points }: Choice): string {
  return points === null ? 'Redeem it' : `Redeem for ${formatPoints(points)} pts`;
}

function goesTo({ delivery }: Reward, user: User, hold: string | null) {
  if (delivery === null) return 'You’ll see what happens next here and in My rewards.';
  if (delivery.kind === 'code')
    return hold === null
      ? 'You’ll see the code right away, and we keep it in My rewards.'
      : `${hold}. You’ll then find the code in My rewards. Your points are on hold until then.`;
  return (
    <>
      We’ll send it to <b>{savedDetail(delivery.field, user)}</b>. Your points are on hold until then.
    </>
  );
}

interface NotRedeemedProps {
  readonly error: Extract<Purchase, { state: 'refused' }>['error'];
  readonly onRetry: () => Promise<void>;
  readonly onClose: () => void;
}

/** Why the redemption failed. If the outcome is unknown, says so and what is safe to do. */
export function NotRedeemed({ error, onRetry, onClose }: NotRedeemedProps) {
  const unknown = isEndUnknown(error);
  return (
    <div className="refused" role="alert">
      <p className="state bad">{unknown ? 'not confirmed' : 'not redeemed'}</p>
      <p>{error.message}</p>
      {unknown && (
        <p>
          {extensions ? (
            <>
              We couldn’t confirm your order. It’s safe to try again: you won’t be charged twice. You can also
              check <a href={routes.userOrders.pattern}>your orders</a>.
            </>
          ) : (
            <>
              We couldn’t confirm your order, and trying again may place another one. First check what you
              spent in <a href={routes.userHome.pattern}>your points history</a>.
            </>
          )}
        </p>
      )}
      {error.code === 'email_unconfirmed' && (
        <p>
          <a href={routes.userSettings.pattern}>Open your settings</a> to confirm it or to add one.
        </p>
      )}
      <div className="actions">
        {unknown && (
          <Button quiet={!extensions} onPress={onRetry}>
            Try again
          </Button>
        )}
        <Button quiet onPress={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

interface BoughtProps {
  readonly reward: Reward;
  readonly bought: Extract<Purchase, { state: 'bought' }>;
}

/** The result of a redemption: the code, or what the order is waiting for. */
export function Bought({ reward, bought: { order, repeated, first, goal } }: BoughtProps) {
  const user = useStore($user, { ssr: 'initial' });
  const ready =
    user && choicesOf(reward).some((amount) => isReady(checksOf(reward, amount, user, new Date())));
  const title = useRef<HTMLHeadingElement>(null);
  const place = useFocusHandover<HTMLElement>(() =>
    document.querySelector<HTMLElement>('.redeem input:checked'),
  );
  const ticket = useRef<HTMLElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    ticket.current = title.current?.closest('section') ?? null;
    ticket.current?.scrollIntoView({ block: 'start' });
  }, []);
  useCelebration(ticket, winsOf(order));
  return (
    <section ref={place} className="redeem bought" aria-labelledby="bought">
      <div className="upper">
        <Mark reward={reward} />
        {first && <p className="stamp first">Your first reward</p>}
        <h2 id="bought" ref={title} tabIndex={-1} className={order?.code ? undefined : 'stamp'}>
          {boughtTitle(order)}
        </h2>
        {order !== undefined && (
          <p className="muted">
            {order.reward.name}, {order.amount} · order {order.id}
          </p>
        )}
      </div>
      <div className="lower">
        {repeated && <p>Your order already went through. You only paid once.</p>}
        {order && <Outcome order={order} />}
        {goal && (
          <p>
            <span className="state ok">Goal reached.</span>{' '}
            <a href={routes.userRewards.pattern}>Choose your next goal</a>
          </p>
        )}
        {order && (
          <p className="muted">
            <Points points={order.points} /> {order.state === 'delivered' ? 'spent' : 'on hold'}
          </p>
        )}
        <div className="actions">
          {extensions && (
            <a
              className={order?.code ? 'button quiet small' : 'button small'}
              href={routes.userOrders.pattern}
            >
              My rewards
            </a>
          )}
          {order?.state === 'delivered' && (
            // The picture never contains the code.
            <ShareButton
              name={user?.name}
              card={{
                about: 'I redeemed',
                figure: order.amount,
                words: `${order.reward.name}, for ${formatPoints(order.points)} points`,
              }}
            />
          )}
          {ready && (
            <Button quiet small onPress={closePurchase}>
              Redeem another
            </Button>
          )}
        </div>
        {/* Without a code, the steps begin with what comes before an order. */}
        {order?.code && reward.steps.length > 0 && (
          <section className="how-to" aria-labelledby="how">
            <h3 id="how">How to redeem it</h3>
            <ol>
              {reward.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        )}
        {!ready && extensions && <PathToAnother reward={reward} />}
      </div>
    </section>
  );
}

/** The size of the celebration: 2 for a delivered reward, 1 for one on its way, 0 for one held for review. */
function winsOf(order: Order | undefined): number {
  if (order?.state === 'held') return 0;
  return order?.state === 'delivered' ? 2 : 1;
}

function boughtTitle(order: Order | undefined): string {
  if (order?.code) return 'Here’s your code';
  return order?.state === 'delivered' ? 'Delivered' : 'Ordered';
}

function Outcome({ order }: { readonly order: Order }) {
  if (order.code)
    return (
      <>
        <Code of={`${order.reward.name}, ${order.amount}`} code={order.code} primary />
        <p className="muted">We keep it in My rewards, too.</p>
      </>
    );
  if (order.state === 'delivered') return <Timeline order={order} />;
  if (order.state === 'held')
    return (
      <>
        <Timeline order={order} />
        {order.held_for === 'first_order' && (
          <p>
            {heldWords(order.held_for)} We’ll send it once you’ve played on a few different days, or once our
            team has checked it. See My rewards for progress. Your points are on hold until then.
          </p>
        )}
        {order.held_for !== 'first_order' && (
          <p>
            {heldWords(order.held_for)} That doesn’t prove anything, so our team checks your order first,
            within {REVIEW_DAYS} days at most. Your points are on hold until then. If we decline it, you get
            them back and we tell you why.
          </p>
        )}
      </>
    );
  return (
    <>
      <Timeline order={order} />
      <p>
        We’ll send it
        {order.details ? (
          <>
            {' '}
            to <b>{order.details}</b>
          </>
        ) : null}
        . Your points are on hold until then. If we can’t send it, you get them back.
      </p>
    </>
  );
}
