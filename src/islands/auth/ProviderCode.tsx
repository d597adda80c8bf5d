import { AppCode } from '../shared/AppCode.tsx';
import { Button } from '../shared/Button.tsx';
import { Form } from '../shared/Form.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';
import { Instead } from './Instead.tsx';
import { SubmitButton } from './SubmitButton.tsx';

const TITLE = 'code-title';

interface Props {
  /** 'Google' */
  readonly provider: string;
  readonly form: FormState;
  readonly onCode: (code: string) => unknown;
  readonly onDrop: () => void;
}

/** After the return from a provider: asks for the second-factor code if the account has one. */
export function ProviderCode({ provider, form, onCode, onDrop }: Props) {
  const refused = refusedOf(form);
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">
        <Instead id={TITLE} title="One more step">
          <p className="muted">
            You’re signed in with {provider}. Now enter the code from your authenticator app.
          </p>
        </Instead>
        <Form
          wrong={refused}
          className="form"
          onSubmit={({ text }) => onCode(text('code'))}
          aria-labelledby={TITLE}
        >
          <AppCode recovery error={refused?.fields.code} />
          <SubmitButton form={form} words={{ open: 'Log in', sending: 'Logging in' }} />
          <p className="small-print">
            No app and no recovery codes? Log in with your password to get back in.
          </p>
          <Button quiet onPress={onDrop}>
            Log in another way
          </Button>
        </Form>
      </div>
    </section>
  );
}
