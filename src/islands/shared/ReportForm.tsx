import { useEffect, useRef, useState } from 'react';
import { MAX_REPORT_NOTE, REPORT_REASONS } from '../../lib/contract/limits.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { type TextKeeper, useKeptText } from './use-kept-text.ts';

export interface Report {
  readonly reason: (typeof REPORT_REASONS)[number];
  readonly note: string;
}

interface Props {
  readonly texts: TextKeeper;
  /** The key under which the draft is stored: "reward 12 33 report". */
  readonly place: string;
  /** The author: "someone". */
  readonly by: string;
  /** Rejects with an ApiError. `fields.reason` or `fields.note` may say what is wrong. */
  readonly onReport: (report: Report) => Promise<void>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const words: Readonly<Record<Report['reason'], string>> = {
  abuse: 'Harassment or insults',
  spam: 'Spam or advertising',
  scam: 'Scam or fraud',
  personal: 'Shares private information',
  other: 'Something else',
};

interface Wrong {
  readonly reason?: string;
  readonly note?: string;
  /** An error that isn't about a field. */
  readonly message?: string;
}

function wrongOf(error: unknown): Wrong {
  const message =
    error instanceof Error ? error.message : 'We couldn’t send your report. Try again in a moment.';
  if (typeof error !== 'object' || error === null || !('fields' in error)) return { message };
  const { reason, note } = Object(error.fields);
  return reason || note ? { reason, note } : { message };
}

/** A form to report another player's text. The input stays until the report has arrived. */
export function ReportForm({ texts, place, by, onReport, onDone, onCancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<Report['reason'] | ''>('');
  const [note, setNote] = useKeptText(texts, place);
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);

  useEffect(() => form.current?.querySelector('select')?.focus(), []);

  async function send() {
    if (busy) return;
    if (reason === '') return setWrong({ reason: 'Please choose a reason.' });
    if (reason === 'other' && note.trim() === '') return setWrong({ note: 'Please tell us what’s wrong.' });
    setBusy(true);
    setWrong({});
    try {
      await onReport({ reason, note: note.trim() });
      setNote('');
      onDone();
    } catch (error) {
      setWrong(wrongOf(error));
      setBusy(false);
    }
  }

  return (
    <Form
      ref={form}
      wrong={wrong}
      className="opinion-form report"
      onSubmit={send}
      aria-label={`Report what ${by} wrote`}
    >
      <Field label="What’s wrong with it?" error={wrong.reason}>
        {(control) => (
          <select
            {...control}
            value={reason}
            onChange={({ target }) => setReason(REPORT_REASONS.find((one) => one === target.value) ?? '')}
          >
            <option value="">Choose</option>
            {REPORT_REASONS.map((one) => (
              <option key={one} value={one}>
                {words[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label={reason === 'other' ? 'Details' : 'Details (optional)'}
        hint={`Our team reads this, not ${by}. At most ${MAX_REPORT_NOTE} characters.`}
        error={wrong.note}
      >
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={MAX_REPORT_NOTE}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <Alert>{wrong.message}</Alert>
      <div className="actions">
        <Button type="submit" quiet small busy={busy}>
          Send report
        </Button>
        <Button small quiet onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
