import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { AppCode } from '../shared/AppCode.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { lazy } from '../shared/lazy.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';
import { EmailField } from './EmailField.tsx';
import { Instead } from './Instead.tsx';
import { leaveFor } from './leave.ts';
import { PasswordField } from './PasswordField.tsx';
import {
  $newPassword,
  $resetAsksCode,
  $resetLink,
  submitNewPassword,
  takeResetLink,
} from './password-store.ts';
import { ResetAccounts } from './ResetAccounts.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import './login.css';

const LostBoth = lazy(async () => (await import('./LostBoth.tsx')).LostBoth);
const TITLE = 'new-password-title';

/** The page that a reset mail's link opens: choose a new password and be signed in. */
export function FindPasswordIsland() {
  const link = useStore($resetLink, { ssr: 'initial' });
  const form = useStore($newPassword, { ssr: 'initial' });

  useEffect(takeResetLink, []);
  useEffect(() => {
    if (form.state === 'done') leaveFor(routes.userHome.pattern);
  }, [form.state]);

  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">{contentOf(link, form)}</div>
    </section>
  );
}

function contentOf(link: ReturnType<typeof $resetLink.get>, form: FormState) {
  if (link.state === 'none')
    return (
      <NoLink title="Open the link in our email">
        To choose a new password, open the link in our email. If you reloaded this page, open it again from
        there. No email? Request a new link.
      </NoLink>
    );
  if (form.state === 'refused' && form.fields.token !== undefined)
    return <NoLink title="This link doesn’t work">{form.fields.token}</NoLink>;
  return <NewPassword email={link.state === 'given' ? link.email : ''} form={form} />;
}

function NoLink({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Instead id={TITLE} title={title}>
      <p>{children}</p>
      <div className="actions">
        <a className="button" href={routes.forgotPassword.pattern}>
          Request a link
        </a>
        <a className="button quiet" href={routes.login.pattern}>
          Log in
        </a>
      </div>
    </Instead>
  );
}

function NewPassword({ email, form }: { readonly email: string; readonly form: FormState }) {
  const element = useRef<HTMLFormElement>(null);
  const refused = refusedOf(form);
  const fields = refused?.fields ?? {};
  const asksCode = useStore($resetAsksCode, { ssr: 'initial' });
  useEffect(() => {
    if (asksCode) element.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
  }, [asksCode]);

  function submit({ data, text }: Given) {
    const code = data.get('code');
    const account = data.get('account');
    void submitNewPassword({
      ...(code !== null && { code: String(code) }),
      ...(account !== null && { account: Number(account) }),
      email: text('email'),
      password: text('password'),
      password_confirmation: text('password_confirmation'),
    });
  }

  return (
    <>
      <h1 id={TITLE}>Choose a new password</h1>
      <Form ref={element} wrong={refused} className="form" onSubmit={submit} aria-labelledby={TITLE}>
        <ResetAccounts error={fields.account} />
        <EmailField initial={email} error={fields.email} />
        <PasswordField kind="new" label="New password" error={fields.password} />
        <PasswordField kind="again" label="Confirm new password" error={fields.password_confirmation} />
        <p className={asksCode ? 'notice' : 'unseen'} role="status">
          {asksCode && 'This account has two-factor authentication. Enter your code to change the password.'}
        </p>
        {asksCode && <AppCode recovery error={fields.code} />}
        {asksCode && <LostBoth by="link" />}
        <SubmitButton form={form} words={{ open: 'Save and log in', sending: 'Saving' }} />
      </Form>
      <p className="small-print">We’ll log you out on all other devices.</p>
    </>
  );
}
