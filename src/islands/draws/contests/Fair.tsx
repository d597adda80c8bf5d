import type { ReactNode } from 'react';
import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { Proof } from '../../shared/Proof.tsx';

interface Props {
  readonly contest: Contest;
  readonly open?: boolean;
  readonly children?: ReactNode;
}

/** The proof that a coming draw will be fair, folded. */
export function Fair({ contest: { seed_hash, entry }, open, children }: Props) {
  return (
    <details className="fold numbers" open={open}>
      <summary>Provably fair</summary>
      {children}
      <Proof
        rows={[
          ...(entry ? ([['Your seed', entry.seed]] as const) : []),
          ['SHA-256 of our seed, fixed before the first entry', seed_hash],
        ]}
      />
      <p>
        <a href="#how-it-is-drawn">How we draw the winners</a>
      </p>
    </details>
  );
}
