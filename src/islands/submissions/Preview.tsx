import { useEffect, useState } from 'react';
import { Failed } from '../shared/Failed.tsx';
import { asApiError, type Failure } from '../shared/stores/load.ts';
import { previewOf } from './draft-acts-store.ts';

type Shown =
  | { readonly state: 'working' }
  | { readonly state: 'done'; readonly html: string }
  | { readonly state: 'failed'; readonly error: Failure };

/** The text as readers would see it, rendered by the server in the same way. */
export function Preview({ body }: { readonly body: string }) {
  const [shown, setShown] = useState<Shown>({ state: 'working' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what Retry raises
  useEffect(() => {
    if (body.trim() === '') return;
    let gone = false;
    setShown({ state: 'working' });
    previewOf(body).then(
      (html) => gone || setShown({ state: 'done', html }),
      (error: unknown) => gone || setShown({ state: 'failed', error: asApiError(error) }),
    );
    return () => {
      gone = true;
    };
  }, [body, attempt]);

  if (body.trim() === '') return <p className="muted draft-preview">Nothing to preview yet.</p>;
  if (shown.state === 'failed')
    return (
      <Failed
        title="We couldn’t show the preview"
        reason={shown.error}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  if (shown.state === 'working')
    return (
      <div className="prose draft-preview" aria-busy="true">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton line short" />
      </div>
    );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it has been through the sanitiser
  return <div className="prose draft-preview" dangerouslySetInnerHTML={{ __html: shown.html }} />;
}
