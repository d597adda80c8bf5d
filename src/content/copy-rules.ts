/** The texts of the home page and of the pages above lists, and the figures that they name in braces. */
import { z } from 'astro/zod';
import { documentFields, type Limit, missingOr, type Problem, text } from './rules.ts';
import { pointsProblems, textProblems } from './text-rules.ts';

/** Text of a page beyond its title and heading: the intro under it, a line on another page, a step, a link. */
export const copyLimits = {
  lead: { min: 20, max: 240 },
  teaser: { min: 10, max: 90 },
  promise: { min: 5, max: 60 },
  heading: { min: 3, max: 60 },
  link: { min: 3, max: 40 },
  step: { min: 20, max: 160 },
  /** A piece of a line in an example. */
  piece: { min: 2, max: 60 },
} as const satisfies Record<string, Limit>;

/** A list of things that is introduced on a page of its own (src/content/hubs). The body is what the page says below the list. */
export const hubSchema = z.strictObject({
  ...documentFields,
  lead: text(copyLimits.lead),
  /** What /guest says of it. */
  teaser: text(copyLimits.teaser).optional(),
  /** What a link to it shows below the heading. /guest has none. */
  card: text(copyLimits.teaser).optional(),
});

const section = z.strictObject({ heading: text(copyLimits.heading), lead: text(copyLimits.lead) });

const linkedSection = section.extend({ link: text(copyLimits.link) });

const fact = z.strictObject({ figure: text(copyLimits.piece), what: text(copyLimits.piece) });

const step = z.strictObject({ title: text(copyLimits.heading), text: text(copyLimits.step) });

const amount = z
  .string({ error: missingOr('has to be text') })
  .regex(/^[+−]\d{1,3}(?:,\d{3})*$/, { error: 'has to be points such as +1,200 or −150' });

/** Of an example: its mark (a state, a tally) is the component's. */
const exampleLine = z.strictObject({
  what: text(copyLimits.piece),
  why: text(copyLimits.piece),
  points: amount,
});

const ledgerLine = z.strictObject({
  when: text(copyLimits.piece),
  ...exampleLine.shape,
  /** Beside the mark of its state. */
  state: text(copyLimits.piece),
});

const four = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line, { error: missingOr('has to be a list of lines') })
    .length(4, { error: 'has to hold 4 lines' });

const aSection = { error: missingOr('has to be a section') };

/** The home page (src/content/landing/home.md), from above to below. Its body holds the questions. The message above all is the specification's. */
export const homeSchema = z.strictObject({
  title: documentFields.title,
  description: documentFields.description,
  lead: text(copyLimits.lead),
  /** Beside the button. */
  promise: text(copyLimits.promise),
  /** The link to a round of the first of our games, for those who have no account. */
  play: text(copyLimits.link),
  /** Below the button, a figure and what it counts. The first is about our own games. */
  facts: z
    .array(fact, { error: missingOr('has to be a list of facts') })
    .length(3, { error: 'has to hold 3 facts' }),
  /** What a link to the site shows below the message. */
  card: text(copyLimits.teaser),
  /** An example of what a player earns. */
  receipt: z.strictObject(
    {
      heading: text(copyLimits.heading),
      lines: four(exampleLine),
      total: text(copyLimits.piece),
    },
    aSection,
  ),
  /** Above the steps. */
  how: text(copyLimits.heading),
  steps: z
    .array(step, { error: missingOr('has to be a list of steps') })
    .length(3, { error: 'has to hold 3 steps' }),
  rewards: z.strictObject(linkedSection.shape, aSection),
  games: z.strictObject(linkedSection.shape, aSection),
  /** `table`: above how long points are held, whose lines are the terms'. */
  points: z.strictObject({ ...section.shape, table: text(copyLimits.heading) }, aSection),
  ledger: z.strictObject({ ...section.shape, lines: four(ledgerLine) }, aSection),
  questions: text(copyLimits.heading),
  end: text(copyLimits.heading),
});

/** Figures that a text may name in braces: the build puts in what the catalogue and the settings say (components/figures.ts). */
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
] as const;

export type Figures = Readonly<Record<(typeof FIGURES)[number], string>>;

const isFigure = (name: string): name is keyof Figures => FIGURES.some((figure) => figure === name);

/** ('Up to {daily} points', figures) → 'Up to 1,500 points' */
export const withFigures = (words: string, figures: Figures, write = (figure: string) => figure): string =>
  words.replace(/\{(\w+)\}/g, (all, name: string) => (isFigure(name) ? write(figures[name]) : all));

/** Every text of a page's fields, with the field's name: 'steps.0.text'. */
function textsIn(value: unknown, field = ''): [field: string, text: string][] {
  if (typeof value === 'string') return [[field, value]];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, field ? `${field}.${key}` : key));
}

/** What a page that names figures must not hold, in its fields and its text. */
export function copyProblems(fields: object, body: string): Problem[] {
  return [...textsIn(fields), ['text', body] as const].flatMap(([field, words]) => [
    ...textProblems(words).map(({ words: found }) => ({ field, words: found })),
    ...pointsProblems(words).map(({ words: found }) => ({ field, words: found })),
    ...[...words.matchAll(/\{(\w*)\}/g)].flatMap(([all, name = '']) =>
      isFigure(name)
        ? []
        : [{ field, words: `has ${all}, which is no figure; there are {${FIGURES.join('}, {')}}` }],
    ),
  ]);
}
