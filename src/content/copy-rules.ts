/** The texts of the home page and of the list pages, with the figures that they name in braces. */
import { z } from 'astro/zod';
import { documentFields, type Limit, missingOr, type Problem, text } from './rules.ts';
import { pointsProblems, textProblems } from './text-rules.ts';

/** Length limits for texts besides title and heading: the intro, a line on another page, a step, a link. */
export const copyLimits = {
  lead: { min: 20, max: 240 },
  teaser: { min: 10, max: 90 },
  promise: { min: 5, max: 60 },
  heading: { min: 3, max: 60 },
  link: { min: 3, max: 40 },
  step: { min: 20, max: 160 },
  /** One part of an example line. */
  piece: { min: 2, max: 60 },
} as const satisfies Record<string, Limit>;

/** A list with an introduction on its own page (src/content/hubs). The body appears below the list. */
export const hubSchema = z.strictObject({
  ...documentFields,
  lead: text(copyLimits.lead),
  /** The text on /guest. */
  teaser: text(copyLimits.teaser).optional(),
  /** The text below the heading on its sharing card. /guest has none. */
  card: text(copyLimits.teaser).optional(),
});

const section = z.strictObject({ heading: text(copyLimits.heading), lead: text(copyLimits.lead) });

const linkedSection = section.extend({ link: text(copyLimits.link) });

const fact = z.strictObject({ figure: text(copyLimits.piece), what: text(copyLimits.piece) });

const step = z.strictObject({ title: text(copyLimits.heading), text: text(copyLimits.step) });

const amount = z
  .string({ error: missingOr('must be text') })
  .regex(/^[+−]\d{1,3}(?:,\d{3})*$/, { error: 'must be points, such as +1,200 or −150' });

/** Adds up the amounts of an example: ['+1,200', '−150'] → 1050 */
export const sumOf = (amounts: readonly string[]): number =>
  amounts.reduce((sum, one) => sum + Number(one.replace('−', '-').replaceAll(/[+,]/g, '')), 0);

/** A line of an example. The component adds its mark (a state or a tally). */
const exampleLine = z.strictObject({
  what: text(copyLimits.piece),
  why: text(copyLimits.piece),
  points: amount,
});

const four = <Line extends z.ZodType>(line: Line) =>
  z.array(line, { error: missingOr('must be a list of lines') }).length(4, { error: 'must have 4 lines' });

const aSection = { error: missingOr('must be a section') };

/**
 * The home page (src/content/landing/home.md), from top to bottom. Its body has the questions. The specification gives the
 * message at the top.
 */
export const homeSchema = z.strictObject({
  title: documentFields.title,
  description: documentFields.description,
  lead: text(copyLimits.lead),
  /** The text next to the button. */
  promise: text(copyLimits.promise),
  /** The link to a round of our first game, for visitors without an account. */
  play: text(copyLimits.link),
  /** Below the button: numbers, and what they count. The first is about our own games. */
  facts: z
    .array(fact, { error: missingOr('must be a list of facts') })
    .length(3, { error: 'must have 3 facts' }),
  /** The text below the message on the site's sharing card. */
  card: text(copyLimits.teaser),
  /** An example of a player's earnings. */
  receipt: z.strictObject(
    {
      heading: text(copyLimits.heading),
      lines: four(exampleLine),
      total: text(copyLimits.piece),
    },
    aSection,
  ),
  /** The heading above the steps. */
  how: text(copyLimits.heading),
  steps: z
    .array(step, { error: missingOr('must be a list of steps') })
    .length(3, { error: 'must have 3 steps' }),
  rewards: z.strictObject(linkedSection.shape, aSection),
  games: z.strictObject(linkedSection.shape, aSection),
  /** `table`: the heading above the hold times, whose lines come from the terms. */
  points: z.strictObject({ ...section.shape, table: text(copyLimits.heading) }, aSection),
  questions: text(copyLimits.heading),
  end: text(copyLimits.heading),
});

/**
 * Figures that a text can name in braces. The build fills in values from the catalogue and the settings (components/figures.ts).
 */
export const FIGURES = [
  'name',
  'rate',
  'rateMoney',
  'minutes',
  'least',
  'leastMoney',
  'leastName',
  'rewards',
  'games',
  'gameCount',
  'welcome',
  'daily',
  'week',
] as const;

export type Figures = Readonly<Record<(typeof FIGURES)[number], string>>;

const isFigure = (name: string): name is keyof Figures => FIGURES.some((figure) => figure === name);

/** Fills in figures: ('Up to {daily} points', figures) → 'Up to 1,500 points' */
export const withFigures = (words: string, figures: Figures, write = (figure: string) => figure): string =>
  words.replace(/\{(\w+)\}/g, (all, name: string) => (isFigure(name) ? write(figures[name]) : all));

/** Returns every text in a page's fields, with the field's path: 'steps.0.text'. */
function textsIn(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, field ? `${field}.${key}` : key));
}

/** Returns what is wrong with the fields and the text of a page that uses figures. */
export function copyProblems(fields: object, body: string): Problem[] {
  return [...textsIn(fields), ['text', body] as const].flatMap(([field, words]) => [
    ...textProblems(words).map(({ words: found }) => ({ field, words: found })),
    ...pointsProblems(words).map(({ words: found }) => ({ field, words: found })),
    ...[...words.matchAll(/\{(\w*)\}/g)].flatMap(([all, name = '']) =>
      isFigure(name)
        ? []
        : [{ field, words: `has ${all}, which isn't a figure. The figures are {${FIGURES.join('}, {')}}` }],
    ),
  ]);
}
