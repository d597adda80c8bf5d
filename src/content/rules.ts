/**
 * What a page's file may hold, and the sentences that say what is wrong. The build (content.config.ts), the editor
 * (scripts/edit) and the tests read the limits from here, so each stands once.
 */
import { z } from 'astro/zod';
import { rewardKinds } from '../lib/contract/catalogue.ts';

/** From so many to so many, both ends included. */
export interface Limit {
  readonly min: number;
  readonly max: number;
}

export const limits = {
  /** Characters. */
  title: { min: 15, max: 60 },
  heading: { min: 5, max: 80 },
  description: { min: 70, max: 160 },
  alt: { min: 5, max: 120 },
  /** Of an entry of what changed, and of a source's name. */
  change: { min: 5, max: 160 },
  source: { min: 3, max: 80 },
  /** The name of a list of rewards. */
  listName: { min: 3, max: 30 },
  /** Pages. */
  related: { min: 3, max: 5 },
  /** Words of the text of a reward page, and of an article. */
  words: { min: 600, max: 1200 },
  /** Words of the text of a list of rewards. */
  listWords: { min: 90, max: 400 },
} as const satisfies Record<string, Limit>;

/** A picture weighs this much at most, in bytes, before the build makes its sizes. */
const MAX_PICTURE = 2 * 1024 * 1024;
export const PICTURE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'avif'] as const;

/** What a reward page's `retired` says when it leads to no page in particular. */
export const HUB = 'rewards';

/** One field of one file that is wrong. `words` goes on after the field's name: 'has 72 characters; 15 to 60 fit'. */
export interface Problem {
  readonly field: string;
  readonly words: string;
}

/** ('src/content/rewards/a.md', { field: 'title', words: 'is missing' }) → 'src/content/rewards/a.md: title is missing.' */
export function sentence(file: string, { field, words }: Problem): string {
  return `${file}: ${field} ${words}.`;
}

const figure = new Intl.NumberFormat('en-GB');

/** (72, { min: 15, max: 60 }, 'character') → 'has 72 characters; 15 to 60 fit', and nothing when it fits. */
function outside(count: number, { min, max }: Limit, thing: string): string | undefined {
  if (count >= min && count <= max) return undefined;
  const things = count === 1 ? thing : `${thing}s`;
  return `has ${figure.format(count)} ${things}; ${figure.format(min)} to ${figure.format(max)} fit`;
}

/** (3_000_000) → 'weighs 2.9 MB; at most 2 MB fit' */
function pictureTooLarge(bytes: number): string | undefined {
  const megabytes = (size: number) => `${(size / 1024 / 1024).toFixed(1).replace('.0', '')} MB`;
  return bytes > MAX_PICTURE
    ? `weighs ${megabytes(bytes)}; at most ${megabytes(MAX_PICTURE)} fit`
    : undefined;
}

/** How a picture's file begins, by what its name ends with; '?' is any byte. */
const BEGINNINGS: Readonly<Record<(typeof PICTURE_TYPES)[number], string>> = {
  jpg: '\xff\xd8\xff',
  jpeg: '\xff\xd8\xff',
  png: '\x89PNG\r\n\x1a\n',
  webp: 'RIFF????WEBP',
  avif: '????ftypavif',
};
/** As many bytes tell what a file is. */
export const PICTURE_HEAD = 12;

/** ('picture.png', 3_000_000, its first bytes) → 'weighs 2.9 MB; at most 2 MB fit'. The size is looked at first: what is too heavy needn't be read. */
export function pictureWords(name: string, bytes: number, head: () => Uint8Array): string | undefined {
  const type = PICTURE_TYPES.find((one) => name.toLowerCase().endsWith(`.${one}`));
  if (type === undefined) return `has to end with .${PICTURE_TYPES.join(', .')}`;
  const large = pictureTooLarge(bytes);
  if (large) return large;
  const first = head();
  return [...BEGINNINGS[type]].every((sign, at) => sign === '?' || sign.charCodeAt(0) === first[at])
    ? undefined
    : `is no picture of the kind .${type}: save it as one, for a changed name doesn't make it so`;
}

export const pictureMissing = (src: string) => `names the file "${src}", which is not there`;

