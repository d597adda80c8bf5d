import { useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  readonly text: string;
  /** What the button that copies it says. */
  readonly copy: string;
  /** What is handed to another app, where the browser can. */
  readonly share: Readonly<ShareData>;
  /** It isn't the one thing to do on its screen. */
  readonly quiet?: boolean;
}

/** A text to be copied, and to be handed to another app. */
export function ShareText({ text, copy: label, share: data, quiet = false }: Props) {
  const shown = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const [shares] = useState(() => 'share' in navigator);

  async function copy() {
    // An unchanged sentence isn't announced again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Not allowed here: selecting it is the next best.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid('Selected. Now copy it.');
    }
  }

  async function share() {
    try {
      await navigator.share(data);
    } catch (error) {
      // Closed without choosing anything: as they wished.
      if (!(error instanceof Error && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <div className="code-line">
      <code className="code" ref={shown}>
        {text}
      </code>
      <Button quiet={quiet} small onPress={copy}>
        {label}
      </Button>
      {shares && (
        <Button quiet small onPress={share}>
          Share
        </Button>
      )}
      <span className={said === '' ? 'unseen' : 'hint'} role="status">
        {said}
      </span>
    </div>
  );
}
