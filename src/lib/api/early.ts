/** What the page's head has asked already, while the scripts were on their way (src/components/first-paint.ts): each answer is handed out once. */

interface EarlyCall {
  /** The page that it was asked for: '/user/games'. */
  readonly at: string;
  /** Null for a guest's. */
  readonly token: string | null;
  readonly answer: Promise<Response>;
  readonly stop: AbortController;
}

declare global {
  interface Window {
    /** By the whole address: 'https://api.playtally.example/api/user/games?page=1'. */
    playtallyEarly?: Record<string, EarlyCall>;
  }
}

/** The answer that is on its way, where exactly this was asked: by the same page, for the same person. */
export function takeEarly(
  address: RequestInfo | URL,
  { method, headers, signal }: RequestInit = {},
): Promise<Response> | undefined {
  const calls = typeof window === 'undefined' ? {} : (window.playtallyEarly ?? {});
  const call = method === 'GET' ? calls[String(address)] : undefined;
  if (!call) return undefined;
  delete calls[String(address)];
  const { at, token, answer, stop } = call;
  const sent = new Headers(headers).get('authorization');
  if (at !== location.pathname || sent !== (token && `Bearer ${token}`)) {
    stop.abort();
    return undefined;
  }
  if (signal?.aborted) stop.abort();
  signal?.addEventListener('abort', () => stop.abort());
  return answer;
}
