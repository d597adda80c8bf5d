import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  /** A change of this value moves the focus again, which announces the new content. */
  readonly about?: unknown;
}

/** Replaces a form. Takes the focus, because the element that had it is gone. */
export function Instead({ id, title, children, about }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `about` moves the focus again
  useEffect(() => heading.current?.focus(), [about]);
  return (
    <>
      <h1 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </>
  );
}
