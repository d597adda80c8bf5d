import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { Person } from '../../../lib/contract/admin/operator-fields.ts';
import { Button } from '../../shared/Button.tsx';
import { Dialog } from '../../shared/Dialog.tsx';
import type { Outcome } from '../section-store.ts';
import { $operating } from '../session-store.ts';
import { ActForm } from './ActForm.tsx';
import type { ActField, ActValues } from './act-fields.ts';
import { useShowMessage } from './MessageFrame.tsx';

interface Props<T> {
  /** "Refuse it" */
  readonly label: string;
  /** What it is about, for screen readers: "order 41". */
  readonly of: string;
  /** The dialog's heading: "Refuse order 41?" */
  readonly title: string;
  /** What will happen and what the user concerned will read: a paragraph as text, or several as elements. */
  readonly says: ReactNode;
  readonly fields?: readonly ActField[];
  /** The label of the button that does it. Default: `label`. */
  readonly submit?: string;
  readonly send: (values: ActValues) => Promise<Outcome<T>>;
  /** The message after success. `leadTo` is the next address, if this item is gone by then. */
  readonly doneMessage: (done: T) => string;
  readonly leadTo?: string;
  /** Whether it is the primary action. All others are quiet. */
  readonly main?: boolean;
  readonly small?: boolean;
  /** Whether it ends something or can't be undone. The button that does it is red then. */
  readonly ends?: boolean;
  /** The operator who proposed the act, if a second one must do it. They get a sentence instead of the button. */
  readonly proposedBy?: Person | null;
  /** What the dialog shows after success, such as a key that is shown only once. By default, the dialog closes. */
  readonly after?: (done: T) => ReactNode;
}

/** An act behind a button. Its dialog says what the act does before, and shows the result after. */
export function ActButton<T>(props: Props<T>) {
  const {
    label,
    of,
    title,
    says,
    fields = [],
    submit = label,
    send,
    doneMessage,
    leadTo,
    main,
    small,
    ends = false,
    after,
  } = props;
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState<{ readonly done: T }>();
  const showMessage = useShowMessage();
  const operating = useStore($operating, { ssr: 'initial' });

  function close() {
    setOpen(false);
    if (result) finish(result.done);
  }
  function finish(done: T) {
    setOpen(false);
    setResult(undefined);
    showMessage(doneMessage(done), leadTo);
  }
  // An open dialog stays, because its own answer may say that the act is now proposed.
  if (!open && operating.state === 'in' && operating.session.operator.id === props.proposedBy?.id)
    return <small>You proposed this. Another operator has to approve it.</small>;
  return (
    <>
      <Button quiet={!main} small={small ?? false} onPress={() => setOpen(true)}>
        {label}
        <span className="unseen"> ({of})</span>
      </Button>
      <Dialog
        open={open}
        title={title}
        says={result && after ? null : typeof says === 'string' ? <p>{says}</p> : says}
        onClose={close}
        stays={result !== undefined || fields.length > 0}
      >
        {result && after ? (
          <>
            {after(result.done)}
            <div className="actions">
              <Button onPress={close}>I’ve saved it</Button>
            </div>
          </>
        ) : (
          <ActForm
            fields={fields}
            of={of}
            submit={submit}
            ends={ends}
            send={send}
            onDone={(done) => (after?.(done) ? setResult({ done }) : finish(done))}
          >
            <Button quiet onPress={close}>
              Go back
            </Button>
          </ActForm>
        )}
      </Dialog>
    </>
  );
}
