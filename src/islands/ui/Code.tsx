import { useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  /** What it is a code of, for those who don't see it: "Steam wallet code, $5". */
  of: string;
  code: string;
  /** Covered until it is asked for: lists are read over shoulders. */
  covered?: boolean;
}

/** A code to take along: selected with one press, copied with another. */
export function Code({ of, code, covered = false }: Props) {
  const [open, setOpen] = useState(!covered);
  const [said, setSaid] = useState('');
  const text = useRef<HTMLElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setSaid('Copied');
    } catch {
      // Not allowed here: selecting it is the next best.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setSaid('Selected. Copy it with your keyboard or by holding it.');
    }
  }

  if (!open)
    return (
      <Button quiet small onPress={() => setOpen(true)}>
        Show code<span className="unseen"> of {of}</span>
      </Button>
    );
  return (
    <div className="code-line">
      <code className="code" ref={text}>
        {code}
      </code>
      <Button quiet small onPress={copy}>
        Copy<span className="unseen"> the code of {of}</span>
      </Button>
      <span className={said === '' ? 'unseen' : 'hint'} role="status">
        {said}
      </span>
    </div>
  );
}
