import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  /** What is announced again when it changes. */
  readonly about?: unknown;
}

/** Shown in place of a form. Focus moves to it: what had it is gone. */
export function Instead({ id, title, children, about }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `about` is what it is moved for
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
