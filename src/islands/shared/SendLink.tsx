import { useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** Requests the mail. Returns a message about the result. */
  readonly onSend: () => Promise<string>;
  /** False if it is the primary action of the screen. */
  readonly quiet?: boolean;
}

/** Requests another confirmation mail, and shows the result. */
export function SendLink({ onSend, quiet = true }: Props) {
  const [said, setSaid] = useState<string>();
  return (
    <div className="send-link">
      <Button quiet={quiet} small={quiet} onPress={async () => setSaid(await onSend())}>
        Send the link again
      </Button>
      <p role="status" className="muted">
        {said}
      </p>
    </div>
  );
}
