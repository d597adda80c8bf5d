/**
 * Calls that the page's head made while the scripts were loading (src/components/inline/early-calls.js). Each answer can be taken
 * once.
 */

declare global {
  interface Window {
    playtallyEarly?: {
      /** The token that was sent with all of them. None for a guest. */
      readonly token: string | null | undefined;
      /** Aborts all of them, on navigation or at the time limit. */
      readonly stop: AbortController;
      /** The answers by full address: 'https://api.playtally.example/api/user/games?page=1'. */
      [address: `http${string}`]: Promise<Response>;
    };
  }
}

/** Milliseconds from the start of the page. Answers not taken by then may be out of date. */
const FRESH = 15_000;

/** Returns the pending answer, if exactly this was requested with the same token. */
export function takeEarly(
  address: RequestInfo | URL,
  { method, headers, signal }: RequestInit = {},
): Promise<Response> | undefined {
  const early = typeof window === 'undefined' ? undefined : window.playtallyEarly;
  const key = String(address) as `http${string}`;
  const answer = early?.[key];
  if (!early || !answer || method !== 'GET') return undefined;
  delete early[key];
  const { token, stop } = early;
  const isTheirs = new Headers(headers).get('authorization') === (token ? `Bearer ${token}` : null);
  if (!isTheirs || performance.now() > FRESH) {
    dropEarly();
    return undefined;
  }
  if (signal?.aborted) stop.abort();
  signal?.addEventListener('abort', () => stop.abort());
  return answer;
}

/** Aborts the calls that are still pending, because the user has left their page. */
export function dropEarly(): void {
  if (typeof window === 'undefined') return;
  window.playtallyEarly?.stop.abort();
  delete window.playtallyEarly;
}
