import type { ReactNode } from 'react';
import { Tally } from './Tally.tsx';

interface Props {
  title: string;
  /** What to do next: a sentence, and a link or a button. */
  children: ReactNode;
  /** Of the heading: 3 within a section, 2 or 1 where it is the page's whole content. */
  level?: 1 | 2 | 3;
}

/** A list without entries, and what to do about it. */
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
