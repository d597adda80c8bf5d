import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '../shared/Button.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import {
  $providers,
  $providersError,
  $providerVisit,
  authProviders,
  goByPasskey,
  loadProviders,
  resetAfterBack,
  startProviderSignIn,
} from './providers-store.ts';

interface Props {
  readonly joins: boolean;
  readonly reflink: string | null;
  /**
   * Disables these buttons. When the form's message disappears they move up, under the pointer that just pressed the form's
   * button.
   */
  readonly formIsSent: boolean;
}

/** The auth providers' buttons below the form. */
export function ProviderButtons({ joins, reflink, formIsSent }: Props) {
  const providers = useStore($providers, { ssr: 'initial' });
  const visit = useStore($providerVisit, { ssr: 'initial' });
  const error = useStore($providersError, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void loadProviders();
    window.addEventListener('pageshow', resetAfterBack);
    return () => window.removeEventListener('pageshow', resetAfterBack);
  }, []);

  if (error !== null)
    return <ProvidersError why={error} first={() => place.current?.querySelector('button')} />;
  if (providers.length === 0) return null;
  return (
    <div ref={place} className="auth-providers">
      <p className="or">
        <span>or</span>
      </p>
      {providers.map((provider) => (
        <Button
          key={provider}
          quiet
          disabled={formIsSent}
          busy={visit.state === 'leaving' && visit.by === provider}
          onPress={() =>
            provider === 'passkey' ? goByPasskey(joins, reflink) : startProviderSignIn(provider, reflink)
          }
        >
          <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
            <use href={`/glyphs.svg#${provider}`} />
          </svg>
          {provider === 'passkey'
            ? `${joins ? 'Sign up' : 'Log in'} with a passkey`
            : `Continue with ${authProviders[provider]}`}
        </Button>
      ))}
    </div>
  );
}

/** `first`: returns the first button, once there is one. */
function ProvidersError({ why, first }: { why: string; first: () => HTMLElement | null | undefined }) {
  const place = useFocusHandover<HTMLDivElement>(first);
  return (
    <div ref={place} className="auth-providers">
      <p className="notice bad" role="alert">
        We couldn’t load the other ways to log in. {why}
      </p>
      <Button quiet small onPress={loadProviders}>
        Try again
      </Button>
    </div>
  );
}
