import { type MergeState, UNDO } from '../../../lib/arcade/merge.ts';
import { act } from '../store.ts';

/** Undoes the last move, as often as a round allows. */
export function Undo({ game: { undos, past } }: { readonly game: MergeState }) {
  return (
    <button type="button" className="undo" disabled={past.length === 0} onClick={() => act(UNDO)}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 6 4.5 10.5 9 15M5 10.5h8.5a5 5 0 0 1 0 10H10" />
      </svg>
      Undo <span className="num">({undos})</span>
    </button>
  );
}
