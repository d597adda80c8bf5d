/** The points in the shell: from the stored user at once, then fresh, then by realtime. */
import { atom, computed } from 'nanostores';
import { getBalance } from '../api/account.ts';
import type { UserEvent } from '../contract/channels.ts';
import { $session, $user, patchUser } from './session.ts';
import { apiUrl, realtime } from './settings.ts';

export const $balance = computed($user, (user) => user?.balance ?? null);

/** How fresh the figures are: `live` while the socket stands, `asked` when they were only fetched. */
export const $liveness = atom<'asked' | 'live'>('asked');

const followers = new Set<(event: UserEvent) => void>();

/** Tells of each realtime event of one's own account; the stores that show orders or quests fetch them anew. */
export function onUserEvent(follower: (event: UserEvent) => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

let latest = 0;

/** Fetches the balance; an older answer never overwrites a newer one. A failure leaves the figures as they are. */
export async function refreshBalance(): Promise<void> {
  if ($session.get().state !== 'signed-in') return;
  const mine = ++latest;
  const balance = await getBalance().catch(() => null);
  if (balance && mine === latest) patchUser({ balance });
}

let connected: { token: string; close(): void } | undefined;

/** Connects the socket for whoever is signed in and follows sign-in and sign-out. Call once per page; again is harmless. */
export function followBalance(): () => void {
  return $session.subscribe((session) => {
    if (session.state !== 'signed-in') {
      connected?.close();
      connected = undefined;
      return;
    }
    if (connected?.token === session.token) return;
    connected?.close();
    connected = openSocket(session.token, session.userId);
    void refreshBalance();
  });
}

function openSocket(token: string, userId: number): { token: string; close(): void } {
  let closed = false;
  let close = () => {};
  // After the content: the socket's library is as large as the rest of the page.
  void import('../realtime/connect.ts')
    .then(({ connectRealtime }) => {
      if (closed) return;
      const connection = connectRealtime({
        token,
        userId,
        apiUrl,
        ...realtime,
        onEvent(event) {
          if (event.name === 'BalanceChanged') void refreshBalance();
          for (const follower of followers) follower(event);
        },
        onReconnect: () => void refreshBalance(),
        onState: (state) => $liveness.set(state === 'live' ? 'live' : 'asked'),
      });
      close = () => connection.close();
    })
    .catch(() => $liveness.set('asked'));
  return {
    token,
    close() {
      closed = true;
      close();
    },
  };
}
