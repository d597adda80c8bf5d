/** The logo, and the shape for each state. */

/** The logo: four strokes and a slash, in the box -3 0 31 22. */
export const logo = {
  strokes: 'M3 2.5 2.5 19.5M9 2.5 8.6 19.5M15 2.5 14.7 19.5M21 2.5 20.8 19.5',
  slash: 'M-1 17 26 5',
} as const;

/** ok: a filled dot. pending: a hollow dot. bad: a diamond. info: a square. off: a bar. */
export type Tone = 'ok' | 'pending' | 'bad' | 'info' | 'off';

const tones: Readonly<Record<string, Tone>> = {
  confirmed: 'ok',
  redeemed: 'ok',
  delivered: 'ok',
  completed: 'ok',
  pending: 'pending',
  held: 'pending',
  in_progress: 'pending',
  processing: 'pending',
  reversed: 'bad',
  refused: 'bad',
  reserved: 'info',
  returned: 'info',
  refunded: 'info',
  cancelled: 'off',
  not_started: 'off',
  paused: 'off',
};

/** Returns the tone for the state of a ledger entry, an order or a quest. An unknown state is `info`. */
export function toneOf(state: string): Tone {
  return tones[state] ?? 'info';
}

/** "not_started" → "not started" */
export function stateWords(state: string): string {
  return state.replaceAll('_', ' ');
}
