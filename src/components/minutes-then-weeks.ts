import { minutesTo, paceOf, payOf } from '../content/own-games-pace.ts';
import { minutesInWords } from '../lib/format/minutes.ts';
import { formatPoints } from '../lib/format/points.ts';

/**
 * Explains why the first reward takes minutes and later ones take weeks. `least` is the price of the smallest reward. Empty without
 * a game.
 */
export function minutesThenWeeks(least: number, games: Parameters<typeof payOf>[0]): string {
  const pay = payOf(games);
  if (!pay) return '';
  const minutes = minutesTo(least, games);
  const quickest = games.find((game) => minutes !== null && paceOf([game], minutes)(least) === 1);
  const first =
    minutes !== null && quickest
      ? `, so your first ${formatPoints(least)} can take ${minutesInWords(minutes)} of ${quickest.name}`
      : '';
  return `One-time quests pay a welcome bonus of up to ${formatPoints(pay.once)} points${first}. After that, our games pay up to ${formatPoints(pay.week)} a week.`;
}
