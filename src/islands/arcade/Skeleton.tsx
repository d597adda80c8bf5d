/** A placeholder of the stage's size, so that nothing moves when the game appears. */
export function Skeleton() {
  return (
    <div className="stage" aria-hidden="true">
      <div className="score-strip" />
      <div className="board">
        <div className="surface" />
      </div>
      <div className="side" />
    </div>
  );
}
