import { type ReactNode, type RefObject, useEffect } from 'react';
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
  /** Whether it starts open. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A section that starts closed and shows only its heading and a short summary. A link to its id opens it. */
export function Fold({ id, title, state, className, heading, open, children }: Props) {
  const isTarget = useHash() === `#${id}`;
  useEffect(() => {
    if (isTarget) reveal(id);
  }, [isTarget, id]);
  return (
    <section className={className} aria-labelledby={id}>
      <details className="fold" open={open}>
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
