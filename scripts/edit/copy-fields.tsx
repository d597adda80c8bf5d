/** The texts of the home page and of the pages above lists. Each is checked with the build's own rules. */
import { TextArea, TextField } from '@keystar/ui/text-field';
import { type BasicFormField, fields as keystatic } from '@keystatic/core';
import { z } from 'astro/zod';
import {
  copyProblems,
  FIGURES,
  homeSchema,
  hubSchema,
  copyLimits as limits,
} from '../../src/content/copy-rules.ts';
import { fieldProblems, type Limit, type Problem } from '../../src/content/rules.ts';
import { addressProblems } from '../../src/content/site-rules.ts';
import { counted, textField } from './field.tsx';
import { linksInEditor } from './text-field.tsx';

export const FIGURE_HELP = `To insert a figure, write its name: {${FIGURES.join('}, {')}}.`;

interface LineOptions {
  readonly schema: z.ZodType;
  /** The name in the file, for error messages. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly limit?: Limit;
  readonly Box?: typeof TextField | typeof TextArea;
  /** Whether it may contain figures and must avoid the words that our texts don't use. */
  readonly isCopy?: boolean;
  /** Whether it is a link. */
  readonly isAddress?: boolean;
}

export function line({
  schema,
  name,
  label,
  help = '',
  limit,
  Box = TextField,
  isCopy = false,
  isAddress = false,
}: LineOptions): BasicFormField<string> {
  const isOptional = schema.safeParse(undefined).success;
  const stored = (value: string) => (isOptional && value === '' ? undefined : value);
  return textField({
    label,
    help: (value) => [help, limit && counted(limit, value)].filter(Boolean).join(' '),
    isRequired: !isOptional,
    write: stored,
    Box,
    problem: (value) =>
      fieldProblems(z.object({ [name]: schema }), { [name]: stored(value) })[0] ??
      (isCopy ? copyProblems({ [name]: value }, '')[0] : undefined) ??
      (isAddress ? unknownAddress(name, value) : undefined),
  });
}

function unknownAddress(name: string, value: string): Problem | undefined {
  const links = linksInEditor();
  return links && addressProblems(name, value, links)[0];
}

export const copy = (options: LineOptions) => line({ isCopy: true, ...options });

/**
 * Makes the fields for the texts of one part of a page. `shape` has their schemas, and `within` is the part's name with a dot.
 */
const textsOf =
  <Name extends string>(shape: Readonly<Record<Name, z.ZodType>>, within = '') =>
  (name: Name, label: string, limit: Limit, more: Partial<LineOptions> = {}) =>
    copy({ schema: shape[name], name: `${within}${name}`, label, limit, ...more });

const hub = textsOf(hubSchema.shape);

export const lead = hub('lead', 'Introduction', limits.lead, {
  help: `Shown below the heading. ${FIGURE_HELP}`,
  Box: TextArea,
});

export const teaser = hub('teaser', 'On the guest page', limits.teaser, {
  help: 'The line about this list on /guest. Required for games, rewards, giveaways and cases.',
});

export const card = hub('card', 'Link preview', limits.teaser, {
  help: 'Shown below the heading when someone shares a link to the page. Required for every page except the guest page.',
});

/** A fixed number of lines, because the page's component has an icon for each. */
const lines = <Fields extends Readonly<Record<string, BasicFormField<string>>>>(
  label: string,
  count: number,
  fields: Fields,
  named: keyof Fields,
) =>
  keystatic.array(keystatic.object(fields), {
    label,
    itemLabel: ({ fields }) => fields[named].value,
    validation: { length: { min: count, max: count } },
  });

const home = homeSchema.shape;
const text = textsOf(home);
const fact = textsOf(home.facts.element.shape, 'facts.');
const receipt = textsOf(home.receipt.shape, 'receipt.');
const receiptLine = textsOf(home.receipt.shape.lines.element.shape, 'receipt.lines.');
const stepText = textsOf(home.steps.element.shape, 'steps.');
const points = textsOf(home.points.shape, 'points.');

const linkedSection = (name: 'rewards' | 'games', label: string) => {
  const part = textsOf(home[name].shape, `${name}.`);
  return keystatic.object(
    {
      heading: part('heading', 'Heading', limits.heading),
      link: part('link', 'Link', limits.link),
      lead: part('lead', 'Text', limits.lead, { Box: TextArea }),
    },
    { label },
  );
};

/** In the order of the page. */
export const homeFields = {
  lead,
  promise: text('promise', 'Next to the button', limits.promise),
  play: text('play', 'Link to play without an account', limits.link),
  facts: lines(
    'Facts below the button',
    3,
    {
      figure: fact('figure', 'Figure', limits.piece),
      what: fact('what', 'Caption', limits.piece),
    },
    'what',
  ),
  card: text('card', 'Link preview', limits.teaser),
  receipt: keystatic.object(
    {
      heading: receipt('heading', 'Heading', limits.heading),
      lines: lines(
        'Example',
        4,
        {
          what: receiptLine('what', 'What', limits.piece),
          why: receiptLine('why', 'Why', limits.piece),
          points: receiptLine('points', 'Points', limits.piece),
        },
        'what',
      ),
      total: receipt('total', 'Below the total', limits.piece),
    },
    { label: 'The example next to the headline' },
  ),
  how: text('how', 'Heading above the steps', limits.heading),
  steps: lines(
    'Steps',
    3,
    {
      title: stepText('title', 'Step', limits.heading),
      text: stepText('text', 'What happens', limits.step, { Box: TextArea }),
    },
    'title',
  ),
  rewards: linkedSection('rewards', 'Rewards'),
  games: linkedSection('games', 'Games'),
  points: keystatic.object(
    {
      heading: points('heading', 'Heading', limits.heading),
      lead: points('lead', 'Text', limits.lead, { Box: TextArea }),
      table: points('table', 'Heading above the hold times', limits.heading),
    },
    { label: 'How points add up' },
  ),
  questions: text('questions', 'Heading above the questions', limits.heading),
  end: text('end', 'Heading above the last button', limits.heading),
} as const;
