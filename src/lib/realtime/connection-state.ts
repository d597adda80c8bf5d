/**
 * connecting: the first attempt · live: events arrive · offline: lost or unreachable, and retrying · stopped: rejected (the
 * session has ended, or the key or origin is unknown) or its code couldn't be loaded; no retry.
 */
export type RealtimeState = 'connecting' | 'live' | 'offline' | 'stopped';

interface Listeners {
  readonly onState?: ((state: RealtimeState) => void) | undefined;
  readonly onLost: () => void;
  /** Live again after a gap. */
  readonly onReconnect: () => void;
}

export interface ConnectionState {
  /** Whether events may have been missed since the connection was last live. */
  isBehind(): boolean;
  live(): void;
  lost(): void;
  /** Ends the connection for good. */
  stop(): void;
}

/** Follows a connection and reports its changes, until `ending` aborts. It starts as "connecting". */
export function followConnection(
  { onState, onLost, onReconnect }: Listeners,
  ending: AbortController,
): ConnectionState {
  const { signal } = ending;
  let state: RealtimeState | null = null;
  let behind = false;

  function enter(next: RealtimeState): void {
    if (signal.aborted || state === next) return;
    state = next;
    onState?.(next);
  }

  enter('connecting');
  return {
    isBehind: () => behind,
    live() {
      if (signal.aborted) return;
      enter('live');
      if (!behind) return;
      behind = false;
      onReconnect();
    },
    lost() {
      if (signal.aborted) return;
      behind = true;
      enter('offline');
      onLost();
    },
    stop() {
      enter('stopped');
      ending.abort();
    },
  };
}
