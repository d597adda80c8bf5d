import { useFocusHandover } from '../shared/use-focus-handover.ts';

interface Props {
  /** The game's. */
  readonly name: string;
  readonly onAgain: () => void;
  /** Where whoever pressed it goes on. */
  readonly next: () => HTMLElement | null;
}

/** Over the frame of a game that doesn't answer. */
export function Silent({ name, onAgain, next }: Props) {
  const place = useFocusHandover<HTMLDivElement>(next);
  return (
    <div ref={place} className="partner-silent" role="alert">
      <h2>{name} doesn’t answer</h2>
      <p>It is kept by its partner, who may be away. What counted before stays as it is.</p>
      <button type="button" className="button small" onClick={onAgain}>
        Load it again
      </button>
    </div>
  );
}
