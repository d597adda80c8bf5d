import { useEffect, useRef, useState } from 'react';
import { Sprite } from '../shared/Sprite.tsx';
import { useFocusHandover } from '../shared/use-focus-handover.ts';

const SHOWN = 18;

/** Seeds of a page of creatures: the same for the same name and page, so that one can go back to one seen before. */
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
  /** Null: the one that the name makes. */
  readonly onChoose: (seed: string | null) => void;
}

/** Creatures to choose from, a page at a time; there are as many as one cares to look at. */
export function Creatures({ name, chosen, onChoose }: Props) {
  const [page, setPage] = useState(0);
  const place = useRef<HTMLFieldSetElement>(null);
  const before = useFocusHandover<HTMLButtonElement>(() => place.current?.querySelector('button'));
  useEffect(() => {
    // The focus may be elsewhere by now; else the button that is gone had the focus, and what is around it has it now.
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
