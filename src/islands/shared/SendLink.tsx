import { useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** Requests the mail. Returns a message about the result. */
  readonly onSend: () => Promise<string>;
}

/** Requests another confirmation mail, and shows the result. */
export function SendLink({ onSend }: Props) {
  const [said, setSaid] = useState<string>();
  return (
    <div className="send-link">
      <Button quiet small onPress={async () => setSaid(await onSend())}>
        Send the link again
      </Button>
      <p role="status" className="muted">
        {said}
      </p>
    </div>
  );
}
