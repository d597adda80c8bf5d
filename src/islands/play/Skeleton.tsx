const cells = Array.from({ length: 16 }, (_, cell) => cell);

/** The stage's size before the address is known, so that nothing moves when the game comes. */
export function Skeleton() {
  return (
    <div className="stage" aria-hidden="true">
      <div className="score-strip" />
      <div className="board">
        <div className="surface">
          <div className="cells">
            {cells.map((cell) => (
              <i key={cell} />
            ))}
          </div>
        </div>
      </div>
      <div className="side" />
    </div>
  );
}
