import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { FACTOR_RECOVERY_OPEN_DAYS, FACTOR_RECOVERY_WAIT_DAYS } from '../../lib/contract/limits.ts';
import { exactTime } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routing/routes.ts';
import {
  $lostDue,
  $lostForm,
  $lostLink,
  type LostAct,
  submitLostLink,
  takeLostLink,
} from './factor-recovery-store.ts';
import { Instead } from './Instead.tsx';
import { NoLink } from './NoLink.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import './login.css';

const TITLE = 'lost-codes-title';

const words = {
  begin: {
    title: 'Log in without a code in a week',
    button: { open: 'Start the wait', sending: 'Starting' },
    small: 'Found a code, or didn’t ask for this? You can safely ignore this page.',
  },
  stop: {
    title: 'Keep two-factor authentication on',
    button: { open: 'Keep it on', sending: 'Saving' },
    small: 'Did you lose your app and codes yourself? Then leave this page, and the wait continues.',
  },
} as const;

/** The pages that mails about a lost second factor link to. Each has one button. */
export function LostCodesIsland({ act }: { readonly act: LostAct }) {
  useEffect(() => takeLostLink(act), [act]);
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">
        <Content act={act} />
      </div>
    </section>
  );
}

function Content({ act }: { readonly act: LostAct }) {
  const link = useStore($lostLink, { ssr: 'initial' });
  const form = useStore($lostForm, { ssr: 'initial' });
  const due = useStore($lostDue, { ssr: 'initial' });
  if (form.state === 'done') return act === 'begin' ? <Waiting due={due} /> : <Kept />;
  const refused = form.state === 'refused' ? form.fields.token : undefined;
  if (link.state === 'none' || refused !== undefined)
    return (
      <NoLink
        id={TITLE}
        refused={refused}
        missing="If you reloaded this page, open the link in our email again."
      >
        <Onwards />
      </NoLink>
    );
  return (
    <>
      <h1 id={TITLE}>{words[act].title}</h1>
      {act === 'begin' ? (
        <>
          <p>
            Press the button to start a {FACTOR_RECOVERY_WAIT_DAYS}-day wait. After that you can log in
            without a code. Doing so turns off two-factor authentication and logs out every other device.
          </p>
          <p>
            Until then you still need a code to log in, and we review your orders before we send them. To stop
            the wait, log in with a code or use the link in our next email.
          </p>
        </>
      ) : (
        <p>
          Someone reported the app and all recovery codes for this account as lost. Press the button to keep
          two-factor authentication on.
        </p>
      )}
      <form
        className="form"
        method="dialog"
        aria-labelledby={TITLE}
        onSubmit={(event) => {
          event.preventDefault();
          void submitLostLink(act);
        }}
      >
        <SubmitButton form={form} words={words[act].button} />
      </form>
      <p className="small-print">{words[act].small}</p>
    </>
  );
}

function Waiting({ due }: { readonly due: string | null }) {
  return (
    <Instead id={TITLE} title="The wait has started">
      <p>
        You can log in without a code from <b>{due === null ? 'the day in our email' : exactTime(due)}</b>. Do
        it within {FACTOR_RECOVERY_OPEN_DAYS} days, or you’ll have to start over.
      </p>
      <p>Found a code? Log in with it to stop the wait.</p>
    </Instead>
  );
}

function Kept() {
  return (
    <Instead id={TITLE} title="Two-factor authentication stays on">
      <p>Nothing has changed. You still need a code to log in.</p>
      <p>If you didn’t report them lost, someone knows your password. Choose a new one to log them out.</p>
      <Onwards />
    </Instead>
  );
}

function Onwards() {
  return (
    <div className="actions">
      <a className="button" href={routes.login.pattern}>
        Log in
      </a>
      <a className="button quiet" href={routes.forgotPassword.pattern}>
        Choose a new password
      </a>
    </div>
  );
}
