/** The points in the shell: from the stored user immediately, then fresh, then by realtime. */
import { atom, computed } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { getBalance } from '../../../lib/contract/account.ts';
import { extensions } from '../../../lib/host.ts';
import { $session, $user, patchUser } from '../../../lib/session/session.ts';
import { followAccount, refetchOn } from './live.ts';
import { asApiError } from './load.ts';
import { onReturn } from './network.ts';

export const $balance = computed($user, (user) => user?.balance ?? null);

/** The figures from before, while a screen is still to show what changed them; null: they are shown as they are. */
export const $heldBalance = atom<ReturnType<typeof $balance.get>>(null);
export const $shownBalance = computed([$heldBalance, $balance], (held, balance) => held ?? balance);

export const holdBalance = (): void => $heldBalance.set($balance.get());
export const showBalance = (): void => $heldBalance.set(null);

/** True when the figures were asked for in vain and none is known: their places aren't kept waiting for ever. */
export const $balanceUnknown = atom(false);

let latest = 0;

/** Fetches the balance; an older answer never overwrites a newer one. A failure leaves the figures as they are. */
export async function refreshBalance(): Promise<void> {
  if ($session.get().state !== 'signed-in') return;
  // Then the stored user's own is all that is known.
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
    // The page that it was asked with is left, and the top bar isn't.
    if (code === 'aborted') return refreshBalance();
    $balanceUnknown.set($balance.get() === null);
    if (code === 'offline') onReturn(() => void refreshBalance());
  }
}

/** Keeps the balance of the signed-in user fresh, with the socket that reports changes. Call it once per page; again is harmless. */
export function followBalance(): () => void {
  let token: string | null = null;
  const stops = [
    followAccount(),
    refetchOn(['BalanceChanged'], refreshBalance),
    $session.subscribe((session) => {
      const before = token;
      token = session.state === 'signed-in' ? session.token : null;
      if (token !== null && token !== before) void refreshBalance();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
