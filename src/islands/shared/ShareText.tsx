import { useRef, useState } from 'react';
import { Button } from './Button.tsx';

interface Props {
  readonly text: string;
  readonly copy: string;
  /** What the browser's share dialog receives, if it has one. */
  readonly share: Readonly<ShareData>;
  /** Use a quiet button, because another action is the primary one. */
  readonly quiet?: boolean;
}

/** A text to copy, or to share with another app. */
export function ShareText({ text, copy: label, share: data, quiet = false }: Props) {
  const code = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');
  const [shares] = useState(() => 'share' in navigator);

  async function copy() {
    // Clear the text first, because an unchanged text isn't announced again.
    setSaid('');
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Copying isn't allowed here. Select the text instead.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setSaid('Selected. Now copy it.');
    }
  }

  async function share() {
    try {
      await navigator.share(data);
    } catch (error) {
      // The user closed the share dialog. Do nothing.
      if (!(error instanceof Error && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <div className="code-line">
      <code className="code" ref={code}>
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
