/** What the workspace says about a page, besides its problems. */
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { isExpired, today } from '../../src/lib/contract/catalogue/schedule.ts';

/** A page is due for a review after this many days. */
const REVIEWED_FOR = 183;

const day = z.preprocess(
  (given) => (given instanceof Date ? given.toISOString().slice(0, 10) : given),
  z.string(),
);
const fieldsOf = z.object({
  heading: z.string().optional(),
  draft: z.boolean().optional(),
  publish_on: day.optional(),
  published_at: day.optional(),
  expires_on: day.optional(),
  reviewed: day.optional(),
});

/** Returns the fields that decide when a page or an article is on the site; nothing if they can't be read. */
function read(text: string): z.output<typeof fieldsOf> {
  try {
    return fieldsOf.parse(text.startsWith('{') ? JSON.parse(text) : parseFrontmatter(text).frontmatter);
  } catch {
    // The loader reports the problem.
    return {};
  }
}

/** Returns why a page in the workspace isn't on the site. */
export function offTheSite(text: string, now = today()): string | undefined {
  const { draft, expires_on, ...fields } = read(text);
  const from = fields.publish_on ?? fields.published_at;
  if (draft) return 'This is a draft: it isn’t on the site.';
  if (from !== undefined && from > now) return `This will be on the site from ${from}.`;
  return isExpired({ expires_on }, now)
    ? `This expired on ${expires_on} and is no longer on the site.`
    : undefined;
}

/** Returns which pages are due for a review, oldest first: ({ 'a.md': … }) → 'Due for a review: Earn free Robux (2026-03-01).' */
export function dueForReview(texts: readonly string[], now = today()): string | undefined {
  const before = new Date(Date.parse(now) - REVIEWED_FOR * 86_400_000).toISOString().slice(0, 10);
  const due = texts
    .map(read)
    .flatMap(({ heading, reviewed }) =>
      heading && reviewed && reviewed < before ? [{ heading, reviewed }] : [],
    )
    .sort((a, b) => a.reviewed.localeCompare(b.reviewed));
  return due.length > 0
    ? `Due for a review: ${due.map(({ heading, reviewed }) => `${heading} (${reviewed})`).join(', ')}.`
    : undefined;
}
