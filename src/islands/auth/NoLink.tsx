import type { ReactNode } from 'react';
import { Instead } from './Instead.tsx';

interface Props {
  readonly id: string;
  /** Why the link was refused, as a sentence; undefined where there is none in the address. */
  readonly refused: string | undefined;
  /** What to do where there is none. */
  readonly missing: string;
  /** Ways on. */
  readonly children: ReactNode;
}

/** Replaces a form to which a mailed link leads, where that is missing or was refused. */
export const NoLink = ({ id, refused, missing, children }: Props) => (
  <Instead id={id} title={refused === undefined ? 'Open the link in our email' : 'This link doesn’t work'}>
    <p>{refused ?? missing}</p>
    {children}
  </Instead>
);
