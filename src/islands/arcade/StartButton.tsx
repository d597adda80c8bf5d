import type { ReactNode } from 'react';
import { Button } from '../shared/Button.tsx';
import type { Instead } from './use-mode.ts';

interface Props {
  readonly quiet?: boolean;
  readonly onStart: () => unknown;
  readonly instead?: Instead | undefined;
  readonly children: ReactNode;
}

/** Starts a round of the chosen kind, or leads to where that can be done. */
export function StartButton({ quiet = false, onStart, instead, children }: Props) {
  if (instead)
    return (
      <a className={quiet ? 'button quiet' : 'button'} href={instead.href}>
        {instead.words}
      </a>
    );
  return (
    <Button quiet={quiet} onPress={onStart}>
      {children}
    </Button>
  );
}
