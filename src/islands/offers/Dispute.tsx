import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { DISPUTE_ANSWER_DAYS, MAX_DISPUTE, MIN_DISPUTE } from '../../lib/contract/limits.ts';
import type { Offer } from '../../lib/contract/offers/offers.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Field } from '../shared/Field.tsx';
import { Form } from '../shared/Form.tsx';
import { refusedOf } from '../shared/stores/form.ts';
import { myTexts } from '../shared/stores/my-texts.ts';
import { Time } from '../shared/Time.tsx';
import { useKeptText } from '../shared/use-kept-text.ts';
import { $dispute, sendDispute } from './store.ts';

type Mine = NonNullable<Offer['mine']>;
interface Props {
  readonly offer: Offer;
  readonly mine: Mine;
}

/** The dispute, or the form to open one if that is possible. */
export function Dispute({ offer, mine }: Props) {
  const { can_dispute, dispute, dispute_from, dispute_until } = mine;
  if (dispute)
    return (
      <>
        <DisputeStatus offer={offer} dispute={dispute} />
        {dispute.state === 'refused' && (
          <StatementForm
            id={offer.id}
            title="Appeal this decision"
            label="What did we miss?"
            send="Send appeal"
            steps={[]}
          />
        )}
      </>
    );
  if (dispute_until === null || dispute_from === null) return null;
  if (!can_dispute)
    return (
      <p className="muted">
        Reached the goal but not credited? You can report it here from {exactTime(dispute_from)}.
      </p>
    );
  return (
    <details className="offer-dispute">
      <summary>Not credited? Report a problem</summary>
      <p>
        You can report it once, until {exactTime(dispute_until)}. We’ll ask {offer.partner.name} and answer
        you within {DISPUTE_ANSWER_DAYS} days.
      </p>
      <StatementForm
        id={offer.id}
        label="What happened, and what’s your proof?"
        send="Send report"
        steps={mine.dispute_steps}
      />
    </details>
  );
}

const stateWords: Readonly<Record<NonNullable<Mine['dispute']>['state'], { tone: string; words: string }>> = {
  open: { tone: 'pending', words: 'under review' },
  appealed: { tone: 'pending', words: 'appeal under review' },
  accepted: { tone: 'ok', words: 'accepted' },
  refused: { tone: 'bad', words: 'refused' },
  closed: { tone: 'bad', words: 'final decision' },
};

function DisputeStatus({
  offer,
  dispute,
}: {
  readonly offer: Offer;
  readonly dispute: NonNullable<Mine['dispute']>;
}) {
  const step = offer.milestones.find(({ code }) => code === dispute.milestone);
  const { state, proof, appeal, answer, due_at, opened_at } = dispute;
  const { tone, words } = stateWords[state];
  const waits = state === 'open' || state === 'appealed';
  return (
    <section className="offer-dispute" aria-labelledby="offer-dispute">
      <h4 id="offer-dispute">
        Your report <span className={`state ${tone}`}>{words}</span>
      </h4>
      <p className="muted">
        {step && `About “${step.name}”. `}Sent <Time at={opened_at} />.
        {waits && ` We’ll answer by ${exactTime(due_at)}.`}
      </p>
      <blockquote>{proof}</blockquote>
      {appeal !== null && <blockquote>{appeal}</blockquote>}
      {answer !== null && (
        <p>
          <b>Our answer:</b> {answer}
        </p>
      )}
    </section>
  );
}

function StatementForm({
  id,
  title,
  label,
  send,
  steps,
}: {
  id: number;
  title?: string;
  label: string;
  send: string;
  /** What the report can be about. The player chooses if there are several. */
  steps: Mine['dispute_steps'];
}) {
  const form = useStore($dispute, { ssr: 'initial' });
  const [text, setText] = useKeptText(myTexts, `offer ${id} ${title ? 'appeal' : 'dispute'}`);
  const [chosen, choose] = useState<string>();
  const step = steps.find(({ milestone }) => (milestone ?? '') === chosen) ?? steps.at(-1);
  const refused = refusedOf(form);

  async function submit() {
    if (await sendDispute(id, text, step?.milestone ?? null)) setText('');
  }

  return (
    <Form wrong={refused} className="form" onSubmit={submit}>
      {title && <h4>{title}</h4>}
      {steps.length > 1 && (
        <Field label="What wasn’t credited?">
          {(control) => (
            <select
              {...control}
              value={step?.milestone ?? ''}
              onChange={(event) => choose(event.currentTarget.value)}
            >
              {steps.map(({ milestone, name }) => (
                <option key={milestone} value={milestone ?? ''}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field
        label={label}
        hint={`${MIN_DISPUTE} to ${formatNumber(MAX_DISPUTE)} characters: what you reached and when, your username there, an order number or a receipt. You can link to screenshots.`}
        error={refused?.fields.proof ?? refused?.fields.appeal}
      >
        {(control) => (
          <textarea
            {...control}
            name="proof"
            rows={6}
            maxLength={MAX_DISPUTE}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Alert>{refused?.message}</Alert>
      <Button type="submit" busy={form.state === 'sending'}>
        {form.state === 'sending' ? 'Sending' : send}
      </Button>
    </Form>
  );
}
