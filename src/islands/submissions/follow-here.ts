import type { MouseEvent } from 'react';
import { changeAddress } from '../shared/use-address.ts';

/** The list and a sheet are one page: only the address changes, unless another tab is asked for. */
export function followHere(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, search } = new URL(event.currentTarget.href);
  changeAddress(pathname + search, 'push');
}
