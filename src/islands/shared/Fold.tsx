import { type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react';
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

const wide = () => matchMedia('(width > 1120px)');
function onTurn(changed: () => void): () => void {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
const isWideNow = () => wide().matches;
/** In the page as the build made it the style opens it (ui.css). */
const isWideBuilt = () => false;

/** A section that starts closed and shows only its heading and a short summary. A link to its id opens it. */
export function Fold({ id, title, state, className, heading, open, children }: Props) {
  const isWide = useSyncExternalStore(onTurn, isWideNow, isWideBuilt);
  const isTarget = useHash() === `#${id}`;
  useEffect(() => {
    if (isTarget) reveal(id);
  }, [isTarget, id]);
  return (
    <section className={className} aria-labelledby={id}>
      <details className="fold" data-open={open} open={open === 'wide' ? isWide : open}>
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

/** Opens the section whose heading has this id, and scrolls to it. */
export function reveal(id: string): void {
  const details = document.getElementById(id)?.closest('details');
  details?.toggleAttribute('open', true);
  details?.scrollIntoView();
}
