/** The product's line icons, in the box 0 0 24 24, drawn with strokes. One constant each, so that a script has only its own. */

export const home = 'M3 10.5 12 3l9 7.5V21h-6v-6H9v6H3z';
export const games =
  'M7 8h10a5 5 0 0 1 0 10c-2 0-2.5-2-5-2s-3 2-5 2A5 5 0 0 1 7 8zM8 11v4M6 13h4M16 12h.01M18 14h.01';
export const rewards =
  'M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4zM14 6v12';
export const contests =
  'M7 4h10v5a5 5 0 0 1-10 0zM7 6H4v2a3 3 0 0 0 3 3M17 6h3v2a3 3 0 0 1-3 3M12 14v4M8 20h8';
export const cases = 'M4 9h16v11H4zM4 9l3-5h10l3 5M12 9v4';
export const orders = 'M5 4v16M9 4v16M13 4v16M17 4v16M3 17 20 6';
export const more = 'M4 7h16M4 12h16M4 17h16';
export const join = 'M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21c0-4 3-6 7-6 1.5 0 3 .3 4 1M18 15v6M15 18h6';
export const enter = 'M10 4h9v16h-9M3 12h11M10 8l4 4-4 4';
export const account = 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM4 21c0-4 3.5-6 8-6s8 2 8 6';
export const bell = 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2 2 0 0 0 4 0';
export const back = 'M14 5l-7 7 7 7M7 12h13';
export const close = 'M6 6l12 12M18 6 6 18';
