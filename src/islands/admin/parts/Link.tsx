import type { MouseEvent, ReactNode } from 'react';
import { changeAddress } from '../../shared/use-address.ts';

interface Props {
  readonly to: string;
  readonly className?: string | undefined;
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A link within the operators' area, which is one page: followed without leaving it, unless another tab or window is wanted. */
export function Link({ to, className, current = false, children }: Props) {
  function follow(event: MouseEvent) {
    if (event.button || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    changeAddress(to, 'push');
  }
  return (
    <a href={to} className={className} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
