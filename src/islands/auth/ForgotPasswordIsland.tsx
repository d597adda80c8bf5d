import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { PASSWORD_RESET_MINUTES } from '../../lib/contract/limits.ts';
import { extensions } from '../../lib/host.ts';
import { routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { Button } from '../shared/Button.tsx';
import { Form } from '../shared/Form.tsx';
import { type FormState, refusedOf } from '../shared/stores/form.ts';
import { Captcha } from './Captcha.tsx';
import { EmailField } from './EmailField.tsx';
import { Instead } from './Instead.tsx';
import { $asked, $forgot, type Asked, askAnew, askForLink } from './password-store.ts';
import { SubmitButton } from './SubmitButton.tsx';
import './login.css';

const TITLE = 'forgot-title';

/** The page /forgotpassword. Requests a reset mail, and never reveals whether an account exists. */
export function ForgotPasswordIsland() {
  const asked = useStore($asked, { ssr: 'initial' });
  const form = useStore($forgot, { ssr: 'initial' });
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">
        {!extensions ? (
          <WriteToUs />
        ) : asked === null ? (
          <Ask form={form} />
        ) : (
          <Sent asked={asked} form={form} />
        )}
      </div>
    </section>
  );
}

/** Shown if this host can't send mails. */
function WriteToUs() {
  return (
    <>
      <h1 id={TITLE}>Forgot your password?</h1>
      <p>
        <a href={site.contact}>Contact support</a> from the email address you signed up with, and we’ll send
        you a link to choose a new one.
      </p>
      <p>
        <a href={routes.login.pattern}>Back to log in</a>
      </p>
    </>
  );
}

function Ask({ form }: { readonly form: FormState }) {
  return (
    <>
      <h1 id={TITLE}>Forgot your password?</h1>
      <p className="muted">
        Enter the email address you signed up with. We’ll send you a link to choose a new password.
      </p>
      <MailForm form={form} words={{ open: 'Send link', sending: 'Sending' }}>
        <EmailField error={refusedOf(form)?.fields.email} />
      </MailForm>
      <p>
        <a href={routes.login.pattern}>Back to log in</a>
      </p>
    </>
  );
}

function Sent({ asked, form }: { readonly asked: Asked; readonly form: FormState }) {
  const wait = useSecondsUntil(asked.againAt);
  return (
    <Instead id={TITLE} title="Check your inbox" about={asked.againAt}>
      <p>
        If <b>{asked.email}</b> has an account, we’ve sent a link to choose a new password. It works once and
        expires in {PASSWORD_RESET_MINUTES} minutes.
      </p>
      <p className="muted">
        Nothing there? Check your spam folder, and make sure this is the address you signed up with.
      </p>
      {wait > 0 ? (
        <p className="muted num">You can request another email in {wait} s.</p>
      ) : (
        <MailForm form={form} words={{ open: 'Send again', sending: 'Sending' }} email={asked.email} />
      )}
      <div className="actions">
        <Button quiet small onPress={askAnew}>
          Use a different address
        </Button>
      </div>
    </Instead>
  );
}

interface MailFormProps {
  readonly form: FormState;
  readonly words: { readonly open: string; readonly sending: string };
  /** The address, if `children` has no field for it. */
  readonly email?: string;
  readonly children?: ReactNode;
}

function MailForm({ form, words, email, children }: MailFormProps) {
  return (
    <Form
      wrong={refusedOf(form)}
      className="form"
      onSubmit={({ text }) => askForLink(email ?? text('email'))}
      aria-labelledby={TITLE}
    >
      {children}
      <Captcha form={form} />
      <SubmitButton form={form} words={words} />
    </Form>
  );
}

/** Returns the whole seconds until a time in milliseconds. 0 after that. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((time - now) / 1000));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= time) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}
