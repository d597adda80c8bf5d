/** Pixel pictures as SVG path data, in the box 0 0 8 8. */

/** The courier's outline and body. The eyes look in the driving direction. */
export const outline = 'M1 0h6v1h1v6h-1v1h-6v-1h-1v-6h1z';
export const body = 'M2 1h4v1h1v4h-1v1h-4v-1h-1v-4h1z';
/** The eyes for up, right, down and left. */
export const eyes = [
  'M2 2h1v2h-1zM5 2h1v2h-1z',
  'M3 3h1v2h-1zM5 3h1v2h-1z',
  'M2 4h1v2h-1zM5 4h1v2h-1z',
  'M2 3h1v2h-1zM4 3h1v2h-1z',
] as const;

export const box = 'M1 1h6v6h-6z';
/** The tape across a parcel, and its shadow. */
export const tape = 'M3 1h2v6h-2z';
export const shade = 'M1 6h6v1h-6z';

/** A door's frame, and what is seen through it. */
export const frame = 'M2 0h4v1h1v6h1v1h-8v-1h1v-6h1z';
export const opening = 'M3 1h2v1h1v5h-4v-5h1z';
export const knob = 'M5 4h1v1h-1z';
