import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Failed } from '../../shared/Failed.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { OpeningLine } from './OpeningLine.tsx';
import { $recentOpenings, loadRecentOpenings } from './recent-openings-store.ts';

/** Recent openings of a case by any player. Each can be verified here. */
export function RecentOpenings({ caseId }: { readonly caseId: number }) {
  const load = useStore($recentOpenings, { ssr: 'initial' });
  useEffect(() => void loadRecentOpenings(caseId), [caseId]);
  if (load.state === 'failed')
    return (
      <Failed
        title="We couldn’t load the recent openings"
        reason={load.error}
        onRetry={() => loadRecentOpenings(caseId)}
      />
    );
  if (load.state !== 'ready') return <RowSkeleton count={3} />;
  if (load.value.length === 0) return <p className="muted">Nobody has opened this case yet.</p>;
  return (
    <>
      <p className="muted">From all players, without names. Your browser can verify each of them.</p>
      <ul className="opening-list">
        {load.value.map((opening) => (
          <OpeningLine key={opening.id} opening={opening} />
        ))}
      </ul>
    </>
  );
}
