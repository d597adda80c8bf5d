import { useEffect, useState } from 'react';
import { lazy } from '../../shared/lazy.tsx';

const MeasuredTimes = lazy(async () => (await import('./MeasuredTimes.tsx')).MeasuredTimes);

/** Measured times on their public page. Scripts load only after a click on the link (components/on-touch.ts). */
export function MeasuredTimesIsland({ href }: { readonly href: string }) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => setAsked(true), []);
  if (isAsked) return <MeasuredTimes />;
  return (
    <a className="button quiet" href={href}>
      Show measured times
    </a>
  );
}
