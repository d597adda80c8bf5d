import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from './Button.tsx';
import type { Failure } from './stores/load.ts';
import { useOnline } from './use-online.ts';

interface ReasonProps {
  /** The failed call, or a sentence if it wasn't a call. */
  readonly reason: Failure | string;
  readonly onRetry?: (() => unknown) | undefined;
}

interface Props extends ReasonProps {
  /** What failed: "We couldn’t load the rewards". */
  readonly title: string;
  /** The heading level: 3 within a section, 2 or 1 if it is the page's whole content. */
  readonly level?: 1 | 2 | 3;
}

/** A list or page that failed to load: the reason, and what to do about it. */
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

/** Says that the shown content couldn't be refreshed. */
export function Stale({ reason, onRetry }: ReasonProps) {
  return (
    <div className="notice bad" role="alert">
      <p>{useSentence(reason)} Showing the last saved version.</p>
      <Remedy reason={reason} onRetry={onRetry} />
    </div>
  );
}

/** Whether a retry may succeed. It can't if the host rejected the call or doesn't have it. */
function isWorthRetrying({ code, status }: Failure): boolean {
  if (status === 0 || status >= 500) return code !== 'not_offered';
  return status === 408 || status === 429 || code === 'unexpected_answer';
}

/**
 * Whether the call failed offline and the browser is still offline. The call is repeated once it is online; a retry before can't
 * help.
 */
function useIsOffline(reason: Failure | string): boolean {
  const isOnline = useOnline();
  return !isOnline && typeof reason !== 'string' && reason.code === 'offline';
}

function useSentence(reason: Failure | string): string {
  if (useIsOffline(reason)) return 'You’re offline.';
  return typeof reason === 'string' ? reason : reason.message;
}

/** A "Retry" button if that can help, or a link to the login for a guest who got a 401. */
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
