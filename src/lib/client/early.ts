/** What the page's head has asked already, while the scripts were on their way (src/components/inline/early-calls.js): each answer is handed out once. */

declare global {
  interface Window {
    playtallyEarly?: {
      /** The token that all were asked with; none for a guest. */
      readonly token: string | null | undefined;
      /** Of all of them: what ends one, a page that is left or its limit of time, ends the others as well. */
      readonly stop: AbortController;
      /** By the whole address: 'https://api.playtally.example/api/user/games?page=1'. */
      [address: `http${string}`]: Promise<Response>;
    };
  }
}

/** Milliseconds from the beginning of the page: what nobody took by then may not be so any more. */
const FRESH = 15_000;

/** The answer that is on its way, where exactly this was asked for the same person. */
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

/** Ends what is still on its way: the page that it was for is left. */
export function dropEarly(): void {
  if (typeof window === 'undefined') return;
  window.playtallyEarly?.stop.abort();
  delete window.playtallyEarly;
}
