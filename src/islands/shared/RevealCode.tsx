import { useRef, useState } from 'react';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { Code } from './Code.tsx';
import { useFocusHandover } from './use-focus-handover.ts';

interface Props {
  /** What the code is for, for screen readers: "Steam wallet code, $5". */
  readonly of: string;
  /** Fetches the code, or returns an error message. */
  readonly onReveal: () => Promise<{ code: string } | { error: string }>;
  /** Whether it is the primary action of the screen. */
  readonly primary?: boolean;
}

/** A code that is fetched when the user asks for it, and dropped when they hide it again. */
export function RevealCode({ of, onReveal, primary = false }: Props) {
  const [found, setFound] = useState<{ code: string } | { error: string }>();
  const box = useRef<HTMLDivElement>(null);
  // Moves the focus from the button to the code, which has an accessible name, and back.
  const place = useFocusHandover(() => box.current?.querySelector<HTMLElement>('section, button'));
  const reveal = async () => setFound(await onReveal());
  return (
    <>
      <div className="revealed" ref={box}>
        {found && 'code' in found ? (
          <section ref={place} tabIndex={-1} aria-label={`Code of ${of}: ${found.code}`}>
            <Code of={of} code={found.code} primary={primary} />
            <button type="button" className="quiet-link" onClick={() => setFound(undefined)}>
              Hide<span className="unseen"> the code of {of}</span>
            </button>
          </section>
        ) : (
          <div ref={place}>
            <Button quiet={!primary} small onPress={reveal}>
              Show code<span className="unseen"> of {of}</span>
            </Button>
          </div>
        )}
      </div>
      <Alert>{found && 'error' in found && found.error}</Alert>
    </>
  );
}
