import { RowSkeleton } from '../../shared/Skeleton.tsx';

/** A placeholder for a game, at its size. */
export function GameSkeleton() {
  return (
    <div className="stack" aria-busy="true">
      <div className="game-head">
        <span className="skeleton sprite-size" />
        <div className="what">
          <h1>
            <span className="unseen">Game</span>
            <span className="skeleton line short" />
          </h1>
          <p>
            <span className="skeleton line" />
          </p>
          <span className="skeleton button-size" />
        </div>
      </div>
      <div className="two">
        <RowSkeleton count={6} />
        <div>
          <span className="skeleton line" />
          <span className="skeleton line" />
          <span className="skeleton line short" />
        </div>
      </div>
    </div>
  );
}
