import { useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What it is a code of, for those who don't see it: "Steam wallet code, $5". */
  of: string;
  code: string;
  /** The one thing to do on its screen. */
  primary?: boolean;
}

/** A code to take along: selected with one press, copied with another. */
export function Code({ of, code, primary = false }: Props) {
  const [said, setSaid] = useState('');
  const text = useRef<HTMLElement>(null);

  async function copy() {
    // An unchanged sentence isn't announced again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(code);
      setSaid('Copied');
    } catch {
      // Not allowed here: selecting it is the next best.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid('Selected. Copy it with your keyboard or by holding it.');
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
