import { useRef, useState } from 'react';
import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { Button } from '../../shared/Button.tsx';
import { Time } from '../../shared/Time.tsx';
import { StatementDialog } from './StatementDialog.tsx';
import { sendAppeal } from './store.ts';
import { disputeMeaning, reasonWords } from './words.ts';

const tones = {
  open: 'pending',
  appealed: 'pending',
  accepted: 'ok',
  refused: 'bad',
  closed: 'bad',
} as const;
const names = {
  open: 'report open',
  appealed: 'appeal open',
  accepted: 'report accepted',
  refused: 'report declined',
  closed: 'appeal declined',
} as const;

/** The state of a dispute: its text, when our answer is due, and our answer. */
export function DisputeState({ order }: { readonly order: OrderLine }) {
  const [open, setOpen] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const { dispute } = order;
  if (!dispute) return null;
  const { state } = dispute;
  const waits = state === 'open' || state === 'appealed';
  return (
    <section className="dispute" aria-label={`Report on order ${order.id}`}>
      <p ref={status} tabIndex={-1}>
        <span className={`state ${tones[state]}`}>{names[state]}</span>
      </p>
      <p className="muted">
        {disputeMeaning(state)}
        {waits && ` We answer by ${longDate(dispute.due_at)}.`}
      </p>
      <details>
        <summary>Read the messages</summary>
        <dl>
          <dt>
            You, <Time at={dispute.opened_at} />
          </dt>
          <dd>
            {dispute.reason && <b>{reasonWords[dispute.reason]}. </b>}
            {dispute.proof}
          </dd>
          {dispute.appeal !== null && dispute.appealed_at !== null && (
            <>
              <dt>
                Your appeal, <Time at={dispute.appealed_at} />
              </dt>
              <dd>{dispute.appeal}</dd>
            </>
          )}
          {dispute.answer !== null && dispute.answered_at !== null && (
            <>
              <dt>
                We, <Time at={dispute.answered_at} />
              </dt>
              <dd>{dispute.answer}</dd>
            </>
          )}
        </dl>
      </details>
      {state === 'refused' && (
        <Button quiet small onPress={() => setOpen(true)}>
          Appeal<span className="unseen"> the answer on order {order.id}</span>
        </Button>
      )}
      <StatementDialog
        open={open}
        onClose={() => setOpen(false)}
        next={status}
        title="Appeal our answer"
        place={`order ${order.id}`}
        name="appeal"
        label="What should we look at again?"
        hint="Tell us what our answer got wrong, and how you know."
        submit="Send appeal"
        onSend={(form) => sendAppeal(order.id, String(form.get('appeal') ?? ''))}
      >
        <p>Someone else on our team reads it. You can appeal once, and that decision is final.</p>
      </StatementDialog>
    </section>
  );
}
