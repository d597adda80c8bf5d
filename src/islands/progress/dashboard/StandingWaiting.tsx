/** Stands where points, streak and level will, at their size. */
export function StandingWaiting() {
  return (
    <div className="standing" aria-busy="true">
      <span className="skeleton standing-size" />
      <span className="skeleton standing-size" />
      <span className="skeleton standing-size" />
    </div>
  );
}
