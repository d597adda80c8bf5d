/**
 * What a page's file may contain, and the messages for what is wrong. The build (content.config.ts), the editor (scripts/edit)
 * and the tests use these limits, so each is defined once.
 */
import { z } from 'astro/zod';
import { rewardKinds } from '../lib/contract/catalogue/catalogue.ts';
import { fieldWords } from '../lib/contract/fields.ts';
import { PICTURE_TYPES, WRONG_ENDING } from './picture-rules.ts';

/** A range, both ends included. */
export interface Limit {
  readonly min: number;
  readonly max: number;
}

export const limits = {
  /** In characters. */
  title: { min: 15, max: 60 },
  heading: { min: 5, max: 80 },
  description: { min: 70, max: 160 },
  alt: { min: 5, max: 120 },
  /** For an entry of the change history, and for a source's name. */
  change: { min: 5, max: 160 },
  source: { min: 3, max: 80 },
  /** The name of a list of rewards. */
  listName: { min: 3, max: 30 },
  /** Number of pages. */
  related: { min: 3, max: 5 },
  /** Number of words in a reward page or an article. */
  words: { min: 600, max: 1200 },
  /** Number of words in a list of rewards. */
  listWords: { min: 90, max: 400 },
} as const satisfies Record<string, Limit>;

/** The value of `retired` that redirects to the list of all rewards. */
export const HUB = 'rewards';

/** A problem with one field of a file. `words` continues after the field's name: 'has 72 characters; it must have 15 to 60'. */
export interface Problem {
  readonly field: string;
  readonly words: string;
}

/**
 * Makes a message: ('src/content/rewards/a.md', { field: 'title', words: 'is missing' }) → 'src/content/rewards/a.md: title is
 * missing.' A field in a list is named as people count.
 */
export function sentence(file: string, { field, words }: Problem): string {
  return `${file}: ${fieldWords(field)} ${words}.`;
}

const figure = new Intl.NumberFormat('en-GB');
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** (['news', 'guide', 'review']) → 'must be news, guide or review' */
export const mustBe = (values: readonly string[]): string => `must be ${either.format(values)}`;

export const WRONG_SLUG = 'must have only lowercase letters and digits, with single hyphens between them';
export const UNKNOWN_FIELD = "isn't a field of this page. Remove it, or correct its name";

/** Returns the problem with a page that expires before it is published, which would never be on the site. */
export const periodProblems = <Day extends string | Date>(
  field: 'publish_on' | 'published_at',
  from: Day | undefined,
  until: Day | undefined,
): Problem[] =>
  from !== undefined && until !== undefined && until <= from
    ? [{ field: 'expires_on', words: `must be after ${field}` }]
    : [];

/** (72, { min: 15, max: 60 }, 'character') → 'has 72 characters; it must have 15 to 60'. Undefined if it fits. */
export function outside(count: number, { min, max }: Limit, thing: string): string | undefined {
  if (count >= min && count <= max) return undefined;
  const things = count === 1 ? thing : `${thing}s`;
  return `has ${figure.format(count)} ${things}; it must have ${figure.format(min)} to ${figure.format(max)}`;
}

