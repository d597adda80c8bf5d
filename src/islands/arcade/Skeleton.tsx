/** The stage's size before the address or the game is known, so that nothing moves when it comes. */
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
