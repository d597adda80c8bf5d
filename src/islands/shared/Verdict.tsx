import { useState } from 'react';
import { Button } from './Button.tsx';

/** A value that was computed here and compared with the server's. */
export interface Finding {
  readonly ok: boolean;
  readonly words: string;
  /** The value computed here and the server's value, if they are worth showing. */
  readonly here?: string | undefined;
  readonly claimed?: string | undefined;
}

type Outcome =
  | { readonly state: 'none' }
  | { readonly state: 'done'; readonly findings: readonly Finding[] }
  | { readonly state: 'unable'; readonly reason: string };

interface Props {
  /** "Verify in your browser" */
  readonly label: string;
  /** Computes everything in this browser. Rejects if that isn't possible. */
  readonly run: () => Promise<readonly Finding[]>;
  /** The verdict in a sentence: if everything agrees, and if anything doesn't. */
  readonly holds: string;
  readonly broken: string;
}

/** Verifies a draw in the player's own browser and shows the result, number by number. */
export function Verdict({ label, run, holds, broken }: Props) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' });

  async function check() {
    try {
      setOutcome({ state: 'done', findings: await run() });
    } catch {
      setOutcome({ state: 'unable', reason: reasonOf() });
    }
  }

  const ok = outcome.state === 'done' && outcome.findings.every((finding) => finding.ok);
  return (
    <div className="verdict">
      <Button quiet small onPress={check}>
        {label}
      </Button>
      <div role="status">
        {outcome.state === 'unable' && (
          <p className="state info">
            <span>We couldn’t check it here. {outcome.reason}</span>
          </p>
        )}
        {outcome.state === 'done' && (
          <div className={ok ? 'found holds' : 'found broken'}>
            <p className={`state ${ok ? 'ok' : 'bad'}`}>
              <b>{ok ? holds : broken}</b>
            </p>
            <ul>
              {outcome.findings.map((finding) => (
                <li key={finding.words} className={`state ${finding.ok ? 'ok' : 'bad'}`}>
                  <span>
                    {finding.words}
                    {finding.here !== undefined && (
                      <Figure term="Your browser’s result" value={finding.here} />
                    )}
                    {finding.claimed !== undefined && !finding.ok && (
                      <Figure term="Published" value={finding.claimed} />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}

function Figure({ term, value }: { readonly term: string; readonly value: string }) {
  return (
    <span className="figure">
      {term}: <code>{value}</code>
    </span>
  );
}

function reasonOf(): string {
  // Browsers provide SHA-256 and HMAC only to secure pages.
  if (!globalThis.isSecureContext) return 'Browsers compute hashes on secure (https) addresses only.';
  return 'We couldn’t load what the check needs. Try again.';
}
