import { useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** Has the link mailed; answers in words what came of it. */
  readonly onSend: () => Promise<string>;
}

/** Has the link that confirms an address mailed again, and says what came of it. */
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
