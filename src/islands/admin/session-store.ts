/**
 * An operator's session: in this tab alone, under a key of its own, and apart from a player's. When it ends, what the tab shows is
 * covered and kept: the same operator continues after the log-in where they were, with what they had typed.
 */
import { atom } from 'nanostores';
import * as v from 'valibot';
import { connectApi, request } from '../../lib/client/client.ts';
import { OPERATOR_IDLE_MINUTES } from '../../lib/contract/limits.ts';
import { type OperatorSession, operatorLogOut, operatorSessionAnswer } from '../../lib/contract/operator.ts';
import { resetSections, retrySections } from './section-store.ts';

const KEY = 'operator';

export type Operating =
  /** In the build, and until the browser was asked. */
  | { readonly state: 'unknown' }
  | { readonly state: 'out' }
  | { readonly state: 'in'; readonly session: OperatorSession }
  /** Ended by itself: what it showed waits for the same operator. */
  | { readonly state: 'ended'; readonly session: OperatorSession };

export const $operating = atom<Operating>({ state: 'unknown' });

let idle: ReturnType<typeof setTimeout> | undefined;

/** Session storage that never throws: where it is blocked, the session lives as long as the page does. */
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

/** Each call puts the end off; without any the server ends the session, and nobody is to read on over the keys of who left. */
function stayAwake(): void {
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

/** Looks for this tab's session; to be called when the screen has mounted. */
export function findOperator(): void {
  connectApi({
    operatorToken: () => {
      const now = $operating.get();
      if (now.state !== 'in') return null;
      stayAwake();
      return now.session.token;
    },
    // Of several that come at once only the first finds the token still there.
    onOperatorUnauthorized: (token) => {
      const now = $operating.get();
      if (now.state === 'in' && now.session.token === token) endHere();
    },
  });
  if ($operating.get().state !== 'unknown') return;
  const session = stored();
  $operating.set(session ? { state: 'in', session } : { state: 'out' });
  if (session) stayAwake();
}

/** Begins a session. Another operator than the one before finds nothing of theirs. */
export function keepOperator(session: OperatorSession): void {
  const before = $operating.get();
  const isSame = before.state === 'ended' && before.session.operator.id === session.operator.id;
  if (!isSame) resetSections();
  keep(session);
  $operating.set({ state: 'in', session });
  stayAwake();
  if (isSame) retrySections();
}

/** Ends the session here even when the server can't be reached. */
export async function logOutOperator(): Promise<void> {
  try {
    await request(operatorLogOut, {});
  } catch {
    // It ends by itself after a while.
  } finally {
    clearTimeout(idle);
    keep(null);
    resetSections();
    $operating.set({ state: 'out' });
  }
}
