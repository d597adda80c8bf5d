import { useState } from 'react';
import { Button } from '../shared/Button.tsx';

/** One button for a result as text: it opens a phone's share dialog, and copies the text on a computer. */
export function ShareResult({ text }: { readonly text: string }) {
  const [state, setState] = useState<'copied' | 'refused'>();

  async function share() {
    // An unchanged text isn't announced again.
    setState(undefined);
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
      try {
        return await navigator.share({ text });
      } catch (error) {
        // The player closed the dialog.
        if (error instanceof Error && error.name === 'AbortError') return;
      }
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
    }
  }

  return (
    <>
      <Button quiet small onPress={share}>
        Share result
      </Button>
      <span className={state ? 'share-said' : 'unseen'} role="status">
        {state === 'copied'
          ? 'Copied'
          : state && 'Your browser doesn’t let us copy. Select the text instead.'}
      </span>
      {state === 'refused' && <code className="code share-text">{text}</code>}
    </>
  );
}
