/** The balance in the shell: immediately from the stored user, then from the API, then updated by the socket. */
import { atom, computed } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { getBalance } from '../../../lib/contract/account/account.ts';
import { extensions } from '../../../lib/host.ts';
import { $session, $user, patchUser } from '../../../lib/session/session.ts';
import { followAccount, refetchOn, together } from './live.ts';
import { asApiError } from './load.ts';
import { onReturn } from './network.ts';

export const $balance = computed($user, (user) => user?.balance ?? null);

/** The earlier balance, shown while a screen still has to reveal what changed it. Null: the current one is shown. */
export const $heldBalance = atom<ReturnType<typeof $balance.get>>(null);
export const $shownBalance = computed([$heldBalance, $balance], (held, balance) => held ?? balance);

export const holdBalance = (): void => $heldBalance.set($balance.get());
export const showBalance = (): void => $heldBalance.set(null);

/** Whether loading has failed and no balance is known, so the placeholders should go. */
export const $balanceUnknown = atom(false);

let latest = 0;

/** Fetches the balance. An older answer never replaces a newer one. A failure changes nothing on screen. */
export async function refreshBalance(): Promise<void> {
  if ($session.get().state !== 'signed-in') return;
  // Without extensions, only the stored user has a balance.
  if (!extensions) return $balanceUnknown.set($balance.get() === null);
  const mine = ++latest;
  try {
    const { balance } = await request(getBalance, {});
    if (mine !== latest) return;
    patchUser({ balance });
    $balanceUnknown.set(false);
  } catch (error) {
    if (mine !== latest) return;
    const { code } = asApiError(error);
    // Navigation aborts the call, but the top bar stays.
    if (code === 'aborted') return refreshBalance();
    $balanceUnknown.set($balance.get() === null);
    if (code === 'offline') onReturn(() => void refreshBalance());
  }
}

/**
 * Keeps the signed-in user's balance up to date, and connects the socket that reports changes. Call it on each page; repeats are
 * harmless.
 */
export function followBalance(): () => void {
  let token: string | null = null;
  return together(
    followAccount(),
    refetchOn(['BalanceChanged'], refreshBalance),
    $session.subscribe((session) => {
      const before = token;
      token = session.state === 'signed-in' ? session.token : null;
      if (token !== null && token !== before) void refreshBalance();
    }),
  );
}
