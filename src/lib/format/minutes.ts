/** (1.5) → '2 minutes', (1) → '1 minute' */
export const minutesInWords = (minutes: number): string =>
  `${Math.ceil(minutes)} ${minutes <= 1 ? 'minute' : 'minutes'}`;
