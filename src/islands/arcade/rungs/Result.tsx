import type { RungsState } from '../../../lib/arcade/rungs.ts';
import { publicHrefs } from '../../../lib/routing/public.ts';
import { ShareText } from '../../shared/ShareText.tsx';
import type { Round } from '../round.ts';
import { shareText } from './share.ts';

/** The result to share with others. */
export function Result({ round, game }: { readonly round: Round; readonly game: RungsState }) {
  const shown = shareText(round, game);
  const text = `${shown}\n${location.origin}${publicHrefs.game('rungs')}`;
  return (
    <div className="rungs-result">
      <ShareText quiet text={text} shown={shown} copy="Copy result" share={{ text }} />
    </div>
  );
}
