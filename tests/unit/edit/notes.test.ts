import { expect, test } from 'vitest';
import { dueForReview, offTheSite } from '../../../scripts/edit/notes.ts';

const page = (fields: string) => `---\n${fields}\n---\n\nText.\n`;

test.each([
  [page('draft: true\npublish_on: 2026-01-01'), 'This is a draft: it isn’t on the site.'],
  [page('publish_on: 2026-12-01'), 'This will be on the site from 2026-12-01.'],
  ['{ "published_at": "2026-12-01" }', 'This will be on the site from 2026-12-01.'],
  [page('expires_on: 2026-11-20'), 'This expired on 2026-11-20 and is no longer on the site.'],
  [page('publish_on: 2026-11-20\nexpires_on: 2026-12-01'), undefined],
  [page('title: "Not closed'), undefined],
])('%s', (text, note) => {
  expect(offTheSite(text, '2026-11-20')).toBe(note);
});

test('pages that weren’t reviewed for half a year are listed, oldest first', () => {
  const texts = [
    page('heading: One\nreviewed: 2026-05-01'),
    page('heading: Two\nreviewed: 2026-06-01'),
    page('heading: Three\nreviewed: 2025-05-01'),
    page('heading: Four'),
  ];
  expect(dueForReview(texts, '2026-11-20')).toBe('Due for a review: Three (2025-05-01), One (2026-05-01).');
  expect(dueForReview(texts, '2025-11-20')).toBe('Due for a review: Three (2025-05-01).');
  expect(dueForReview(texts.slice(1, 2), '2026-11-20')).toBeUndefined();
});
