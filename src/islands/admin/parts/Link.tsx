import type { MouseEvent, ReactNode } from 'react';
import { changeAddress } from '../../shared/use-address.ts';

/** Where a link leads. */
export interface Leading {
  readonly to: string;
  /** What the new history entry keeps besides the address: a private filter. */
  readonly kept?: string;
}

interface Props extends Leading {
  readonly className?: string | undefined;
  readonly current?: boolean;
  readonly children: ReactNode;
}

/**
 * A link within the back office, which is a single page. Navigates without a page load, unless the user opens a new tab or
 * window.
 */
export function Link({ to, kept, className, current = false, children }: Props) {
  function follow(event: MouseEvent) {
    if (event.button || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    changeAddress(to, 'push', kept);
  }
  return (
    <a href={to} className={className} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