/** The words for a value that isn't there, or is of another kind. */
export const missingOr =
  (words: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? 'is missing' : words;

/** Text of so many characters. */
export const text = (limit: Limit) =>
  z.string({ error: missingOr('has to be text') }).superRefine((value, context) => {
    const words = value.trim() === '' ? 'is missing' : outside(value.length, limit, 'character');
    if (words) context.addIssue({ code: 'custom', message: words });
  });

const address = z.string({ error: missingOr('has to be the name of a page') });

const documentFields = {
  /** For the browser's tab and for search results. */
  title: text(limits.title),
  /** The heading on the page. */
  heading: text(limits.heading),
  /** For search results. */
  description: text(limits.description),
};

const day = z.date({ error: missingOr('has to be a date such as 2026-11-20') });
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

/** When somebody last read the page against the facts. */
const reviewed = day;

/** What changed on a page, for its readers. */
export const changeSchema = z.strictObject({ date: day, what: text(limits.change) });

/** Where a page has its facts from, and when somebody last read them there. */
export const sourceSchema = z.strictObject({
  name: text(limits.source),
  url: z
    .string({ error: missingOr('has to be text') })
    .regex(/^https:\/\/[!-~]+$/, { error: 'has to be an address that begins with https://' }),
  checked: day,
});

/** What keeps a page off the site for a while. */
const scheduleFields = {
  draft: z.boolean({ error: 'has to be true, or left out' }).optional(),
  publish_on: day.optional(),
  expires_on: day.optional(),
};

/** The front matter of a page under src/content/legal or src/content/pages. */
export const documentSchema = z.strictObject({ ...documentFields, reviewed });

/** What the rewards of a list have in common, in the order of the lists. */
export const listsBy = ['kind', 'platform', 'price', 'country'] as const;
const names = z
  .array(z.string().min(1, { error: 'has an empty name' }))
  .min(1)
  .optional();

/** The front matter of a page under src/content/reward-lists: a list of the rewards that fit all that it names. */
export const rewardListSchema = z.strictObject({
  ...documentFields,
  reviewed,
  /** On links: "PC games". */
  name: text(limits.listName),
  by: z.enum(listsBy, { error: missingOr(`has to be one of ${listsBy.join(', ')}`) }),
  /** As in the catalogue. */
  kinds: z.array(z.enum(rewardKinds)).min(1).optional(),
  games: names,
  /** What "Where it works" has to hold one of. */
  works: names,
  /** Points of the smallest amount, both ends included. */
  from: z.int({ error: 'has to be a whole number of points' }).optional(),
  up_to: z.int({ error: 'has to be a whole number of points' }).optional(),
});

/**
 * The front matter of a reward page.
 * @param pictureSource what stands for a picture's file: Astro's `image()` in the build, plain text elsewhere
 */
export const rewardPageSchema = <Picture extends z.ZodType>(pictureSource: Picture) =>
  z.strictObject({
    ...documentFields,
    /** Id of the catalogue's reward that the page is about. */
    reward: z.int({ error: missingOr('has to be the number of a reward in the catalogue') }),
    /** Other reward pages, by file name without ".md". */
    related: z
      .array(address, { error: missingOr('has to be a list of pages') })
      .superRefine((pages, context) => {
        const words = outside(pages.length, limits.related, 'page');
        if (words) context.addIssue({ code: 'custom', message: words });
        if (new Set(pages).size < pages.length)
          context.addIssue({ code: 'custom', message: 'names a page twice' });
      }),
    reviewed,
    /** From the first publication on. */
    changes: z
      .array(changeSchema, { error: missingOr('has to be a list of what changed, and when') })
      .min(1, { error: 'is missing' }),
    sources: z.array(sourceSchema, {
      error: missingOr('has to be a list of sources; [] where there are none'),
    }),
    /** A glyph to show in place of the catalogue reward's own: one of our drawings or of simple-icons. */
    glyph: z
      .string({ error: missingOr('has to be text') })
      .regex(/^[a-z0-9-]+$/, { error: 'has to be the name of a glyph such as "roblox" or "gift-card"' })
      .optional(),
    /** Pictures of the steps that the catalogue's reward names, one each, in their order. */
    scenes: z
      .array(z.string({ error: missingOr('has to be the name of a picture') }), {
        error: missingOr('has to be a list of pictures'),
      })
      .optional(),
    /** A picture of our own or one we may use; `src` is its file, as seen from the page's. */
    picture: z
      .strictObject(
        { src: pictureSource, alt: text(limits.alt) },
        { error: missingOr('has to have a src and an alt') },
      )
      .optional(),
    /** Takes the page off the site. Its address leads on to this reward page, or to the list of all by "rewards". */
    retired: address.optional(),
    ...scheduleFields,
  });

/** A reward page's front matter as it stands in the file. */
export const rewardPageFields = rewardPageSchema(
  z
    .string({ error: missingOr('has to be the name of a file') })
    .regex(new RegExp(`\\.(?:${PICTURE_TYPES.join('|')})$`), {
      error: `has to end with .${PICTURE_TYPES.join(', .')}`,
    }),
);

/** What is wrong with a file's front matter by `schema`; nothing when all is well. */
export const fieldProblems = (schema: z.ZodType, data: unknown): Problem[] =>
  problemsOf(schema.safeParse(data).error);

/** What a schema found, in words; nothing when it found nothing. */
export function problemsOf(error: z.ZodError | undefined): Problem[] {
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, words: 'is no field of this page' }))
      : [{ field: issue.path.join('.') || 'front matter', words: issue.message }],
  );
}

