/**
 * An operator's session. It exists only in this tab, under its own key, separate from a player's session. When it ends, the
 * screens are covered but kept: after the sign-in, the same operator continues where they were, with the text they had typed.
 */
import { atom } from 'nanostores';
import * as v from 'valibot';
import { connectApi, request } from '../../lib/client/client.ts';
import { OPERATOR_IDLE_MINUTES } from '../../lib/contract/operator-limits.ts';
import {
  type OperatorSession,
  operatorLogOut,
  operatorSessionAnswer,
} from '../../lib/contract/operators/operator.ts';
import { resetSections, retrySections } from './section-store.ts';

const KEY = 'operator';

export type Operating =
  /** In the build, and until the browser's storage has been read. */
  | { readonly state: 'unknown' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: OperatorSession }
  /** The session has expired. Its screens are kept for the same operator. */
  | { readonly state: 'ended'; readonly session: OperatorSession };

export const $operating = atom<Operating>({ state: 'unknown' });

let idle: ReturnType<typeof setTimeout> | undefined;

/** Stores the session. Never throws: if storage is blocked, the session lasts as long as the page. */
function keep(session: OperatorSession | null): void {
  try {
    if (session) sessionStorage.setItem(KEY, JSON.stringify(session));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The page's memory has it.
  }
}

function stored(): OperatorSession | null {
  try {
    const found = v.safeParse(operatorSessionAnswer, JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return found.success && Date.parse(found.output.expires_at) > Date.now() ? found.output : null;
  } catch {
    return null;
  }
}

/** Restarts the idle timer with each call. Without calls the server ends the session, and the screens must be covered then. */
function restartIdleTimer(): void {
  clearTimeout(idle);
  idle = setTimeout(() => endHere(), OPERATOR_IDLE_MINUTES * 60_000);
}

function endHere(): void {
  const now = $operating.get();
  if (now.state !== 'in') return;
  clearTimeout(idle);
  keep(null);
  $operating.set({ state: 'ended', session: now.session });
}

/** Looks for this tab's session. Call it after the screen has mounted. */
export function findOperator(): void {
  connectApi({
    operatorToken: () => {
      const now = $operating.get();
      if (now.state !== 'in') return null;
      restartIdleTimer();
      return now.session.token;
    },
    // If several calls fail together, only the first one still finds the token.
    onOperatorUnauthorized: (token) => {
      const now = $operating.get();
      if (now.state === 'in' && now.session.token === token) endHere();
    },
  });
  if ($operating.get().state !== 'unknown') return;
  const session = stored();
  $operating.set(session ? { state: 'in', session } : { state: 'out' });
  if (session) restartIdleTimer();
}

/** Starts a session. Another operator doesn't get the previous one's screens. */
export function keepOperator(session: OperatorSession): void {
  const before = $operating.get();
  const isSame = before.state === 'ended' && before.session.operator.id === session.operator.id;
  if (!isSame) resetSections();
  keep(session);
  $operating.set({ state: 'in', session });
  restartIdleTimer();
  if (isSame) retrySections();
}

/** Ends the session here, even if the server can't be reached. */
export async function logOutOperator(): Promise<void> {
  try {
    await request(operatorLogOut, {});
  } catch {
    // The session will expire on the server.
  } finally {
    clearTimeout(idle);
    keep(null);
    resetSections();
    $operating.set({ state: 'out' });
  }
}
