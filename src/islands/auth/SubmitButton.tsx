import { Button } from '../shared/Button.tsx';
import type { FormState } from '../shared/stores/form.ts';

interface Props {
  readonly form: FormState;
  /** 'Log in', and while it is sent: 'Logging in'. */
  readonly words: { readonly open: string; readonly sending: string };
}

/** What went wrong where no field is to blame, and the button, which says how far the form is. */
export function SubmitButton({ form, words }: Props) {
  const busy = form.state === 'checking' || form.state === 'sending' || form.state === 'done';
  return (
    <>
      {form.state === 'refused' && form.message !== null && (
        <p className="notice bad" role="alert">
          {form.message}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {form.state === 'checking' ? 'Checking' : words[busy ? 'sending' : 'open']}
      </Button>
    </>
  );
}
