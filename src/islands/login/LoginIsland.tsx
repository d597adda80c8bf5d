import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { internalTarget } from '../../lib/routes.ts';
import { $session } from '../../lib/stores/session.ts';
import { $signIn, resetSignIn } from '../../lib/stores/sign-in.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignInForm } from './SignInForm.tsx';
import { placeName, useVisit } from './use-visit.ts';
import './login.css';

const titles = { 'log-in': 'Log in', 'sign-up': 'Sign up' } as const;

/** The page of /login: both ways in, and what to do for who is in already. */
export function LoginIsland() {
  const session = useStore($session, { ssr: 'initial' });
  const signIn = useStore($signIn, { ssr: 'initial' });
  const { mode, from, reflink } = useVisit();
  const target = internalTarget(from);
  const entering = signIn.state === 'sending' || signIn.state === 'done';

  // A document of its own, in place of this one: Back shouldn't lead to a form that is done.
  useEffect(() => {
    if (signIn.state === 'done') location.replace(target);
  }, [signIn.state, target]);

  if (session.state === 'signed-in' && !entering) return <SignedIn user={session.user} target={target} />;
  const place = from === null ? null : placeName(target);
  return (
    <section className="sign-in" aria-labelledby="sign-in-title">
      <nav className="modes" aria-label="Log in or sign up">
        {(['log-in', 'sign-up'] as const).map((each) => (
          <a
            key={each}
            href={`#${each}`}
            aria-current={each === mode ? 'true' : undefined}
            onClick={resetSignIn}
          >
            {titles[each]}
          </a>
        ))}
      </nav>
      <div className="sign-in-body">
        <h1 id="sign-in-title">{titles[mode]}</h1>
        {place !== null && (
          <p className="muted">
            You’ll be taken back to <b>{place}</b> after.
          </p>
        )}
        <SignInForm mode={mode} reflink={reflink} signIn={signIn} />
      </div>
    </section>
  );
}
