import { routes } from '../../../lib/routing/routes.ts';
import { sendsIdempotencyKey } from '../../../lib/session/settings.ts';
import { sendConfirmation } from '../../../lib/stores/confirmation.ts';
import { isEndUnknown } from '../../../lib/stores/load.ts';
import { Button } from '../../shared/Button.tsx';
import { SendLink } from '../../shared/SendLink.tsx';
import type { Purchase } from './store.ts';

interface Props {
  readonly error: Extract<Purchase, { state: 'refused' }>['error'];
  readonly onRetry: () => Promise<void>;
  readonly onClose: () => void;
}

/** Why nothing was redeemed; or that it isn't known, and what is safe to do then. */
export function Refused({ error, onRetry, onClose }: Props) {
  const unknown = isEndUnknown(error);
  return (
    <div className="refused" role="alert">
      <p className="state bad">{unknown ? 'no answer yet' : 'not redeemed'}</p>
      <p>{error.message}</p>
      {unknown && (
        <p>
          It isn’t known whether the order was made.{' '}
          {sendsIdempotencyKey
            ? 'Trying again is safe: it is the same order and can’t be charged twice. You can also look at'
            : 'Trying again may be another order. First look at'}{' '}
          <a href={routes.userOrders.pattern}>your orders</a>.
        </p>
      )}
      {error.code === 'email_unconfirmed' && <SendLink onSend={sendConfirmation} />}
      <div className="actions">
        {unknown && (
          <Button quiet={!sendsIdempotencyKey} onPress={onRetry}>
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
