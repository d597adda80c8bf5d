import { stateWords, toneOf } from '../../lib/format/marks.ts';

interface Props {
  /** A ledger entry's, an order's or a quest's state: confirmed, pending, reversed, delivered, … Null where it isn't known. */
  state: string | null;
  /** Other words than the state's own: "until 27 Nov". */
  words?: string | undefined;
  /** For the second place of a ledger line, which phones show instead of the column. */
  under?: boolean;
}

/** A state as shape, hue and word. */
export function StateBadge({ state, words, under = false }: Props) {
  if (state === null) return null;
  return (
    <span className={`state ${toneOf(state)}${under ? ' under' : ''}`}>{words ?? stateWords(state)}</span>
  );
}
