import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from './Button.tsx';
import type { Failure } from './stores/load.ts';
import { useOnline } from './use-online.ts';

interface ReasonProps {
  /** How the call failed; a sentence where it wasn't a call. */
  readonly reason: Failure | string;
  readonly onRetry?: (() => unknown) | undefined;
}

interface Props extends ReasonProps {
  /** What failed: "We couldn’t load the rewards". */
  readonly title: string;
  /** Of the heading: 3 within a section, 2 or 1 where it is the page's whole content. */
  readonly level?: 1 | 2 | 3;
}

/** A list or a page that failed: the reason, and what can be done about it. */
export function Failed({ title, reason, onRetry, level = 3 }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="blank" role="alert">
      <StateLine />
      <Heading>{title}</Heading>
      <p>{useSentence(reason)}</p>
      <Remedy reason={reason} onRetry={onRetry} />
    </div>
  );
}

/** What is on screen could not be fetched again. */
export function Stale({ reason, onRetry }: ReasonProps) {
  return (
    <div className="notice bad" role="alert">
      <p>{useSentence(reason)} Showing the last saved version.</p>
      <Remedy reason={reason} onRetry={onRetry} />
    </div>
  );
}

/** Whether the same call may end otherwise in a moment: what a host has refused or doesn't have stays so. */
function isWorthRetrying({ code, status }: Failure): boolean {
  if (status === 0 || status >= 500) return code !== 'not_offered';
  return status === 408 || status === 429 || code === 'unexpected_answer';
}

/** Whether it failed without a connection and there is still none: it is fetched again when there is, and another try can't help before. */
function useIsOffline(reason: Failure | string): boolean {
  const isOnline = useOnline();
  return !isOnline && typeof reason !== 'string' && reason.code === 'offline';
}

function useSentence(reason: Failure | string): string {
  if (useIsOffline(reason)) return 'You’re offline.';
  return typeof reason === 'string' ? reason : reason.message;
}

/** "Retry" where that can help, and for a guest whom the host turns away the way in. */
function Remedy({ reason, onRetry }: ReasonProps) {
  const isOffline = useIsOffline(reason);
  if (typeof reason !== 'string' && reason.status === 401)
    return (
      <a className="button quiet small" href={hrefs.logIn(location.pathname + location.search)}>
        Log in
      </a>
    );
  if (!onRetry || (typeof reason !== 'string' && !isWorthRetrying(reason))) return null;
  return (
    <Button quiet small disabled={isOffline} onPress={onRetry}>
      Retry
    </Button>
  );
}

function StateLine() {
  return <span className="state bad">failed</span>;
}
