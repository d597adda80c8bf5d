import { expect, test } from 'vitest';
import { paginate } from '../../../../server/platform/pagination.ts';
import { mapRows } from '../../../../server/platform/sound-rows.ts';

const rows = mapRows(['a', 'b'], (row) => row);
const none = mapRows([], (row: string) => row);
const page = (number: number, per_page = 2) => ({ page: number, per_page });

test('the middle page names both neighbours', () => {
  expect(paginate(rows, 5, page(2), '/api/list')).toEqual({
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
  expect(paginate(rows, 4, page(1), '/api/list')).toMatchObject({ prev_page_url: null, last_page: 2 });
  expect(paginate(rows, 4, page(2), '/api/list')).toMatchObject({ next_page_url: null, last_page: 2 });
});

test('an empty list has one page', () => {
  expect(paginate(none, 0, page(1), '/api/list')).toMatchObject({
    last_page: 1,
    next_page_url: null,
    prev_page_url: null,
  });
});

test('the page before one past the end is the last page', () => {
  expect(paginate(none, 5, page(900), '/api/list')).toMatchObject({
    next_page_url: null,
    prev_page_url: '/api/list?page=3&per_page=2',
  });
});

test('the addresses keep the other query values, encoded', () => {
  const { next_page_url } = paginate(rows, 5, page(1), '/api/list', {
    'game-name': 'R&D 100%?',
    'sort-by': 'popular',
  });
  const url = new URL(next_page_url ?? '', 'http://api.test');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    'game-name': 'R&D 100%?',
    'sort-by': 'popular',
    page: '2',
    per_page: '2',
  });
});
