import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What the acting button does: "Turn off". */
  readonly words: ReactNode;
  readonly busy: boolean;
  /** Whether it ends something for good. Then the way out is the main button, and comes first. */
  readonly ends?: boolean;
  /** Without it, the acting button submits its form. */
  readonly onPress?: () => unknown;
  /** The way out: "Leave it on". */
  readonly otherwise?: string;
  readonly onClose: () => void;
}

/** The two buttons at the end of a dialog. */
export function Actions({ words, busy, ends = false, onPress, otherwise = 'Cancel', onClose }: Props) {
  const out = (
    <Button quiet={!ends} disabled={busy} onPress={onClose}>
      {otherwise}
    </Button>
  );
  return (
    <div className="actions">
      {ends && out}
      <Button ends={ends} type={onPress ? 'button' : 'submit'} busy={busy} onPress={onPress}>
        {words}
      </Button>
      {!ends && out}
    </div>
  );
}
