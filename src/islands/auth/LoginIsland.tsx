import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useState } from 'react';
import { extensions } from '../../lib/host.ts';
import { internalTarget, routes } from '../../lib/routing/routes.ts';
import { isTextKept } from '../../lib/session/kept-texts.ts';
import { wasLoggedOut } from '../../lib/session/logged-out.ts';
import { $session } from '../../lib/session/session.ts';
import { Alert } from '../shared/Alert.tsx';
import { lazy } from '../shared/lazy.tsx';
import { Tally } from '../shared/Tally.tsx';
import { leaveFor } from './leave.ts';
import { $login, resetSignIn } from './login-store.ts';
import {
  $providerCode,
  $providerVisit,
  authProviders,
  dropReturn,
  finishProviderSignIn,
  submitProviderCode,
} from './providers-store.ts';
import { SignInForm } from './SignInForm.tsx';
import { placeName, useVisit } from './use-visit.ts';
import './login.css';
import { ProviderButtons } from './ProviderButtons.tsx';

// Rarely needed. They get their data through props, because a store imported by two chunks would become a separate file.
const ProviderCode = lazy(async () => (await import('./ProviderCode.tsx')).ProviderCode);
const SignedIn = lazy(async () => (await import('./SignedIn.tsx')).SignedIn);
const Welcome = lazy(async () => (await import('./Welcome.tsx')).Welcome);

const titles = { 'log-in': 'Log in', 'sign-up': 'Sign up' } as const;

/** The page /login: both forms, or a message for users who are already signed in. */
export function LoginIsland() {
  const session = useStore($session, { ssr: 'initial' });
  const signIn = useStore($login, { ssr: 'initial' });
  const { mode, from, reflink } = useVisit();
  const target = internalTarget(from);
  const provider = useStore($providerVisit, { ssr: 'initial' });
  const codeForm = useStore($providerCode, { ssr: 'initial' });
  const entering = signIn.state === 'sending' || signIn.state === 'done';
  const asksBirthDate =
    extensions && provider.state === 'done' && session.state === 'signed-in' && !session.user.birth_date;
  const isDone = signIn.state === 'done' || (provider.state === 'done' && !asksBirthDate);

  useEffect(() => void finishProviderSignIn(), []);
  useEffect(() => {
    if (isDone) void leaveFor(target);
  }, [isDone, target]);

  if (asksBirthDate) return <Welcome target={target} />;
  if (provider.state === 'asked')
    return (
      <ProviderCode
        provider={authProviders[provider.by]}
        form={codeForm}
        onCode={submitProviderCode}
        onDrop={dropReturn}
      />
    );
  if (provider.state === 'sending' || (provider.state === 'done' && isDone))
    return (
      <section className="sign-in" aria-busy="true">
        <p className="sign-in-body" role="status">
          Logging in with {provider.state === 'sending' ? authProviders[provider.by] : 'your account'}
          <Tally done={5} goal={5} silent />
        </p>
      </section>
    );
  if (session.state === 'signed-in' && !entering) {
    const place = target === routes.userHome.pattern ? null : placeName(target);
    return <SignedIn user={session.user} target={target} place={place} />;
  }
  const place = from === null ? null : placeName(target);
  return (
    <section className="sign-in" aria-labelledby="sign-in-title">
      <nav className="modes upper" aria-label="Log in or sign up">
        {(['log-in', 'sign-up'] as const).map((each) => (
          <Fragment key={each}>
            <a
              id={each}
              href={`#${each}`}
              aria-current={each === mode ? 'true' : undefined}
              onClick={resetSignIn}
            >
              {titles[each]}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      <div className="sign-in-body lower">
        <h1 id="sign-in-title">{titles[mode]}</h1>
        <LoggedOut />
        {place !== null && (
          <p className="muted">
            Next we’ll take you to <b>{place}</b>.
          </p>
        )}
        <Alert>{provider.state === 'failed' && provider.message}</Alert>
        <SignInForm mode={mode} reflink={reflink} signIn={signIn} />
        <ProviderButtons
          joins={mode === 'sign-up'}
          reflink={reflink}
          formIsSent={signIn.state !== 'open' && signIn.state !== 'refused'}
        />
      </div>
    </section>
  );
}

/** Explains why the login page appeared without the user asking for it. */
function LoggedOut() {
  const [why, setWhy] = useState('');
  // Only after mounting, because the pre-rendered page is the same for everyone.
  useEffect(() => {
    if (!wasLoggedOut(location.pathname + location.search)) return;
    const kept = isTextKept() ? ' Your text is still there.' : '';
    setWhy(`Your session has ended. Log in to pick up where you left off.${kept}`);
  }, []);
  return (
    <p className={why === '' ? 'unseen' : 'notice'} role="status">
      {why}
    </p>
  );
}
