import { Button } from '../shared/Button.tsx';
import type { FormState } from '../shared/stores/form.ts';

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
      {state === 'refused' && form.message !== null && (
        <p className="notice bad" role="alert">
          {form.message}
        </p>
      )}
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
