import type { ReactNode } from 'react';

interface Props {
  /** `wide`: what is said takes a line of its own. */
  readonly of: readonly (readonly [term: string, said: ReactNode, wide?: 'wide'])[];
  readonly className?: string;
}

/** A list of terms and values. Leaves out empty lines. */
export function Facts({ of, className = 'facts' }: Props) {
  return (
    <dl className={className}>
      {of
        .filter(([, said]) => said !== null && said !== undefined && said !== false && said !== '')
        .map(([term, said, wide]) => (
          <div key={term} className={wide}>
            <dt>{term}</dt>
            <dd>{said}</dd>
          </div>
        ))}
    </dl>
  );
}
