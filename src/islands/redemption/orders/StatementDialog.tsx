import { type ReactNode, type RefObject, useState } from 'react';
import { MAX_DISPUTE, MIN_DISPUTE } from '../../../lib/contract/limits.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { Alert } from '../../shared/Alert.tsx';
import { Button } from '../../shared/Button.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import { Field } from '../../shared/Field.tsx';
import { Form, type Given } from '../../shared/Form.tsx';
import type { Refused } from '../../shared/stores/form.ts';
import { myTexts } from '../../shared/stores/my-texts.ts';
import { useKeptText } from '../../shared/use-kept-text.ts';

interface FormProps {
  /** The field's name in the call: `proof` or `appeal`. */
  readonly name: string;
  /** The key under which the draft is stored: "order 7". */
  readonly place: string;
  readonly label: string;
  readonly hint: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly onSend: (form: FormData) => Promise<Refused | undefined>;
  /** Fields above the text. Receives the errors by field. */
  readonly above?: (fields: Refused['fields']) => ReactNode;
}
interface Props extends Omit<FormProps, 'busy'> {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly next: RefObject<HTMLElement | null>;
  /** What the user should know before writing. */
  readonly children: ReactNode;
}

/** A dialog with a statement to us. The text stays until it has been sent. */
export function StatementDialog({ open, title, onClose, next, children, onSend, ...form }: Props) {
  const [busy, setBusy] = useState(false);

  async function send(data: FormData) {
    setBusy(true);
    const refused = await onSend(data);
    setBusy(false);
    if (!refused) onClose();
    return refused;
  }
  function close() {
    // The dialog stays open until the result is known, because only the dialog shows a rejection.
    if (!busy) onClose();
  }

  return (
    <Dialog stays open={open} title={title} says={children} onClose={close} next={next}>
      <StatementForm {...form} busy={busy} onSend={send} />
    </Dialog>
  );
}

function StatementForm({ name, place, label, hint, submit, busy, onSend, above }: FormProps) {
  const [text, setText] = useKeptText(myTexts, `${place} ${name}`);
  const [refused, setRefused] = useState<Refused>();

  async function send({ data, text: given }: Given) {
    if (busy) return;
    if (given(name).trim().length < MIN_DISPUTE)
      return setRefused({
        message: '',
        fields: { [name]: `Please write at least ${MIN_DISPUTE} characters.` },
      });
    const answer = await onSend(data);
    if (!answer) setText('');
    setRefused(answer);
  }

  const fields = refused?.fields ?? {};
  const hasFields = Object.keys(fields).length > 0;
  return (
    <Form wrong={refused} className="form" onSubmit={send}>
      {above?.(fields)}
      <Field
        label={label}
        hint={`${hint} ${formatNumber(text.length)} of ${formatNumber(MAX_DISPUTE)} characters.`}
        error={fields[name]}
      >
        {(control) => (
          <textarea
            {...control}
            name={name}
            rows={6}
            maxLength={MAX_DISPUTE}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Alert>{!hasFields && refused?.message}</Alert>
      <div className="actions">
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
