import { useStore } from '@nanostores/react';
import { type RefObject, useState } from 'react';
import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { Actions } from '../../shared/Actions.tsx';
import { Alert } from '../../shared/Alert.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import { Points } from '../../shared/Points.tsx';
import { $balance } from '../../shared/stores/balance.ts';
import { callOff } from './store.ts';

interface Props {
  readonly order: OrderLine;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly next: RefObject<HTMLElement | null>;
}

/** Asks for confirmation before an order is cancelled. Shows the points that come back and the new balance. */
export function CancelDialog({ order, open, onClose, next }: Props) {
  const balance = useStore($balance, { ssr: 'initial' });
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    const refused = await callOff(order.id);
    setBusy(false);
    setError(refused?.message);
    if (!refused) onClose();
  }
  function close() {
    // While the request is pending, the dialog stays open.
    if (busy) return;
    setError(undefined);
    onClose();
  }

  return (
    <Dialog
      open={open}
      title={`Cancel order ${order.id}?`}
      says={
        <>
          <p>
            We won’t send {order.reward.name}, {order.amount}. If you change your mind, you can order it again
            at the price it has then.
          </p>
          <dl className="sum">
            <dt>You get back</dt>
            <dd>
              <Points points={order.points} />
            </dd>
            {balance !== null && (
              <>
                <dt className="total">New balance</dt>
                <dd className="total">
                  <Points points={balance.available + order.points - Math.min(balance.debt, order.points)} />
                </dd>
              </>
            )}
          </dl>
        </>
      }
      onClose={close}
      next={next}
    >
      <Alert>{error}</Alert>
      <Actions
        ends
        words="Cancel order"
        busy={busy}
        onPress={confirm}
        otherwise="Keep order"
        onClose={close}
      />
    </Dialog>
  );
}
