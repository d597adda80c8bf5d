import { useState } from 'react';
import { Button } from './Button.tsx';
import { Code } from './Code.tsx';

interface Props {
  /** What it is a code of, for those who don't see it: "Steam wallet code, $5". */
  readonly of: string;
  /** Fetches it, or tells why it can't be had. */
  readonly onReveal: () => Promise<{ code: string } | { error: string }>;
}

/** A code that is fetched when it is asked for, and forgotten when it is covered again. */
export function RevealCode({ of, onReveal }: Props) {
  const [found, setFound] = useState<{ code: string } | { error: string }>();
  const reveal = async () => setFound(await onReveal());
  if (found && 'code' in found)
    return (
      <div className="revealed">
        <Code of={of} code={found.code} />
        <button type="button" className="quiet-link" onClick={() => setFound(undefined)}>
          Hide<span className="unseen"> the code of {of}</span>
        </button>
      </div>
    );
  return (
    <>
      <Button quiet small onPress={reveal}>
        Show code<span className="unseen"> of {of}</span>
      </Button>
      {found && (
        <p className="notice bad" role="alert">
          {found.error}
        </p>
      )}
    </>
  );
}
