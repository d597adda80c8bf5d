import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { useHash, useQuery } from '../shared/use-address.ts';

export interface Visit {
  readonly mode: 'log-in' | 'sign-up';
  /** The return address from the query. Not validated yet. */
  readonly from: string | null;
  readonly reflink: string | null;
}

/** Returns what the address of /login asks for: ?from=, ?ref= and #sign-up. */
export function useVisit(): Visit {
  const query = new URLSearchParams(useQuery(routes.login.pattern) ?? '');
  return {
    mode: useHash() === '#sign-up' ? 'sign-up' : 'log-in',
    from: query.get('from'),
    reflink: query.get('ref')?.slice(0, 64) || null,
  };
}

const sections: Readonly<Record<string, string>> = {
  [routes.userRewards.pattern]: 'the rewards',
  [routes.guestRewards.pattern]: 'the rewards',
  [routes.userGames.pattern]: 'the games',
  [routes.guestGames.pattern]: 'the games',
  [routes.userOrders.pattern]: 'your orders',
};

/** Returns the name of the page at an address: '/user/reward/84/Robux' → 'Robux'. Null if the address has no name. */
export function placeName(address: string): string | null {
  const path = address.replace(/[?#].*$/, '');
  for (const { pattern } of [routes.userReward, routes.guestReward, routes.guestGame]) {
    const name = matchRoute(pattern, path)?.name;
    if (name !== undefined) return readable(name);
  }
  if (matchRoute(routes.play.pattern, path)) return 'your game';
  return sections[path] ?? null;
}

/**
 * Returns a name from an address as text. It is free text, so anything unusual gives null: 'Steam-wallet-code' → 'Steam wallet
 * code'.
 */
function readable(name: string): string | null {
  try {
    const words = decodeURIComponent(name).replaceAll('-', ' ').trim();
    return /^[\p{L}\p{N} ]{1,40}$/u.test(words) ? words : null;
  } catch {
    return null;
  }
}
