import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { SecondFactor as Factor } from '../../lib/contract/auth/second-factor.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Failed } from '../shared/Failed.tsx';
import { reveal } from '../shared/Fold.tsx';
import { RowSkeleton } from '../shared/Skeleton.tsx';
import { shown } from '../shared/stores/load.ts';
import { Section } from './Section.tsx';
import { Begin } from './second-factor/Begin.tsx';
import { Enrol } from './second-factor/Enrol.tsx';
import { Kept } from './second-factor/Kept.tsx';
import { RecoveryCodes } from './second-factor/RecoveryCodes.tsx';
import { $secondFactor, $step, endStep, loadSecondFactor, type Step } from './second-factor-store.ts';

/** The second factor: off, being set up, or on, with the possible actions. */
export function SecondFactor() {
  const load = useStore($secondFactor, { ssr: 'initial' });
  const step = useStore($step, { ssr: 'initial' });
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    void loadSecondFactor();
    return endStep;
  }, []);
  useEffect(() => {
    // The form that had the focus was removed with its step.
    if (before.current !== step) title.current?.focus();
    before.current = step;
  }, [step]);
  const factor = shown(load);
  const isMissing = factor !== undefined && isNeeded(factor);
  useEffect(() => {
    if (!isMissing) return;
    // The site requires it before anything else, and the section is far down.
    reveal('second-factor');
    title.current?.focus();
  }, [isMissing]);

  return (
    <Section
      id="second-factor"
      title="Two-factor authentication"
      state={factor && (factor.on_since === null ? 'Off' : 'On')}
      heading={title}
    >
      {isMissing && step.at === 'none' && (
        <p className="notice bad">
          Every player needs two-factor authentication here. Set it up to use the rest of your account. Your
          points and orders are safe.
        </p>
      )}
      {step.at !== 'app' && step.at !== 'codes' && (
        <p className="muted">
          Use an authenticator app to add a six-digit code to every login. Someone who learns your password
          still can’t get in.
        </p>
      )}
      {factor === undefined ? (
        load.state === 'failed' ? (
          <Failed
            title="We couldn’t load your two-factor settings"
            reason={load.error}
            onRetry={loadSecondFactor}
          />
        ) : (
          <RowSkeleton count={2} />
        )
      ) : (
        <Content factor={factor} step={step} />
      )}
    </Section>
  );
}

/**
 * Whether the site requires it and the account lacks it. An account without a password is exempt: its auth provider protects it.
 */
const isNeeded = ({ required, on_since, needs }: Factor) =>
  required && on_since === null && needs !== 'password';

function Content({ factor, step }: { readonly factor: Factor; readonly step: Step }) {
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} otherDevices={factor.other_devices} />;
  if (factor.on_since !== null) return <Kept factor={factor} since={factor.on_since} />;
  if (step.at === 'app') return <Enrol secret={step.secret} />;
  return (
    <>
      {step.at === 'off' && (
        <p className="notice ok" role="status">
          Turned off. You no longer need a code to log in.
        </p>
      )}
      <First needs={factor.needs} />
    </>
  );
}

/** What the account needs first, or the form. */
function First({ needs }: Pick<Factor, 'needs'>) {
  if (needs === null) return <Begin />;
  if (needs === 'confirmed_email')
    return <p>You need a confirmed email address first. We email you about any change to these settings.</p>;
  return (
    <>
      <p>
        You log in with another service, so turn on two-factor authentication there. To use it here, add a
        password first.
      </p>
      <a className="button quiet small" href={routes.forgotPassword.pattern}>
        Request a link
      </a>
    </>
  );
}
