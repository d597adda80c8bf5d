import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useHash } from './use-address.ts';

interface Props {
  /** The id of its heading. */
  readonly id: string;
  readonly title: string;
  /** A short summary of the content: "2 devices". */
  readonly state?: ReactNode;
  readonly className?: string | undefined;
  /** A ref to its heading, for moving the focus there. */
  readonly heading?: RefObject<HTMLHeadingElement | null> | undefined;
  /** Whether it starts open; wide: where the window has room for it. */
  readonly open?: boolean | 'wide';
  readonly children: ReactNode;
}

/** A section that starts closed and shows only its heading and a short summary. A link to its id opens it. */
export function Fold({ id, title, state, className, heading, open, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const isTarget = useHash() === `#${id}`;
  // In the page as it was built, the style opens it (ui.css).
  useLayoutEffect(() => (open === 'wide' ? followWidth(details.current, id) : undefined), [open, id]);
  useEffect(() => {
    if (isTarget) reveal(id);
  }, [isTarget, id]);
  return (
    <section className={className} aria-labelledby={id}>
      <details ref={details} className="fold" data-open={open} open={open === true}>
        <summary>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {state && <span className="num">{state}</span>}
        </summary>
        <div className="folded">{children}</div>
      </details>
    </section>
  );
}

/** Keeps a section open while the window is wide. It closes in a narrow one unless somebody is in it or a link led there. */
function followWidth(details: HTMLDetailsElement | null, id: string): (() => void) | undefined {
  if (!details) return undefined;
  const query = matchMedia('(width > 1120px)');
  const follow = () => {
    const isUsed = details.contains(document.activeElement) || location.hash === `#${id}`;
    if (query.matches || !isUsed) details.open = query.matches;
  };
  // In a narrow window it is closed, unless the player opened it before this script ran.
  details.open ||= query.matches;
  query.addEventListener('change', follow);
  return () => query.removeEventListener('change', follow);
}

/** Opens the section whose heading has this id, and scrolls to it. */
export function reveal(id: string): void {
  const details = document.getElementById(id)?.closest('details');
  details?.toggleAttribute('open', true);
  details?.scrollIntoView();
}
