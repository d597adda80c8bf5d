import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button } from '../shared/Button.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import {
  $providerVisit,
  $ways,
  $waysLost,
  loadWays,
  providers,
  setOut,
  stayHere,
} from './providers-store.ts';

interface Props {
  readonly reflink: string | null;
  /** These do nothing meanwhile: they move up when the form's notice goes, to where its button was just pressed. */
  readonly formIsSent: boolean;
}

/** The ways in beside the form, as far as they are set up. */
export function OtherWays({ reflink, formIsSent }: Props) {
  const ways = useStore($ways, { ssr: 'initial' });
  const visit = useStore($providerVisit, { ssr: 'initial' });
  const lost = useStore($waysLost, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void loadWays();
    window.addEventListener('pageshow', stayHere);
    return () => window.removeEventListener('pageshow', stayHere);
  }, []);

  if (lost !== null) return <WaysLost why={lost} first={() => place.current?.querySelector('button')} />;
  if (ways.length === 0) return null;
  return (
    <div ref={place} className="other-ways">
      <p className="or">
        <span>or</span>
      </p>
      {ways.map((way) => (
        <Button
          key={way}
          quiet
          disabled={formIsSent}
          busy={visit.state === 'leaving' && visit.by === way}
          onPress={() => setOut(way, reflink)}
        >
          <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
            <use href={`/glyphs.svg#${way}`} />
          </svg>
          Continue with {providers[way]}
        </Button>
      ))}
    </div>
  );
}

/** `first`: of the ways, once they are there. */
function WaysLost({ why, first }: { why: string; first: () => HTMLElement | null | undefined }) {
  const place = useFocusHandover<HTMLDivElement>(first);
  return (
    <div ref={place} className="other-ways">
      <p className="notice bad" role="alert">
        Logging in with Google or Steam can’t be offered right now. {why}
      </p>
      <Button quiet small onPress={loadWays}>
        Ask again
      </Button>
    </div>
  );
}
