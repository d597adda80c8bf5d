import { useRef, useState } from 'react';
import { MAX_OPINION, MIN_OPINION } from '../../lib/contract/limits.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Form } from './Form.tsx';
import { type TextKeeper, useKeptText } from './use-kept-text.ts';

interface Props {
  texts: TextKeeper;
  /** The key under which the draft is stored: "reward 12". */
  place: string;
  label: string;
  submit: string;
  text?: string;
  /** Rejects with an ApiError. `fields.opinion` may say what is wrong. */
  onSubmit: (text: string) => Promise<void>;
  onCancel?: () => void;
}

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'fields' in error) {
    const { fields } = error;
    if (typeof fields === 'object' && fields !== null && 'opinion' in fields) return String(fields.opinion);
  }
  return error instanceof Error ? error.message : 'We couldn’t save it. Try again in a moment.';
}

/** A form for the player's own text. The text stays until the server has accepted it. */
export function OpinionForm({ texts, place, label, submit, text = '', onSubmit, onCancel }: Props) {
  const [written, setWritten] = useKeptText(texts, place, text);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const latest = useRef(written);
  latest.current = written;
  const length = written.trim().length;
  const left = MAX_OPINION - length;

  async function send() {
    if (busy) return;
    if (length < MIN_OPINION) {
      setError(`Please write at least ${MIN_OPINION} characters.`);
      return;
    }
    setBusy(true);
    setSent(false);
    setError(undefined);
    try {
      await onSubmit(written.trim());
      // Text written since then belongs to the next one.
      if (latest.current === written) setWritten(text);
      setSent(true);
    } catch (failed) {
      setError(reasonOf(failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form wrong={error} className="opinion-form" onSubmit={send}>
      <Field
        label={label}
        error={error}
        hint={left < 200 ? `${formatPoints(left)} character${left === 1 ? '' : 's'} left` : undefined}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={MAX_OPINION}
            value={written}
            onChange={(event) => setWritten(event.target.value)}
          />
        )}
      </Field>
      <div className="actions">
        <Button type="submit" quiet small busy={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button
            small
            quiet
            onPress={() => {
              setWritten(text);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <span role="status" className="muted">
          {sent && 'Posted'}
        </span>
      </div>
    </Form>
  );
}
