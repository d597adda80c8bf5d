import { type ReactNode, type RefObject, useEffect } from 'react';
import { useHash } from './use-address.ts';

interface Props {
  /** Of its heading. */
  readonly id: string;
  readonly title: string;
  /** What is in it now, in a few words: "2 devices". */
  readonly state?: ReactNode;
  readonly className?: string | undefined;
  /** Its heading, for those who move the focus there. */
  readonly heading?: RefObject<HTMLHeadingElement | null> | undefined;
  /** Open from the start. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** A section that starts closed: its heading, with a short summary of what is inside. A link to its id opens it. */
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

/** Opens a section by the id of its heading. */
export function reveal(id: string): void {
  const details = document.getElementById(id)?.closest('details');
  details?.toggleAttribute('open', true);
  details?.scrollIntoView();
}
