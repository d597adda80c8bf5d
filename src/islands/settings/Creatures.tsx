import { useEffect, useRef, useState } from 'react';
import { Sprite } from '../shared/Sprite.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';

const SHOWN = 18;

/**
 * Returns the seeds of a page of creatures. The same name and page always give the same seeds, so a player can find one again.
 */
function seedsOf(name: string, page: number): string[] {
  const stem =
    name
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z0-9]+/g, '')
      .slice(0, 12) || 'player';
  return Array.from({ length: SHOWN }, (_, at) => `${stem}-${page * SHOWN + at + 1}`);
}

interface Props {
  readonly name: string;
  readonly chosen: string | null;
  /** Null: the creature made from the name. */
  readonly onChoose: (seed: string | null) => void;
}

/** Creatures to choose from, in pages. The supply is endless. */
export function Creatures({ name, chosen, onChoose }: Props) {
  const [page, setPage] = useState(0);
  const place = useRef<HTMLFieldSetElement>(null);
  const before = useFocusHandover<HTMLButtonElement>(() => place.current?.querySelector('button'));
  useEffect(() => {
    // Focus the new page, unless the focus has moved elsewhere. If the button is gone, its container has the focus.
    if (document.activeElement?.contains(place.current)) place.current?.querySelector('input')?.focus();
  }, []);
  const choices: (string | null)[] = [null, ...seedsOf(name, page)];
  return (
    <fieldset className="creatures" ref={place}>
      <legend className="unseen">Avatars</legend>
      <div className="creature-grid">
        {choices.map((seed, at) => (
          <label key={seed ?? 'name'}>
            <input
              type="radio"
              name="creature"
              className="unseen"
              checked={chosen === seed}
              aria-label={seed === null ? 'The one made from your name' : `Avatar ${page * SHOWN + at}`}
              onChange={() => onChoose(seed)}
            />
            <Sprite id={seed ?? name} size={56} />
          </label>
        ))}
      </div>
      <p className="actions">
        {page > 0 && (
          <button ref={before} type="button" className="quiet-link" onClick={() => setPage(page - 1)}>
            Previous
          </button>
        )}
        <button type="button" className="quiet-link" onClick={() => setPage(page + 1)}>
          More
        </button>
      </p>
    </fieldset>
  );
}
