/** The links in mails: each opens a page with a token in its address. */
import type { WritableAtom } from 'nanostores';
import { ApiError } from '../../lib/client/client.ts';
import { matchRoute } from '../../lib/routing/routes.ts';

interface Given {
  readonly state: 'given';
  readonly token: string;
  /** Empty if the link has none. */
  readonly email: string;
}
export type MailedLink =
  /** The address hasn't been read yet; this is the state of the pre-rendered page. */
  | { readonly state: 'unread' }
  /** The address has no token. */
  | { readonly state: 'none' }
  | Given;

/**
 * Moves token and email address from the address bar to the store, so that they aren't in the history or in a copied address.
 * Only the page holds them: after a reload, the user must open the mail's link again. Returns the link, if the address has one.
 */
export function takeLink($link: WritableAtom<MailedLink>, pattern: string): Given | undefined {
  const token = matchRoute(pattern, location.pathname)?.token;
  if (token === undefined) {
    if ($link.get().state === 'unread') $link.set({ state: 'none' });
    return undefined;
  }
  const email = new URLSearchParams(location.search).get('email') ?? '';
  history.replaceState(history.state, '', pattern.replace('/{token?}', ''));
  const link: Given = { state: 'given', token, email };
  $link.set(link);
  return link;
}

/** Makes a link's call. A link needs no session, but an expired one may still be stored. */
export async function asAnyone<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // The expired session has been cleared now, and the link wasn't used, so try again.
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    return call();
  }
}
