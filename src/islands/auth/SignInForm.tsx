import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { extensions } from '../../lib/host.ts';
import { routes } from '../../lib/routing/routes.ts';
import { AppCode } from '../shared/AppCode.tsx';
import { BirthDate, birthDateFrom } from '../shared/BirthDate.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { lazy } from '../shared/lazy.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';
import { Captcha } from './Captcha.tsx';
import { $captchaKind } from './captcha-store.ts';
import { EmailField } from './EmailField.tsx';
import { $codeFor, noteAddress, submitSignIn } from './login-store.ts';
import { PasswordField } from './PasswordField.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { Visit } from './use-visit.ts';

const LostBoth = lazy(async () => (await import('./LostBoth.tsx')).LostBoth);

interface Props extends Pick<Visit, 'mode' | 'reflink'> {
  readonly signIn: FormState;
}

const buttonWords = {
  'log-in': { open: 'Log in', sending: 'Logging in' },
  'sign-up': { open: 'Sign up', sending: 'Signing up' },
} as const;

/** One form for logging in and signing up, so that the text stays when the user switches. */
export function SignInForm({ mode, reflink, signIn }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const joins = mode === 'sign-up';
  const refused = refusedOf(signIn);
  const fields = refused?.fields ?? {};

  // A captcha works only once. Ours is solved again automatically; the user must solve a service's again.
  const kind = useStore($captchaKind, { ssr: 'initial' });
  const isTicked = kind !== null && kind !== 'altcha';
  const asksCode = useStore($codeFor, { ssr: 'initial' }) !== null && !joins;

  useEffect(() => {
    if (asksCode) form.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
  }, [asksCode]);

  function submit({ data, text }: Given) {
    const given = { email: text('email'), password: text('password') };
    const code = data.get('code');
    void submitSignIn(
      joins
        ? { mode, ...given, birthDate: extensions ? birthDateFrom(data) : null, reflink }
        : { mode: 'log-in', ...given, ...(code !== null && { code: String(code) }) },
    );
  }

  return (
    <Form
      ref={form}
      wrong={refused}
      className="form"
      onSubmit={submit}
      onChange={({ currentTarget }) => noteAddress(String(new FormData(currentTarget).get('email') ?? ''))}
      aria-labelledby="sign-in-title"
    >
      {joins && reflink !== null && (
        <p className="notice">
          A friend invited you. We pay them a share of what you earn, and you keep all of it. They see your
          name and avatar, the day you joined, what they earned from you, and whether we’re reviewing your
          account.
        </p>
      )}
      <EmailField error={fields.email} />
      <PasswordField kind={joins ? 'new' : 'asked'} error={fields.password} />
      {!joins && (
        <p className="forgot">
          <a href={routes.forgotPassword.pattern}>Forgot your password?</a>
        </p>
      )}
      {joins && extensions && <BirthDate error={fields.birth_date} hint="Other players can’t see it." />}
      <p className={asksCode ? 'notice' : 'unseen'} role="status">
        {asksCode && 'Now enter your two-factor code.'}
        {asksCode && isTicked && ' Please do the check below again too.'}
      </p>
      {asksCode && <AppCode recovery error={fields.code} />}
      {asksCode && <LostBoth by="password" />}
      <Captcha form={signIn} />
      <SubmitButton form={signIn} words={buttonWords[mode]} />
      {joins && (
        <p className="small-print">
          By signing up you accept the <a href={routes.terms.pattern}>terms</a>. See our{' '}
          <a href={routes.privacy.pattern}>privacy policy</a>.
        </p>
      )}
    </Form>
  );
}
