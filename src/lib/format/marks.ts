/** The product's small icons, and the shape for each state. */

/** The logo: four strokes and a slash, in the box -3 0 31 22. */
export const logo = {
  strokes: 'M3 2.5 2.5 19.5M9 2.5 8.6 19.5M15 2.5 14.7 19.5M21 2.5 20.8 19.5',
  slash: 'M-1 17 26 5',
} as const;

/** Line icons in the box 0 0 24 24, drawn with strokes. */
export const icons = {
  home: 'M3 10.5 12 3l9 7.5V21h-6v-6H9v6H3z',
  games: 'M7 8h10a5 5 0 0 1 0 10c-2 0-2.5-2-5-2s-3 2-5 2A5 5 0 0 1 7 8zM8 11v4M6 13h4M16 12h.01M18 14h.01',
  rewards:
    'M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4zM14 6v12',
  contests: 'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v2a3 3 0 0 0 3 3M17 6h3v2a3 3 0 0 1-3 3M12 14v4M8 20h8',
  cases: 'M4 9h16v11H4zM4 9l3-5h10l3 5M12 9v4',
  orders: 'M5 4v16M9 4v16M13 4v16M17 4v16M3 17 20 6',
  more: 'M4 7h16M4 12h16M4 17h16',
  join: 'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21c0-4 3-6 7-6 1.5 0 3 .3 4 1M18 15v6M15 18h6',
  enter: 'M10 4h9v16h-9M3 12h11M10 8l4 4-4 4',
  account: 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM4 21c0-4 3.5-6 8-6s8 2 8 6',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2 2 0 0 0 4 0',
  back: 'M14 5l-7 7 7 7M7 12h13',
  close: 'M6 6l12 12M18 6 6 18',
} as const;
export type IconName = keyof typeof icons;

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
