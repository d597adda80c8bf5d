import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What the main button does: "Turn off". */
  readonly words: ReactNode;
  readonly busy: boolean;
  /** Without it, the button submits its form. */
  readonly onPress?: () => unknown;
  /** The way out: "Leave it on". */
  readonly otherwise?: string;
  readonly onClose: () => void;
}

/** The two buttons at the end of a dialog. */
export function Actions({ words, busy, onPress, otherwise = 'Cancel', onClose }: Props) {
  return (
    <div className="actions">
      <Button type={onPress ? 'button' : 'submit'} busy={busy} onPress={onPress}>
        {words}
      </Button>
      <Button quiet disabled={busy} onPress={onClose}>
        {otherwise}
      </Button>
    </div>
  );
}
