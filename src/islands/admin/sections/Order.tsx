import type { Answer } from '../../../lib/contract/call.ts';
import { MAX_REFERENCE } from '../../../lib/contract/limits.ts';
import type { getOperatorOrder, OperatorOrder } from '../../../lib/contract/operator-orders.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { StateBadge } from '../../shared/StateBadge.tsx';
import {
  cancel,
  claim,
  deliver,
  deliverCode,
  order as orderSource,
  refuse,
  release,
} from '../orders-store.ts';
import { ActButton } from '../parts/ActButton.tsx';
import { Acts, DetailFrame, Facts } from '../parts/DetailFrame.tsx';
import { Entries } from '../parts/Entries.tsx';
import { matchWords } from '../parts/matches.ts';
import { Waited } from '../parts/Waited.tsx';
import { logKeeps, ownerReads, Player, pointsWords, reasonField } from '../parts/words.tsx';
import { DeliveryDetails } from './DeliveryDetails.tsx';
import { isWaiting, nextStep } from './Orders.tsx';

/** One order: what and for whom, where it goes, what can be done, and how its points moved. */
export function OrderScreen({ id }: { readonly id: number }) {
  return (
    <DetailFrame
      source={orderSource}
      ask={id}
      noun={`order ${id}`}
      back={{ to: hrefs.operator('orders'), words: 'All orders that wait' }}
    >
      {(found) => <Order {...found} />}
    </DetailFrame>
  );
}

function Order({ order, entries, matches }: Answer<typeof getOperatorOrder>) {
  return (
    <>
      <div className="desk-head">
        <h2>
          {order.reward.name}, {order.amount}
        </h2>
        <p>
          <StateBadge state={order.state} /> {isWaiting(order) && <Waited since={order.created_at} />}
        </p>
      </div>
      <Facts
        of={[
          ['Player', <Player key="player" user={order.user} />],
          ['Price', `${formatPoints(order.points)} pts, worth ${formatMoney(order.cents)}`],
          ['Ordered', exactTime(order.created_at)],
          [
            'Begun',
            order.processing_at &&
              `${exactTime(order.processing_at)}${order.processing_by ? ` by ${order.processing_by.name}` : ''}`,
          ],
          ['Delivered', order.delivered_at && exactTime(order.delivered_at)],
          ['Reference', order.reference],
          ['Ended', order.ended_at && `${exactTime(order.ended_at)}: ${order.ended_for ?? ''}`],
          ['Next', isWaiting(order) ? nextStep(order) : null],
        ]}
      />
      {order.state === 'held' && (
        <section aria-labelledby="held">
          <h2 id="held">Why it is held</h2>
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
      {order.has_details && <DeliveryDetails id={order.id} />}
      {isWaiting(order) && <OrderActs order={order} />}
      <section aria-labelledby="entries">
        <h2 id="entries">Points</h2>
        <Entries entries={entries} />
      </section>
    </>
  );
}

function OrderActs({ order }: { readonly order: OperatorOrder }) {
  const { id, state, is_code, points } = order;
  const of = `order ${id}`;
  const back = `${pointsWords(points)} go back to ${order.user.name}`;
  if (state === 'held')
    return (
      <Acts>
        <ActButton
          main
          label="Release it"
          of={of}
          title={`Release order ${id}?`}
          says={
            <p>
              It goes on like any other{is_code && ', and a code of the stock goes out at once'}.{' '}
              {order.held_for === 'lost_factor'
                ? `Other orders of ${order.user.name} stay held until the wait was stopped, or three days after the codes came off.`
                : `What ${order.user.name} has in common with other accounts holds none of their orders any more.`}
            </p>
          }
          fields={[reasonField(logKeeps)]}
          submit="Release the order"
          send={(values) => release(id, values.text('reason'))}
          told={({ order: released }) => `Order ${id} is released. It is ${stateWords(released)}.`}
        />
        <ActButton
          label="Refuse it"
          of={of}
          title={`Refuse order ${id}?`}
          says={<p>{back}. This can’t be taken back.</p>}
          fields={[reasonField(ownerReads)]}
          submit="Refuse the order"
          send={(values) => refuse(id, values.text('reason'))}
          told={() => `Order ${id} is refused. ${back}.`}
        />
      </Acts>
    );
  return (
    <Acts>
      {state === 'pending' && !is_code && (
        <ActButton
          main
          label="Begin to send it"
          of={of}
          title={`Begin to send order ${id}?`}
          says={
            <p>
              From here on {order.user.name} can’t call it off, and other operators see that you are at it.
              Then send it, and note it as sent.
            </p>
          }
          submit="Begin"
          send={() => claim(id)}
          told={() => `Order ${id} is yours to send. Note it as sent once it is.`}
        />
      )}
      {is_code ? (
        <ActButton
          main
          label="Send a code"
          of={of}
          title={`Send a code for order ${id}?`}
          says={
            <p>
              {order.user.name} gets it at once, and {pointsWords(points)} are spent. Codes that come into the
              stock go out to waiting orders by themselves.
            </p>
          }
          fields={[
            {
              kind: 'line',
              name: 'code',
              label: 'The code',
              hint: 'It is sealed, and never shown to an operator again.',
              max: 200,
              needed: 'Please enter the code.',
            },
          ]}
          submit="Send the code"
          send={(values) => deliverCode(id, values.text('code'))}
          told={() => `Order ${id} is delivered: its owner has the code.`}
        />
      ) : (
        <ActButton
          main={state === 'processing'}
          label="Note it as sent"
          of={of}
          title={`Is order ${id} sent?`}
          says={
            <p>
              {order.user.name} reads that it is there, and {pointsWords(points)} are spent. Only do this once
              it really is on its way.
            </p>
          }
          fields={[
            {
              kind: 'line',
              name: 'reference',
              label: 'Reference (may be left empty)',
              hint: `By what it can be found again: the number of a transfer or a parcel. Its owner reads it. At most ${MAX_REFERENCE} characters.`,
              max: MAX_REFERENCE,
            },
          ]}
          submit="It is sent"
          send={(values) => deliver(id, values.text('reference'))}
          told={() => `Order ${id} is delivered, and its points are spent.`}
        />
      )}
      <ActButton
        label="Call it off"
        of={of}
        title={`Call order ${id} off?`}
        says={
          <p>It can’t be sent: {back}, and the piece goes back into the stock. This can’t be taken back.</p>
        }
        fields={[reasonField(ownerReads)]}
        submit="Call the order off"
        send={(values) => cancel(id, values.text('reason'))}
        told={() => `Order ${id} is called off. ${back}.`}
      />
    </Acts>
  );
}

const stateWords = ({ state }: OperatorOrder): string =>
  state === 'delivered' ? 'delivered: a code went out' : 'waiting to be sent';
