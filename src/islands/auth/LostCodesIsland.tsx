import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LOST_FACTOR_OPEN_DAYS, LOST_FACTOR_WAIT_DAYS } from '../../lib/contract/limits.ts';
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
    title: 'Log in without a code, in a week',
    button: { open: 'Begin the wait', sending: 'Beginning' },
    small:
      'You have a code after all, or never asked for this? Then leave this page: without the button nothing happens.',
  },
  stop: {
    title: 'Keep your codes on',
    button: { open: 'Keep them on', sending: 'Stopping' },
    small: 'You have lost app and codes yourself? Then leave this page: without the button the wait goes on.',
  },
} as const;

/** The pages that the mails about a lost second factor lead to: one button each. */
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
        missing="This is done by the link that we mailed you: please open it there, once more if you reloaded this page."
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
            Press the button, and a wait of {LOST_FACTOR_WAIT_DAYS} days begins. After it, your next log-in
            needs no code: it takes the codes off your account and signs every other device out.
          </p>
          <p>
            Until then nobody gets in without a code, and orders are held for a person to look at. Any log-in
            with a code stops the wait, and so does a link that we mail you.
          </p>
        </>
      ) : (
        <p>
          Somebody reported the app and all recovery codes of this account as lost. Press the button, and
          log-ins go on asking for a code.
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
    <Instead id={TITLE} title="The wait has begun">
      <p>
        From <b>{due === null ? 'the day in our mail' : exactTime(due)}</b> on, log in as always: no code is
        asked for then. Come within {LOST_FACTOR_OPEN_DAYS} days of it, or it begins anew.
      </p>
      <p>Should you find a code before, log in with it. That stops the wait.</p>
    </Instead>
  );
}

function Kept() {
  return (
    <Instead id={TITLE} title="Your codes stay on">
      <p>Nothing has changed: log-ins ask for a code as before.</p>
      <p>
        If you never reported them lost, somebody knows your password. Choose a new one, which also logs them
        out.
      </p>
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
