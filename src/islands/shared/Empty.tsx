import type { ReactNode } from 'react';
import { Tally } from './Tally.tsx';

interface Props {
  title: string;
  /** What to do next: a sentence and a link or button. */
  children: ReactNode;
  /** The heading level: 3 within a section, 2 or 1 if it is the page's whole content. */
  level?: 1 | 2 | 3;
}

/** An empty list, and what to do about it. */
export function Empty({ title, children, level = 3 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank">
      <Tally done={0} goal={5} silent />
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
