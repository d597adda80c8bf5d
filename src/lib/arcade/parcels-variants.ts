import { CLASSIC, type Rules, type Variant } from './arcade.ts';
import { act, advance, isOver, metricsOf, start, timeLeft } from './parcels.ts';
import { maps } from './parcels-maps.ts';
import { BIGGER, classic, PAUSE, type ParcelsState, type Setup, STOP } from './parcels-state.ts';
import { defineRules } from './rules.ts';

const rulesOf = (setup: Setup, variant: Variant): Rules<ParcelsState> =>
  defineRules<ParcelsState>({
    name: 'parcels',
    variant,
    version: 1,
    acts: setup.upgrades.length > 0 ? BIGGER + 1 : STOP + 1,
    mostActs: 1500,
    pause: PAUSE,
    stop: STOP,
    start: (seed) => start(seed, setup),
    act,
    advance,
    nextAt(state) {
      if (state.since === null || isOver(state)) return null;
      return state.since + state.due - state.driven;
    },
    timeLeft,
    isOver,
    metricsOf,
  });

export const parcels = rulesOf(classic, {
  id: CLASSIC,
  name: 'Classic',
  line: 'Two minutes to bring parcels to the door.',
  difficulty: 'normal',
  medals: [800, 2000, 4000],
});

export const parcelsVariants = [
  parcels,
  rulesOf(
    { ...classic, stepMs: 220 },
    {
      id: 'calm',
      name: 'Calm',
      line: 'You drive slower, and you never speed up.',
      difficulty: 'easy',
      medals: [500, 1200, 2500],
    },
  ),
  rulesOf(
    { ...classic, maps },
    {
      id: 'weekly',
      name: 'Weekly town',
      line: 'A hand-made town with one-way streets, the same for everyone until Monday. You can’t drive against an arrow.',
      difficulty: 'hard',
      medals: [700, 1800, 3600],
      weekly: true,
      rival: true,
    },
  ),
  rulesOf(
    { ...classic, tips: true, upgrades: [10, 25] },
    {
      id: 'express',
      name: 'Express',
      line: 'Bring three parcels within 12 seconds of a door opening for a tip of 50. After 10 parcels and after 25 you choose a better van.',
      difficulty: 'normal',
      medals: [1200, 3000, 6000],
    },
  ),
] as const satisfies readonly Rules<ParcelsState>[];
