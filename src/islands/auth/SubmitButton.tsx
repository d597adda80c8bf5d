import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';

interface Props {
  readonly form: FormState;
  /** The labels: 'Log in', and 'Logging in' while it is sent. */
  readonly words: { readonly open: string; readonly sending: string };
}

/** An error that isn't about a field, and the button, which shows the progress. */
export function SubmitButton({ form, words }: Props) {
  const busy = form.state === 'checking' || form.state === 'sending' || form.state === 'done';
  return (
    <>
      <Alert>{refusedOf(form)?.message}</Alert>
      <Button type="submit" busy={busy}>
        {form.state === 'checking' ? 'Checking' : words[busy ? 'sending' : 'open']}
      </Button>
    </>
  );
}
