/** The fields of the home page, of the pages above lists and of the site's settings: each is refused by the build's own rule. */
import { TextArea, TextField } from '@keystar/ui/text-field';
import { type BasicFormField, fields as keystatic } from '@keystatic/core';
import { z } from 'astro/zod';
import {
  copyLimits,
  copyProblems,
  FIGURES,
  fieldProblems,
  homeSchema,
  hubSchema,
  type Limit,
  type Problem,
} from '../../src/content/rules.ts';
import {
  address,
  addressProblems,
  announcementSchema,
  footerSchema,
  otherSitesSchema,
  siteLimits,
  siteSchema,
} from '../../src/content/site-rules.ts';
import { asText, field } from './field.tsx';
import { linksInEditor } from './fields.tsx';

const FIGURE_HELP = `Figures go in by name: {${FIGURES.join('}, {')}}.`;

interface LineOptions {
  readonly schema: z.ZodType;
  /** As the file has it, for the sentence that refuses it. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly limit?: Limit;
  readonly Box?: typeof TextField | typeof TextArea;
  /** Whether it may name figures, and must not hold what our texts do without. */
  readonly isCopy?: boolean;
  /** Whether it leads somewhere. */
  readonly isAddress?: boolean;
}

function line({
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
  return field<string>({
    label,
    empty: '',
    read: asText,
    write: stored,
    problem: (value) =>
      fieldProblems(z.object({ [name]: schema }), { [name]: stored(value) })[0] ??
      (isCopy ? copyProblems({ [name]: value }, '')[0] : undefined) ??
      (isAddress ? unknownAddress(name, value) : undefined),
    Control: (props) => (
      <Box
        {...props}
        label={label}
        isRequired={!isOptional}
        description={[help, limit && `${limit.min} to ${limit.max} characters, ${props.value.length} so far.`]
          .filter(Boolean)
          .join(' ')}
      />
    ),
  });
}

function unknownAddress(name: string, value: string): Problem | undefined {
  const links = linksInEditor();
  return links && addressProblems(name, value, links)[0];
}

const copy = (options: LineOptions) => line({ isCopy: true, ...options });

export const lead = copy({
  schema: hubSchema.shape.lead,
  name: 'lead',
  label: 'Introduction',
  help: `Below the heading. ${FIGURE_HELP}`,
  limit: copyLimits.lead,
  Box: TextArea,
});

export const teaser = copy({
  schema: hubSchema.shape.teaser,
  name: 'teaser',
  label: 'On the guest page',
  help: 'What /guest says of it. Games, rewards, contests and cases need it.',
  limit: copyLimits.teaser,
});

export const card = copy({
  schema: hubSchema.shape.card,
  name: 'card',
  label: 'On the card of a link',
  help: 'Below the heading. Each list needs it, and the guest page has no card.',
  limit: copyLimits.teaser,
});

const home = homeSchema.shape;

const piece = (schema: z.ZodType, name: string, label: string) =>
  copy({ schema, name, label, limit: copyLimits.piece });
/** The four lines of an example: as many as its component has marks for. */
const example = <Fields extends Record<string, BasicFormField<string>> & { what: BasicFormField<string> }>(
  line: Fields,
) =>
  keystatic.array(keystatic.object(line), {
    label: 'Example',
    itemLabel: ({ fields }) => fields.what.value,
    validation: { length: { min: 4, max: 4 } },
  });
const receiptLine = home.receipt.shape.lines.element.shape;
const ledgerLine = home.ledger.shape.lines.element.shape;
const linkedSection = (name: 'rewards' | 'games', label: string) => {
  const { shape } = home[name];
  const { heading, lead: text } = sectionFields(shape, name);
  const link = copy({ schema: shape.link, name: `${name}.link`, label: 'Link', limit: copyLimits.link });
  return keystatic.object({ heading, link, lead: text }, { label });
};
const sectionFields = (shape: { heading: z.ZodType; lead: z.ZodType }, name: string) => ({
  heading: copy({
    schema: shape.heading,
    name: `${name}.heading`,
    label: 'Heading',
    limit: copyLimits.heading,
  }),
  lead: copy({
    schema: shape.lead,
    name: `${name}.lead`,
    label: 'Text',
    limit: copyLimits.lead,
    Box: TextArea,
  }),
});

/** In the order in which the page shows them. */
export const homeFields = {
  lead,
  promise: copy({
    schema: home.promise,
    name: 'promise',
    label: 'Beside the button',
    limit: copyLimits.promise,
  }),
  play: copy({
    schema: home.play,
    name: 'play',
    label: 'Link to a round without an account',
    limit: copyLimits.link,
  }),
  facts: keystatic.array(
    keystatic.object({
      figure: piece(home.facts.element.shape.figure, 'facts.figure', 'Figure'),
      what: piece(home.facts.element.shape.what, 'facts.what', 'What it counts'),
    }),
    {
      label: 'Facts below the button',
      itemLabel: ({ fields }) => fields.what.value,
      validation: { length: { min: 3, max: 3 } },
    },
  ),
  card: copy({
    schema: home.card,
    name: 'card',
    label: 'On the card of a link to the site',
    limit: copyLimits.teaser,
  }),
  receipt: keystatic.object(
    {
      heading: copy({
        schema: home.receipt.shape.heading,
        name: 'receipt.heading',
        label: 'Heading',
        limit: copyLimits.heading,
      }),
      lines: example({
        what: piece(receiptLine.what, 'receipt.what', 'What'),
        why: piece(receiptLine.why, 'receipt.why', 'Why'),
        points: piece(receiptLine.points, 'receipt.points', 'Points'),
      }),
      total: piece(home.receipt.shape.total, 'receipt.total', 'Below the total'),
    },
    { label: 'The example beside the message' },
  ),
  how: copy({ schema: home.how, name: 'how', label: 'Above the steps', limit: copyLimits.heading }),
  steps: keystatic.array(
    keystatic.object({
      title: copy({
        schema: home.steps.element.shape.title,
        name: 'steps.title',
        label: 'Step',
        limit: copyLimits.heading,
      }),
      text: copy({
        schema: home.steps.element.shape.text,
        name: 'steps.text',
        label: 'What happens',
        limit: copyLimits.step,
        Box: TextArea,
      }),
    }),
    {
      label: 'Steps',
      itemLabel: ({ fields }) => fields.title.value,
      validation: { length: { min: 3, max: 3 } },
    },
  ),
  rewards: linkedSection('rewards', 'Rewards'),
  games: linkedSection('games', 'Games'),
  points: keystatic.object(
    {
      ...sectionFields(home.points.shape, 'points'),
      table: copy({
        schema: home.points.shape.table,
        name: 'points.table',
        label: 'Above how long points are held',
        limit: copyLimits.heading,
      }),
    },
    { label: 'How points add up' },
  ),
  ledger: keystatic.object(
    {
      ...sectionFields(home.ledger.shape, 'ledger'),
      lines: example({
        when: piece(ledgerLine.when, 'ledger.when', 'When'),
        what: piece(ledgerLine.what, 'ledger.what', 'What'),
        why: piece(ledgerLine.why, 'ledger.why', 'Why'),
        points: piece(ledgerLine.points, 'ledger.points', 'Points'),
        state: piece(ledgerLine.state, 'ledger.state', 'State'),
      }),
    },
    { label: 'The ledger' },
  ),
  questions: copy({
    schema: home.questions,
    name: 'questions',
    label: 'Above the questions',
    limit: copyLimits.heading,
  }),
  end: copy({ schema: home.end, name: 'end', label: 'Above the last button', limit: copyLimits.heading }),
} as const;

const site = siteSchema.shape;
const ADDRESS_HELP = 'A page of ours, such as /help, or the whole address of another site.';
const { linkText } = siteLimits;
const setting = (name: keyof typeof site, label: string, help?: string, limit?: Limit) =>
  line({ schema: site[name], name, label, ...(help && { help }), ...(limit && { limit }) });

const leading = (name: 'blog' | 'contact' | 'faq' | 'robux', label: string) =>
  line({
    schema: site[name],
    name,
    label,
    help: `Where /${name} leads. ${ADDRESS_HELP}`,
    isAddress: true,
  });

export const siteFields = {
  name: setting('name', 'Name', 'What the product is called, everywhere.', siteLimits.name),
  tagline: setting('tagline', 'Tagline', 'At the foot of each page.', siteLimits.tagline),
  operator: setting('operator', 'Operated by', 'Who runs the site and answers for it.', siteLimits.operator),
  blog: leading('blog', 'Blog'),
  contact: leading('contact', 'Contact'),
  faq: leading('faq', 'FAQ'),
  robux: leading('robux', 'Robux'),
  supportMail: setting('supportMail', 'Support’s email address', 'Empty: support@ and the host of the site.'),
  supportDays: keystatic.integer({
    label: 'Support answers within (working days)',
    validation: { isRequired: true, ...siteLimits.supportDays },
  }),
  social: keystatic.array(
    keystatic.object({
      name: line({
        schema: site.social.element.shape.name,
        name: 'social.name',
        label: 'Network',
        limit: linkText,
      }),
      url: line({
        schema: address,
        name: 'social.url',
        label: 'Our page there',
        help: ADDRESS_HELP,
        isAddress: true,
      }),
    }),
    {
      label: 'Social links',
      itemLabel: ({ fields }) => fields.name.value,
      validation: { length: { min: 3, max: 3 } },
    },
  ),
} as const;

const column = footerSchema.shape.columns.element.shape;

export const footerFields = {
  columns: keystatic.array(
    keystatic.object({
      title: line({ schema: column.title, name: 'columns.title', label: 'Title', limit: linkText }),
      links: keystatic.array(
        keystatic.object({
          text: line({
            schema: column.links.element.shape.text,
            name: 'links.text',
            label: 'Text',
            limit: linkText,
          }),
          address: line({
            schema: address,
            name: 'links.address',
            label: 'Address',
            help: ADDRESS_HELP,
            isAddress: true,
          }),
        }),
        {
          label: 'Links',
          itemLabel: ({ fields }) => fields.text.value,
          validation: { length: siteLimits.links },
        },
      ),
    }),
    {
      label: 'Columns',
      itemLabel: ({ fields }) => fields.title.value,
      validation: { length: siteLimits.columns },
    },
  ),
} as const;

const announcement = announcementSchema.shape;

export const announcementFields = {
  text: copy({
    schema: announcement.text,
    name: 'text',
    label: 'Text',
    help: `A sentence above the pages. Empty: there is none. ${FIGURE_HELP}`,
    limit: siteLimits.announcement,
    Box: TextArea,
  }),
  link: copy({
    schema: announcement.link,
    name: 'link',
    label: 'Link',
    help: 'The words that lead on.',
    limit: linkText,
  }),
  address: line({
    schema: announcement.address,
    name: 'address',
    label: 'Address',
    help: `Where they lead. ${ADDRESS_HELP}`,
    isAddress: true,
  }),
  audience: keystatic.select({
    label: 'Who sees it',
    options: [
      { value: 'all', label: 'Everybody' },
      { value: 'guests', label: 'Only people who aren’t logged in' },
      { value: 'players', label: 'Only players who are logged in' },
    ],
    defaultValue: 'all',
  }),
} as const;

export const otherSitesFields = {
  sites: keystatic.array(
    line({
      schema: otherSitesSchema.shape.sites.element,
      name: 'sites',
      label: 'Site',
      help: 'The part between https:// and the next slash: store.steampowered.com',
    }),
    {
      label: 'Sites',
      description: 'Texts may link to these, and to the sources that reward pages name.',
      itemLabel: ({ value }) => value,
    },
  ),
} as const;
