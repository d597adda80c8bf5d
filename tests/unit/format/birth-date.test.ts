import { describe, expect, test } from 'vitest';
import { ageAt, isoBirthDate, readBirthDate } from '../../../src/lib/format/birth-date.ts';

const now = new Date('2026-03-01T12:00:00Z');
const parts = (day: string, month: string, year: string) => ({ day, month, year });

describe('three fields as a date', () => {
  test.each([
    ['31', '5', '2001', '2001-05-31'],
    [' 1 ', '01', '1990', '1990-01-01'],
    ['29', '2', '2024', '2024-02-29'],
    ['29', '2', '2023', null],
    ['31', '4', '2001', null],
    ['0', '1', '2001', null],
    ['1', '13', '2001', null],
    ['1', '1', '01', null],
    ['1.5', '1', '2001', null],
    ['', '', '', null],
  ])('%s %s %s → %s', (day, month, year, date) => {
    expect(isoBirthDate(parts(day, month, year))).toBe(date);
  });
});

describe('age', () => {
  test.each([
    ['2013-03-01', 13],
    ['2013-03-02', 12],
    ['2008-02-29', 18],
    ['2026-03-02', -1],
  ])('%s on 1 March 2026: %i', (birthDate, age) => expect(ageAt(birthDate, now)).toBe(age));
});

describe('what is wrong with a birth date', () => {
  test.each([
    ['1', '1', '2030'],
    ['1', '1', '1890'],
  ])('%s %s %s: the year', (day, month, year) => {
    expect(readBirthDate(parts(day, month, year), now)).toEqual({
      error: 'Please check the year.',
    });
  });
  test('doesn’t check the minimum age', () => {
    expect(readBirthDate(parts('1', '1', '2020'), now)).toEqual({ date: '2020-01-01' });
  });
});
