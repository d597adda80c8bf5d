import type { ReactNode } from 'react';
import { Button } from '../shared/Button.tsx';
import type { Instead } from './use-mode.ts';

interface Props {
  readonly quiet: boolean;
  readonly onStart: () => unknown;
  readonly instead?: Instead | undefined;
  readonly children: ReactNode;
}

/** Starts the next round after one has ended. Another kind of round may have been chosen by then. */
export function PlayAgain({ quiet, onStart, instead, children }: Props) {
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
