import type { Answer } from '../../../lib/contract/call.ts';
import { DELIVERY_DAYS } from '../../../lib/contract/limits.ts';
import { isWaiting, MAX_REFERENCE } from '../../../lib/contract/operator-limits.ts';
import type { getOperatorOrder, OperatorOrder } from '../../../lib/contract/redemption/operator-orders.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Facts } from '../../shared/Facts.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import {
  cancel,
  claim,
  correct,
  deliver,
  order as orderSource,
  refund,
  refuse,
  release,
  requeue,
} from '../orders-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Head } from '../parts/DetailFrame.tsx';
import { Entries } from '../parts/Entries.tsx';
import { Link } from '../parts/Link.tsx';
import { matchWords } from '../parts/matches.ts';
import { Waited } from '../parts/Waited.tsx';
import { logKeeps, ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { DeliveryDetails, useDeliveryDetails } from './DeliveryDetails.tsx';
import { nextStep } from './Orders.tsx';

/** One order: the reward and the buyer, delivery, the possible actions, and its points. */
export function OrderScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame source={orderSource} ask={id} noun={`order ${id}`}>
      {(found) => <Order key={found.order.id} {...found} />}
    </DetailFrame>
  );
}

function Order({ order, entries, matches, refund: proposed }: Answer<typeof getOperatorOrder>) {
  const details = useDeliveryDetails(order.id);
  const about = `?state=all&user_id=${order.user.id}&order_id=${order.id}`;
  return (
    <>
      <Head
        title={
          <>
            {order.reward.name}, {order.amount}
          </>
        }
      >
        <StateBadge state={order.state} /> {isWaiting(order) && <Waited since={order.created_at} />}
      </Head>
      <Facts
        of={[
          ['Player', <Player key="player" user={order.user} />],
          ['Price', `${formatPoints(order.points)} pts, worth ${formatMoney(order.cents)}`],
          ['Ordered', exactTime(order.created_at)],
          [
            'Started',
            order.processing_at &&
              `${exactTime(order.processing_at)}${order.processing_by ? ` by ${order.processing_by.name}` : ''}`,
          ],
          ['Delivered', order.delivered_at && exactTime(order.delivered_at)],
          ['Reference', order.reference],
          ['Ended', order.ended_at && `${exactTime(order.ended_at)}: ${order.ended_for ?? ''}`],
          ['Next', isWaiting(order) ? nextStep(order) : null],
          [
            'More',
            <>
              <Link to={`${hrefs.operator('support')}${about}`}>Conversations</Link>,{' '}
              <Link to={`${hrefs.operator('disputes')}${about}`}>problem reports</Link>
            </>,
          ],
        ]}
      />
      {order.state === 'held' && (
        <section aria-labelledby="held">
          <h2 id="held">Why it’s on hold</h2>
          <p>{matchWords(order.held_for)}</p>
          {order.held_signs.length > 0 && (
            <ul className="plain">
              {order.held_signs.map((sign) => (
                <li key={sign}>{matchWords(sign)}</li>
              ))}
            </ul>
          )}
          {matches.length > 0 && (
            <ul className="plain">
              {matches.map(({ user, reason }) => (
                <li key={`${user.id} ${reason}`}>
                  <Player user={user} />: {matchWords(reason)}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {order.has_details && <DeliveryDetails id={order.id} {...details} />}
      {isWaiting(order) && (
        <OrderActs order={order} newest={matches.at(-1)?.id ?? 0} showDetails={details.show} />
      )}
      {order.state === 'delivered' && <DeliveredActs order={order} proposed={proposed} />}
      <section aria-labelledby="entries">
        <h2 id="entries">Points</h2>
        <Entries entries={entries} />
      </section>
    </>
  );
}

const referenceField = {
  kind: 'line',
  name: 'reference',
  hint: `A transfer or tracking number. The player sees it. Up to ${MAX_REFERENCE} characters.`,
  max: MAX_REFERENCE,
} as const;

/** What can still be done if a delivery was wrong. */
function DeliveredActs({
  order,
  proposed,
}: {
  readonly order: OperatorOrder;
  readonly proposed: Answer<typeof getOperatorOrder>['refund'];
}) {
  const { id, user, points, is_code, reference } = order;
  const back = `${user.name} gets ${pointsWords(points)} back`;
  return (
    <>
      {proposed && (
        <p className="muted">
          {proposed.proposed_by.name} proposed to refund it. No points move until a second operator does the
          same within three days.
        </p>
      )}
      <Acts>
        <ActButton
          ends
          label="Refund"
          of={`order ${id}`}
          proposedBy={proposed?.proposed_by ?? null}
          title={`Refund order ${id}?`}
          says={`Use this if the delivery was wrong. ${back}${is_code ? ', and can’t see the code any more. It doesn’t return to stock' : ''}. You can’t undo this.`}
          fields={[reasonField(ownerReads, proposed?.reason)]}
          submit="Refund order"
          send={(values) => refund(id, values.text('reason'))}
          doneMessage={({ order: { state } }) =>
            state === 'refunded'
              ? `Refunded order ${id}. ${back}.`
              : `That’s more than you can pay alone in a day. Another operator has to refund order ${id} too.`
          }
        />
        <ActButton
          label={reference === null ? 'Add reference' : 'Correct reference'}
          of={`order ${id}`}
          title={`Correct the reference of order ${id}?`}
          says={`We tell ${user.name} right away.`}
          fields={[
            {
              ...referenceField,
              label: 'Reference',
              start: reference ?? '',
              needed: 'Please enter the reference.',
            },
          ]}
          submit="Save reference"
          send={(values) => correct(id, values.text('reference'))}
          doneMessage={() => `Saved the reference of order ${id}. The player can see it.`}
        />
      </Acts>
    </>
  );
}

interface ActsProps {
  readonly order: OperatorOrder;
  /** The id of the newest match on screen, or 0. */
  readonly newest: number;
  readonly showDetails: () => Promise<void>;
}

function OrderActs({ order, newest, showDetails }: ActsProps) {
  const { id, state, is_code, has_details, points } = order;
  const of = `order ${id}`;
  const back = `${order.user.name} gets ${pointsWords(points)} back`;
  if (state === 'held')
    return (
      <Acts>
        <ActButton
          main
          label="Release"
          of={of}
          title={`Release order ${id}?`}
          says={
            <p>
              It continues like any other order{is_code && ', and a code from stock goes out right away'}.{' '}
              {order.held_for === 'lost_factor'
                ? `Other orders by ${order.user.name} stay on hold until the wait is stopped, or until three days after two-factor authentication is turned off.`
                : `We no longer hold orders by ${order.user.name} because of these matches with other accounts.`}
            </p>
          }
          fields={[reasonField(logKeeps)]}
          submit="Release order"
          send={(values) => release(id, { reason: values.text('reason'), matched_up_to: newest })}
          doneMessage={({ order: released }) => `Released order ${id}. It’s ${stateWords(released)}.`}
        />
        <ActButton
          ends
          label="Decline"
          of={of}
          title={`Decline order ${id}?`}
          says={`${back}. You can’t undo this.`}
          fields={[reasonField(ownerReads)]}
          submit="Decline order"
          send={(values) => refuse(id, values.text('reason'))}
          doneMessage={() => `Declined order ${id}. ${back}.`}
        />
      </Acts>
    );
  return (
    <Acts>
      {state === 'pending' && !is_code && (
        <ActButton
          main
          label="Start sending"
          of={of}
          title={`Start sending order ${id}?`}
          says={`From now on ${order.user.name} can’t cancel it, and other operators see you’re on it. ${has_details ? 'You’ll see the delivery details, and we log that. ' : ''}Send it, then mark it as sent.`}
          submit="Start"
          send={async () => {
            const outcome = await claim(id);
            if ('done' in outcome && has_details) await showDetails();
            return outcome;
          }}
          doneMessage={() => `You’re sending order ${id}. Mark it as sent when you’re done.`}
        />
      )}
      {is_code ? (
        <ActButton
          main
          label="Send a code"
          of={of}
          title={`Send a code for order ${id}?`}
          says={`${order.user.name} gets it right away, and ${pointsWords(points)} are spent. Codes you add to the stock go to waiting orders automatically.`}
          fields={[
            {
              kind: 'line',
              name: 'code',
              label: 'Code',
              hint: 'We encrypt it and never show it to operators again.',
              max: 200,
              needed: 'Please enter the code.',
            },
          ]}
          submit="Send code"
          send={(values) => deliver(order, { code: values.text('code') })}
          doneMessage={() => `Delivered order ${id}. The player has the code.`}
        />
      ) : (
        <ActButton
          main={state === 'processing'}
          label="Mark as sent"
          of={of}
          title={`Mark order ${id} as sent?`}
          says={`We tell ${order.user.name} right away that it was delivered, and ${pointsWords(points)} are spent. Only do this once you’ve sent it: afterwards you can only refund it, or correct the reference.`}
          fields={[{ ...referenceField, label: 'Reference (optional)' }]}
          send={(values) => deliver(order, { reference: values.text('reference') })}
          doneMessage={() => `Delivered order ${id}. The points are spent.`}
        />
      )}
      {state === 'processing' && (
        <ActButton
          label="Put back in the queue"
          of={of}
          title={`Put order ${id} back in the queue?`}
          says={`Only do this if nothing was sent${order.processing_by ? `: ${order.processing_by.name} started it` : ''}. Any operator can send it then, and ${order.user.name} can cancel it. If it’s over ${DELIVERY_DAYS} days old, not counting a review, we cancel it within an hour.`}
          fields={[reasonField(logKeeps)]}
          submit="Put it back"
          send={(values) => requeue(order, values.text('reason'))}
          doneMessage={() => `Order ${id} is back in the queue.`}
        />
      )}
      <ActButton
        ends
        label="Cancel order"
        of={of}
        title={`Cancel order ${id}?`}
        says={`We can’t send it: ${back}, and the item returns to stock.${order.processing_by ? ` ${order.processing_by.name} started to send it, so make sure that nothing was sent.` : ''} You can’t undo this.`}
        fields={[reasonField(ownerReads)]}
        send={(values) => cancel(order, values.text('reason'))}
        doneMessage={() => `Cancelled order ${id}. ${back}.`}
      />
    </Acts>
  );
}

const stateWords = ({ state }: OperatorOrder): string =>
  state === 'delivered' ? 'delivered: a code went out' : 'waiting to be sent';
