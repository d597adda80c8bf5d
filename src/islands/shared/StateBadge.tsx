import { stateWords, toneOf } from '../../lib/format/marks.ts';

interface Props {
  /** The state of a ledger entry, an order or a quest: confirmed, pending, reversed, delivered, … Null if unknown. */
  state: string | null;
  /** A text that replaces the state's own: "until 27 Nov". */
  words?: string | undefined;
  /** Whether it is the second copy in a ledger line, which phones show instead of the column. */
  under?: boolean;
}

/** A state, shown by shape, hue and word. */
export function StateBadge({ state, words, under = false }: Props) {
  if (state === null) return null;
  return (
    <span className={`state ${toneOf(state)}${under ? ' under' : ''}`}>{words ?? stateWords(state)}</span>
  );
}
