import { describe, expect, it } from 'vitest';
import { orderStates } from '../../../src/lib/contract/buy.ts';
import { transactionStates } from '../../../src/lib/contract/dashboard.ts';
import { completionStatus } from '../../../src/lib/contract/games.ts';
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
