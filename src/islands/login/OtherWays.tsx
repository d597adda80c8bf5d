import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $providerVisit, $ways, loadWays, providers, setOut, stayHere } from '../../lib/stores/providers.ts';
import { Button } from '../ui/Button.tsx';

interface Props {
  readonly reflink: string | null;
  /** These do nothing meanwhile: they move up when the form's notice goes, to where its button was just pressed. */
  readonly formIsSent: boolean;
}

/** The ways in beside the form, as far as they are set up. */
export function OtherWays({ reflink, formIsSent }: Props) {
  const ways = useStore($ways, { ssr: 'initial' });
  const visit = useStore($providerVisit, { ssr: 'initial' });

  useEffect(() => {
    void loadWays();
    window.addEventListener('pageshow', stayHere);
    return () => window.removeEventListener('pageshow', stayHere);
  }, []);

  if (ways.length === 0) return null;
  return (
    <div className="other-ways">
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
