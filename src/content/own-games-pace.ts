/** How soon our own games pay for something: reckoned from the catalogue's quests and the budget, so that no page states a time by hand. */
import type { CatalogueGame } from '../lib/contract/catalogue.ts';
import { PLAY_BUDGET } from '../lib/contract/limits.ts';

/** The operator's settings, by which the API pays too; built in. */
export const playBudget = {
  welcome: Number(process.env.WELCOME_POINTS || PLAY_BUDGET.welcome),
  daily: Number(process.env.DAILY_POINTS || PLAY_BUDGET.daily),
};

type Quests = readonly Pick<CatalogueGame['quests'][number], 'points' | 'period'>[];

const MOST_DAYS = 3650;

/**
 * The day on which `points` are reached at the soonest, by somebody who does all the quests as fast as the budget pays them: 1 is the
 * first. Null where that takes more than ten years.
 */
export function soonestDay(
  points: number,
  quests: Quests,
  budget: Readonly<{ welcome: number; daily: number }> = playBudget,
): number | null {
  const sum = (period: Quests[number]['period']) =>
    quests.filter((quest) => quest.period === period).reduce((total, quest) => total + quest.points, 0);
  let once = sum('once');
  let weekly = 0;
  let welcome = budget.welcome;
  let earned = 0;
  for (let day = 1; day <= MOST_DAYS; day++) {
    if (day % 7 === 1) weekly = sum('weekly');
    const atOnce = Math.min(once, welcome);
    welcome -= atOnce;
    once -= atOnce;
    const daily = Math.min(sum('daily'), budget.daily);
    const ofWeek = Math.min(weekly, budget.daily - daily);
    weekly -= ofWeek;
    const late = Math.min(once, budget.daily - daily - ofWeek);
    once -= late;
    earned += atOnce + daily + ofWeek + late;
    if (earned >= points) return day;
  }
  return null;
}

/** (1) → 'the first day', (12) → '12 days', (45) → '7 weeks', (400) → '14 months' */
export function spanOf(day: number | null): string {
  if (day === null) return 'more than ten years';
  if (day === 1) return 'the first day';
  if (day <= 14) return `${day} days`;
  if (day <= 90) return `${Math.ceil(day / 7)} weeks`;
  const months = Math.ceil(day / 30);
  return months <= 24 ? `${months} months` : `${Math.ceil(day / 365)} years`;
}
