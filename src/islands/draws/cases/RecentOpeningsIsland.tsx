import { useEffect, useState } from 'react';
import { lazy } from '../../shared/lazy.tsx';

const RecentOpenings = lazy(async () => (await import('./RecentOpenings.tsx')).RecentOpenings);

interface Props {
  readonly caseId: number;
  /** Another page that lists them. */
  readonly href: string;
}

/** Recent openings on a case's public page. Scripts load only after a click on the link (components/on-touch.ts). */
export function RecentOpeningsIsland({ caseId, href }: Props) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => setAsked(true), []);
  if (isAsked) return <RecentOpenings caseId={caseId} />;
  return (
    <a className="button quiet" href={href}>
      Show recent openings
    </a>
  );
}
