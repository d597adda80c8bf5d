import { LoadingStatus } from '../shared/Skeleton.tsx';
/** A placeholder for the editor, at its size. */
export function Sheet() {
  return (
    <div className="draft" aria-busy="true">
      <LoadingStatus what="your draft" />
      <div className="form">
        <span className="skeleton field-size" />
        <span className="skeleton field-size" />
        <span className="skeleton field-size" />
        <span className="skeleton body-size" />
      </div>
    </div>
  );
}
