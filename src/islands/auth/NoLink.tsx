import type { ReactNode } from 'react';
import { Instead } from './Instead.tsx';

interface Props {
  readonly id: string;
  /** Why the link was rejected. Undefined if the address has no link. */
  readonly refused: string | undefined;
  /** What to do if there is no link. */
  readonly missing: string;
  /** Links to other pages. */
  readonly children: ReactNode;
}

/** Replaces a form that needs a mailed link, if the link is missing or was rejected. */
export const NoLink = ({ id, refused, missing, children }: Props) => (
  <Instead id={id} title={refused === undefined ? 'Open the link in our email' : 'This link doesn’t work'}>
    <p>{refused ?? missing}</p>
    {children}
  </Instead>
);
