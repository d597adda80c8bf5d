import { useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What the code is for, for screen readers: "Steam wallet code, $5". */
  of: string;
  code: string;
  /** Whether copying it is the primary action of the screen. */
  primary?: boolean;
}

/** A code with a button to copy it. A press on the code selects it. */
export function Code({ of, code, primary = false }: Props) {
  const [said, setSaid] = useState('');
  const text = useRef<HTMLElement>(null);

  async function copy() {
    // Clear the text first, because an unchanged text isn't announced again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(code);
      setSaid('Copied');
    } catch {
      // Copying isn't allowed here. Select the code instead.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid('Selected. Copy it with your keyboard, or press and hold it.');
    }
  }

  return (
    <div className="code-line">
      <code className="code" ref={text}>
        {code}
      </code>
      <Button quiet={!primary} small={!primary} onPress={copy}>
        Copy{primary ? ' code' : <span className="unseen"> the code of {of}</span>}
      </Button>
      <span className={said === '' ? 'unseen' : 'hint'} role="status">
        {said}
      </span>
    </div>
  );
}
