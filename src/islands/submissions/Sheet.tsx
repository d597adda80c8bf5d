/** A placeholder for the editor, at its size. */
export function Sheet() {
  return (
    <div className="draft" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading your draft" />
      <div className="form">
        <span className="skeleton field-size" />
        <span className="skeleton field-size" />
        <span className="skeleton field-size" />
        <span className="skeleton body-size" />
      </div>
    </div>
  );
}