/** Returns the message for a missing value, or for one of another type. */
export const missingOr =
  (words: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? 'is missing' : words;

/** A text in a field. Its apostrophes become those that Markdown gives the text below the fields. */
export const text = (limit: Limit) =>
  z
    .string({ error: missingOr('must be text') })
    .overwrite((value) => value.replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’'))
    .superRefine((value, context) => {
      const words = value.trim() === '' ? 'is missing' : outside(value.length, limit, 'character');
      if (words) context.addIssue({ code: 'custom', message: words });
    });

const address = z.string({ error: missingOr('must be the name of a page') });

export const documentFields = {
  /** For the browser's tab and search results. */
  title: text(limits.title),
  /** The heading on the page. */
  heading: text(limits.heading),
  /** For search results. */
  description: text(limits.description),
};

const day = z.date({ error: missingOr('must be a date such as 2026-11-20') });

/** When the page was last checked against the facts. */
const reviewed = day;

/** A change of a page, in words for its readers. */
export const changeSchema = z.strictObject({ date: day, what: text(limits.change) });

/** A source of the page's facts, and when it was last checked. */
export const sourceSchema = z.strictObject({
  name: text(limits.source),
  url: z
    .string({ error: missingOr('must be text') })
    .regex(/^https:\/\/[!-~]+$/, { error: 'must be an address that begins with https://' }),
  checked: day,
});

/** Fields that keep a page off the site for a time. */
const scheduleFields = {
  draft: z.boolean({ error: 'must be true, or left out' }).optional(),
  publish_on: day.optional(),
  expires_on: day.optional(),
};

/** The front matter of a page under src/content/legal or src/content/pages. */
export const documentSchema = z.strictObject({ ...documentFields, reviewed });

/** What the rewards of a list have in common. The lists are shown in this order. */
export const listsBy = ['kind', 'platform', 'price', 'country'] as const;
const NONE_NAMED = { error: 'is empty. Name at least one, or leave it out' };
const names = z
  .array(
    z.string({ error: 'must be a name' }).min(1, { error: 'is empty. Enter a name or remove the entry' }),
  )
  .min(1, NONE_NAMED)
  .optional();

/** The front matter of a page under src/content/reward-lists: a list of the rewards that match all the given criteria. */
export const rewardListSchema = z.strictObject({
  ...documentFields,
  reviewed,
  /** The text of links: "PC games". */
  name: text(limits.listName),
  by: z.enum(listsBy, { error: missingOr(mustBe(listsBy)) }),
  /** The kinds of the catalogue. */
  kinds: z
    .array(z.enum(rewardKinds, { error: mustBe(rewardKinds) }))
    .min(1, NONE_NAMED)
    .optional(),
  games: names,
  /** The field "Where it works" must contain one of these. */
  works: names,
  /** The range of the smallest amount's price in points, both ends included. */
  from: z.int({ error: 'must be a whole number of points' }).optional(),
  up_to: z.int({ error: 'must be a whole number of points' }).optional(),
});

/**
 * The front matter of a reward page.
 * @param pictureSource the schema of a picture's file: Astro's `image()` in the build, plain text elsewhere
 */
export const rewardPageSchema = <Picture extends z.ZodType>(pictureSource: Picture) =>
  z.strictObject({
    ...documentFields,
    /** The id of the catalogue reward that the page is about. */
    reward: z.int({ error: missingOr('must be the number of a reward in the catalog') }),
    /** Other reward pages, by file name without ".md". */
    related: z
      .array(address, { error: missingOr('must be a list of pages') })
      .superRefine((pages, context) => {
        const words = outside(pages.length, limits.related, 'page');
        if (words) context.addIssue({ code: 'custom', message: words });
        if (new Set(pages).size < pages.length)
          context.addIssue({ code: 'custom', message: 'names a page twice. Remove one of them' });
      }),
    reviewed,
    /** The change history, starting with the first publication. */
    changes: z
      .array(changeSchema, { error: missingOr('must be a list of changes, each with its date') })
      .min(1, { error: 'is missing' }),
    sources: z.array(sourceSchema, {
      error: missingOr('must be a list of sources, or [] if there are none'),
    }),
    /** A glyph that replaces the catalogue reward's own: one of our drawings or of simple-icons. */
    glyph: z
      .string({ error: missingOr('must be text') })
      .regex(/^[a-z0-9-]+$/, { error: 'must be the name of a glyph, such as "roblox" or "gift-card"' })
      .optional(),
    /** Pictures for the catalogue reward's steps, one each, in order. */
    scenes: z
      .array(z.string({ error: missingOr('must be the name of a picture') }), {
        error: missingOr('must be a list of pictures'),
      })
      .optional(),
    /** A picture of ours, or one we may use. `src` is its path relative to the page's file. */
    picture: z
      .strictObject(
        { src: pictureSource, alt: text(limits.alt) },
        { error: missingOr('must have a src and an alt') },
      )
      .optional(),
    /** Takes the page off the site. Its address then redirects to this reward page, or with "rewards" to the list of all. */
    retired: address.optional(),
    ...scheduleFields,
  });

/** A reward page's front matter as written in the file. */
export const rewardPageFields = rewardPageSchema(
  z
    .string({ error: missingOr('must be the name of a file') })
    .regex(new RegExp(`\\.(?:${PICTURE_TYPES.join('|')})$`), {
      error: WRONG_ENDING,
    }),
);

/** Returns what is wrong with a file's front matter. Empty if it is valid. */
export const fieldProblems = (schema: z.ZodType, data: unknown): Problem[] =>
  problemsOf(schema.safeParse(data).error);

/** Returns a schema's errors as problems. Empty if there are none. */
export function problemsOf(error: z.ZodError | undefined): Problem[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, words: UNKNOWN_FIELD }))
      : [{ field: issue.path.join('.') || 'front matter', words: issue.message }],
  );
}
