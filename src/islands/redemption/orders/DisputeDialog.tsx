import type { RefObject } from 'react';
import { DISPUTE_ANSWER_DAYS, DISPUTE_REASONS } from '../../../lib/contract/limits.ts';
import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { Field } from '../../shared/Field.tsx';
import { StatementDialog } from './StatementDialog.tsx';
import { sendDispute } from './store.ts';
import { reasonWords } from './words.ts';

interface Props {
  readonly order: OrderLine;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly next: RefObject<HTMLElement | null>;
}

/** A form to report a problem with an order. */
export function DisputeDialog({ order, ...dialog }: Props) {
  function send(form: FormData) {
    const given = form.get('reason');
    const reason = DISPUTE_REASONS.find((one) => one === given) ?? 'other';
    return sendDispute(order.id, { reason, proof: String(form.get('proof') ?? '') });
  }

  return (
    <StatementDialog
      {...dialog}
      title={`Report a problem with order ${order.id}`}
      place={`order ${order.id}`}
      name="proof"
      label="What happened?"
      hint="Include the exact error message, when you saw it, and a link to a screenshot if you have one. Never send a password."
      submit="Send report"
      onSend={send}
      above={(fields) => (
        <Field label="What went wrong" error={fields.reason}>
          {(control) => (
            <select
              {...control}
              name="reason"
              defaultValue={order.has_code ? 'code_refused' : 'not_received'}
            >
              {DISPUTE_REASONS.map((reason) => (
                <option key={reason} value={reason}>
                  {reasonWords[reason]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    >
      <p>
        We aim to answer within {DISPUTE_ANSWER_DAYS} days. If you’re right, you get your points back. If we
        decline, we’ll say why, and you can appeal.
        {order.state === 'delivered' &&
          order.dispute_until !== null &&
          ` You can report a problem until ${longDate(order.dispute_until)}.`}
      </p>
    </StatementDialog>
  );
}
