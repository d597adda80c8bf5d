import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';

interface Props {
  readonly form: FormState;
  /** The button's label: "Save". */
  readonly words: string;
  /** The message after success: "Saved". */
  readonly done: string;
}

/** A form's button with its progress, and an error that isn't about a field. */
export function Saving({ form, words, done }: Props) {
  const { state } = form;
  return (
    <>
      <Alert>{refusedOf(form)?.message}</Alert>
      <div className="actions">
        <Button type="submit" small busy={state === 'sending' || state === 'checking'}>
          {words}
        </Button>
        <span role="status" className={state === 'done' ? 'state ok' : undefined}>
          {state === 'done' && done}
        </span>
      </div>
    </>
  );
}
