import { useFocusHandover } from '../shared/use-focus-handover.ts';

interface Props {
  /** The game's name. */
  readonly name: string;
  readonly onAgain: () => void;
  /** Where focus goes after a press. */
  readonly next: () => HTMLElement | null;
}

/** Covers the frame of a game that doesn't respond. */
export function Silent({ name, onAgain, next }: Props) {
  const place = useFocusHandover<HTMLDivElement>(next);
  return (
    <div ref={place} className="partner-silent" role="alert">
      <h2>{name} isn’t responding</h2>
      <p>Our partner’s server may be down. Your progress so far is safe.</p>
      <button type="button" className="button small" onClick={onAgain}>
        Reload game
      </button>
    </div>
  );
}
