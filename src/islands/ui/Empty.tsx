import type { ReactNode } from 'react';
import { Tally } from './Tally.tsx';

interface Props {
  title: string;
  /** What to do next: a sentence, and a link or a button. */
  children: ReactNode;
}

/** A list without entries, and what to do about it. */
export function Empty({ title, children }: Props) {
  return (
    <div className="blank">
      <Tally done={0} goal={5} silent />
      <h3>{title}</h3>
      {children}
    </div>
  );
}
