import type { ReactNode } from 'react';

interface Props<V extends string> {
  /** A label for screen readers: "Type of article". */
  readonly legend: string;
  readonly values: readonly V[];
  readonly words: Readonly<Record<V, ReactNode>>;
  readonly value: V;
  readonly onChoose: (value: V) => unknown;
}

/** A row of chips, one of which is selected. */
export function Chips<V extends string>({ legend, values, words, value, onChoose }: Props<V>) {
  return (
    <fieldset className="chips tools">
      <legend className="unseen">{legend}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          className="chip"
          aria-pressed={one === value}
          onClick={() => onChoose(one)}
        >
          {words[one]}
        </button>
      ))}
    </fieldset>
  );
}
