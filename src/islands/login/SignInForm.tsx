import { type FormEvent, useEffect, useRef } from 'react';
import { MAX_EMAIL } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routes.ts';
import { type SignIn, submitSignIn } from '../../lib/stores/sign-in.ts';
import { BirthDate, birthDateFrom } from '../ui/BirthDate.tsx';
import { Button } from '../ui/Button.tsx';
import { Field, focusFirstError } from '../ui/Field.tsx';
import { Captcha } from './Captcha.tsx';
import { PasswordField } from './PasswordField.tsx';
import type { Visit } from './use-visit.ts';

interface Props extends Pick<Visit, 'mode' | 'reflink'> {
  readonly signIn: SignIn;
}

const buttonWords = {
  'log-in': { open: 'Log in', sending: 'Logging in' },
  'sign-up': { open: 'Sign up', sending: 'Signing up' },
} as const;

/** One form for both ways in, so that what was typed stays when the other is chosen. */
export function SignInForm({ mode, reflink, signIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const joins = mode === 'sign-up';
  const { fields = {}, message = null } = signIn.state === 'refused' ? signIn : {};
  const busy = signIn.state === 'checking' || signIn.state === 'sending' || signIn.state === 'done';

  useEffect(() => {
    if (signIn.state === 'refused') focusFirstError(form.current);
  }, [signIn]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const given = { email: String(data.get('email') ?? ''), password: String(data.get('password') ?? '') };
    void submitSignIn(
      joins ? { mode, ...given, birthDate: birthDateFrom(data), reflink } : { mode: 'log-in', ...given },
    );
  }

  return (
    // method="dialog" sends nothing anywhere: until the script is here, Enter must not put a password into the address.
    <form
      ref={form}
      className="form"
      method="dialog"
      noValidate
      onSubmit={submit}
      aria-labelledby="sign-in-title"
    >
      {joins && reflink !== null && (
        <p className="notice">You came by a friend’s link. Their invitation is sent along.</p>
      )}
      <Field label="E-mail address" error={fields.email}>
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_EMAIL}
            required
          />
        )}
      </Field>
      <PasswordField isNew={joins} error={fields.password} />
      {joins && (
        <BirthDate error={fields.birth_date} hint="Saved with your account and shown to nobody else." />
      )}
      <Captcha error={fields.captcha} />
      {message !== null && (
        <p className="notice bad" role="alert">
          {message}
        </p>
      )}
      <Button type="submit" busy={busy}>
        {signIn.state === 'checking' ? 'Checking' : buttonWords[mode][busy ? 'sending' : 'open']}
      </Button>
      {joins && (
        <p className="small-print">
          By signing up you accept the <a href={routes.terms.pattern}>terms</a>. What we keep of you stands in{' '}
          <a href={routes.privacy.pattern}>privacy data</a>.
        </p>
      )}
    </form>
  );
}
