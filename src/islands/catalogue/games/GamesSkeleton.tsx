import { site } from '../../../lib/site.ts';
import { CardSkeleton } from '../../shared/Skeleton.tsx';

/** A placeholder for the first page, at its size. */
export function GamesSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <div>
        <div className="section-title">
          <h2>{site.name} games</h2>
          <span className="own-pay">Points arrive right after each round</span>
        </div>
        <div className="own-games">
          <span className="skeleton own-game-size" />
        </div>
      </div>
      <div>
        <div className="section-title">
          <h2>Demo games</h2>
        </div>
        <CardSkeleton count={12} />
      </div>
    </div>
  );
}
