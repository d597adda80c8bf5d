import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Fold } from '../shared/Fold.tsx';

/** A section of the settings. Its closed row says if something in it was entered and not saved. */
export function Section({ state, heading, ...fold }: ComponentProps<typeof Fold>) {
  const own = useRef<HTMLHeadingElement>(null);
  const title = heading ?? own;
  const [unsaved, setUnsaved] = useState(false);
  // After each render, because a form that is sent may be saved after its section was closed.
  useEffect(() => {
    const details = title.current?.closest('details');
    const check = async () => {
      if (details) setUnsaved((await import('./unsaved.ts')).hasUnsaved(details));
    };
    void check();
    details?.addEventListener('toggle', check);
    return () => details?.removeEventListener('toggle', check);
  });
  return <Fold {...fold} heading={title} state={unsaved ? <b>Not saved</b> : state} />;
}
