import type { MouseEvent } from 'react';
import { changeAddress } from '../shared/use-address.ts';

/**
 * Handles a link between list and editor, which are the same page: changes only the address, unless the user opens another tab.
 */
export function followHere(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, search } = new URL(event.currentTarget.href);
  changeAddress(pathname + search, 'push');
}
