import { describe, expect, it } from 'vitest';
import { completionStatus } from '../../../src/lib/contract/catalogue/games.ts';
import { transactionStates } from '../../../src/lib/contract/progress/dashboard.ts';
import { orderStates } from '../../../src/lib/contract/redemption/buy.ts';
import { stateWords, toneOf } from '../../../src/lib/format/marks.ts';

describe('the mark of a state', () => {
  it.each([
    ['confirmed', 'ok'],
    ['pending', 'pending'],
    ['reversed', 'bad'],
    ['reserved', 'info'],
    ['cancelled', 'off'],
  ])('%s is %s', (state, tone) => {
    expect(toneOf(state)).toBe(tone);
  });

  it('marks only a reversal as bad', () => {
    const states = [...transactionStates, ...orderStates, ...completionStatus];
    expect(states.filter((state) => toneOf(state) === 'bad')).toEqual(['reversed']);
  });

  it('shows an unknown state, instead of nothing', () => {
    expect(toneOf('on_hold')).toBe('info');
    expect(stateWords('on_hold')).toBe('on hold');
  });
});
