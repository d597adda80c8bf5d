import { expect, test } from 'vitest';
import { paginate, withLinks } from '../../../../server/platform/pagination.ts';
import { mapRows } from '../../../../server/platform/sound-rows.ts';

const rows = mapRows(['a', 'b'], (row) => row);
const none = mapRows([], (row: string) => row);
const linked = (data: typeof rows, total: number, page: number, query?: object) =>
  withLinks(paginate(data, total, { page, per_page: 2 }), '/api/list', query);

test('the middle page names both neighbours', () => {
  expect(linked(rows, 5, 2)).toEqual({
    data: rows,
    current_page: 2,
    last_page: 3,
    per_page: 2,
    total: 5,
    next_page_url: '/api/list?page=3&per_page=2',
    prev_page_url: '/api/list?page=1&per_page=2',
  });
});

test('the first and the last page have no further neighbour', () => {
  expect(linked(rows, 4, 1)).toMatchObject({ prev_page_url: null, last_page: 2 });
  expect(linked(rows, 4, 2)).toMatchObject({ next_page_url: null, last_page: 2 });
});

test('an empty list has one page', () => {
  expect(linked(none, 0, 1)).toMatchObject({ last_page: 1, next_page_url: null, prev_page_url: null });
});

test('the page before one past the end is the last page', () => {
  expect(linked(none, 5, 900)).toMatchObject({
    next_page_url: null,
    prev_page_url: '/api/list?page=3&per_page=2',
  });
});

test('the addresses keep the other query values, encoded', () => {
  const query = { page: 1, per_page: 2, 'game-name': 'R&D 100%?', search: '', user_id: null, operator_id: 7 };
  expect(linked(rows, 5, 1, query).next_page_url).toBe(
    '/api/list?game-name=R%26D+100%25%3F&operator_id=7&page=2&per_page=2',
  );
});
