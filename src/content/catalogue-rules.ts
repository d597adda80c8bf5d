import * as v from 'valibot';
import type { CatalogueReward } from '../lib/contract/catalogue/catalogue.ts';
import { POINTS_PER_DOLLAR } from '../lib/site.ts';
import { mustBe, type Problem, UNKNOWN_FIELD } from './rules.ts';

const figure = new Intl.NumberFormat('en-GB');

/** Returns what is wrong with a catalogue entry, or with one field's value. Empty if it is valid. */
export function entryProblems(schema: v.GenericSchema, content: unknown, name?: string): Problem[] {
  const { issues = [] } = v.safeParse(schema, content, { abortPipeEarly: true });
  return issues.map((issue) => ({
    field: [name, v.getDotPath(issue)].filter(Boolean).join('.') || 'the file',
    words: wordsOf(issue),
  }));
}

const forms: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  integer: 'must be a whole number',
  array: 'must be a list',
};

function wordsOf(issue: v.BaseIssue<unknown>): string {
  const { type, input, expected, requirement, message } = issue;
  if (expected === 'never') return UNKNOWN_FIELD;
  if (input === undefined || input === '') return 'is missing';
  const limit = typeof requirement === 'number' ? figure.format(requirement) : '';
  const size =
    typeof input === 'string' ? count(input.length, 'character') : count(sizeOf(input), 'entry', 'entries');
  if (type === 'min_length') return `has ${size}; it must have at least ${limit}`;
  if (type === 'max_length') return `has ${size}; it can have at most ${limit}`;
  if (type === 'min_value') return `is ${input}; it must be at least ${limit}`;
  if (type === 'max_value') return `is ${input}; it can be at most ${limit}`;
  if (type === 'picklist' || type === 'variant') return mustBe(choicesIn(expected));
  // The catalogue's schema has a message for each pattern and each check. Valibot's own ones begin with "Invalid".
  return forms[type] ?? (message.startsWith('must ') ? message : `isn't valid: ${message}`);
}

/** ('("news" | "guide")') → ['news', 'guide'] */
const choicesIn = (expected: string | null) => expected?.replace(/[()"]/g, '').split(' | ') ?? [];

const count = (size: number, one: string, many = `${one}s`) =>
  `${figure.format(size)} ${size === 1 ? one : many}`;

const sizeOf = (input: unknown) => (Array.isArray(input) ? input.length : 0);

/** The contrast that white text needs (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5;

/** Checks that a ticket's colour, such as '#2a2d34', is dark enough for white text. */
export function colourProblems(colour: string): Problem[] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  return contrast < CONTRAST
    ? [
        {
          field: 'colour',
          words: `is too light for white text: its contrast is ${contrast.toFixed(1)} to 1; it must be at least ${CONTRAST} to 1`,
        },
      ]
    : [];
}

/** Returns a reward's price in points for its value in US cents. */
export const pointsFor = (cents: number) => (cents * POINTS_PER_DOLLAR) / 100;

/** What each description of a cryptocurrency says of its value. */
const RISK = 'can fall to nothing';

/** Cryptocurrency is for adults, goes to a wallet, and says what may happen to its value. */
function cryptoProblems({ kind, min_age, delivery, description }: CatalogueReward): Problem[] {
  if (kind !== 'crypto') return [];
  return [
    ...(min_age < 18 ? [{ field: 'min_age', words: 'must be 18 for cryptocurrency' }] : []),
    ...(delivery.kind === 'wallet'
      ? []
      : [{ field: 'delivery', words: 'must be to a wallet for cryptocurrency' }]),
    ...(description.includes(RISK)
      ? []
      : [{ field: 'description', words: `must say that the value of cryptocurrency "${RISK}"` }]),
  ];
}

/** Returns problems with a reward that the schema can't find. */
export const rewardProblems = (reward: CatalogueReward): Problem[] => [
  ...colourProblems(reward.colour),
  ...cryptoProblems(reward),
  ...reward.amounts.flatMap(({ points, cents }, at) =>
    points === pointsFor(cents)
      ? []
      : [
          {
            field: `amounts.${at}.points`,
            words: `is ${figure.format(points)}; for ${figure.format(cents)} cents it must be ${figure.format(pointsFor(cents))}`,
          },
        ],
  ),
];
