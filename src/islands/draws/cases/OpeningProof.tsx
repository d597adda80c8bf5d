import type { Opening } from '../../../lib/contract/draws/cases.ts';
import { Proof } from '../../shared/Proof.tsx';
import { Verdict } from '../../shared/Verdict.tsx';
import type { Promised } from './case-store.ts';

interface Props {
  readonly opening: Opening;
  /** What the player was shown before. Known only right after the opening. */
  readonly promised?: Promised;
}

/** What an opening was drawn from, and a button to verify the draw. */
export function OpeningProof({ opening, promised }: Props) {
  const run = async () => (await import('./verify-opening.ts')).verifyOpening(opening, promised);
  return (
    <>
      <Verdict
        label="Verify in your browser"
        run={run}
        holds="Verified: this result is fair."
        broken="This result doesn’t match its draw."
      />
      <details className="fold numbers">
        <summary>Provably fair</summary>
        <Proof
          rows={[
            ['Our seed', opening.seed],
            ['Its SHA-256, shown before', opening.seed_hash],
            ['Your seed', opening.player_seed],
            ['Opening number', String(opening.nonce)],
            ['Item weights', opening.weights.join(', ')],
          ]}
        />
      </details>
    </>
  );
}