/** 'Two words, 3.' → ['two', 'words', '3'] */
export function wordsOf(body: string): string[] {
  return body.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** What any page's text must not hold. */
export function textProblems(body: string): Problem[] {
  const plain = body.replace(/(`+)[^`]+\1/g, '');
  const found =
    /!(?!\[)|\bfree money\b|\{\{|\bTODO\b|\blorem\b/i.exec(body)?.[0] ??
    /(?<!\\)<[a-z!/](?![a-z+.-]*:)[^>]*>/i.exec(plain)?.[0];
  return found ? [{ field: 'text', words: `has "${found}", which our pages do without` }] : [];
}

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

function pointsProblems(text: string): Problem[] {
  const points = /\d[\d.,]*\s*(?:points|pts)\b/i.exec(text)?.[0];
  return points
    ? [
        {
          field: 'text',
          words: `has "${points}"; points come from the catalogue and don't stand in the text`,
        },
      ]
    : [];
}

/** What a text has in italics. */
const italicsIn = (body: string): string[] =>
  [...body.matchAll(/(?<!\*)\*(?!\s)([^*]+)\*(?!\*)/g)].map(([, name = '']) => name.replace(/\s+/g, ' '));

const firstWord = (name: string) => name.split(' ')[0];

/** A reward page says how to earn the points, by this many quests at least. */
export const LEAST_QUESTS = 3;

const lengthProblems = (body: string, limit: Limit): Problem[] => {
  const words = outside(wordsOf(body).length, limit, 'word');
  return words ? [{ field: 'text', words }] : [];
};

/** @param quests the names of all quests of our own games. What begins as one of them does and is none is a mistake. */
function questProblems(body: string, quests: readonly string[]): Problem[] {
  const verbs = new Set(quests.map(firstWord));
  return italicsIn(body)
    .filter((name) => name.includes(' ') && verbs.has(firstWord(name)) && !quests.includes(name))
    .map((name) => ({ field: 'text', words: `names the quest "${name}", which none of our games has` }));
}

/** What an article's text must not hold, and how long it is. */
export const articleProblems = (body: string, quests: readonly string[]): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.words),
  ...questProblems(body, quests),
];

/** What a reward page's text must not hold, how long it is, and what it has to name. */
export function rewardTextProblems(body: string, quests: readonly string[]): Problem[] {
  const named = italicsIn(body).filter((name) => quests.includes(name)).length;
  return [
    ...articleProblems(body, quests),
    ...pointsProblems(body),
    ...(named < LEAST_QUESTS
      ? [
          {
            field: 'text',
            words: `names ${named} ${named === 1 ? 'quest' : 'quests'} of our games in italics; at least ${LEAST_QUESTS} fit`,
          },
        ]
      : []),
  ];
}

/** What the text of a list of rewards must not hold, and how long it is. */
export const listTextProblems = (body: string): Problem[] => [
  ...textProblems(body),
  ...lengthProblems(body, limits.listWords),
];
