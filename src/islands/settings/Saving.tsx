import { Button } from '../shared/Button.tsx';
import type { FormState } from '../shared/stores/form.ts';

interface Props {
  readonly form: FormState;
  /** The button's words: "Save". */
  readonly words: string;
  /** What is said once it is done: "Saved". */
  readonly done: string;
}

/** A form's button, and beside it how far it is; what went wrong where no field is to blame. */
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
