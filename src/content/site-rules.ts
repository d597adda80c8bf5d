/**
 * The rules for the site's settings in src/content/site.json, footer.json and announcement.json. The build (content.config.ts),
 * the editor (scripts/edit) and the tests use them.
 */
import { z } from 'astro/zod';
import { isShown } from '../lib/contract/catalogue/schedule.ts';
import { copyProblems } from './copy-rules.ts';
import { type KnownLinks, unknownPage } from './link-rules.ts';
import { type Limit, missingOr, mustBe, type Problem, periodProblems, text } from './rules.ts';

export const siteLimits = {
  /** In characters. */
  name: { min: 2, max: 30 },
  tagline: { min: 10, max: 60 },
  operator: { min: 2, max: 80 },
  linkText: { min: 1, max: 30 },
  announcement: { min: 10, max: 140 },
  /** In working days. */
  supportDays: { min: 1, max: 30 },
  columns: { min: 1, max: 5 },
  links: { min: 1, max: 8 },
} as const satisfies Record<string, Limit>;

/** Domains that are reserved for examples (RFC 2606). */
const EXAMPLE = /(?:^|[.@])example(?:\.(?:com|net|org))?$/;

/** One of our pages, '/help', or a page on another site, 'https://…'. */
export const address = z.string({ error: missingOr('must be an address') }).superRefine((value, context) => {
  const words = wrongAddress(value);
  if (words) context.addIssue({ code: 'custom', message: words });
});

function wrongAddress(value: string): string | undefined {
  if (value === '') return 'is missing';
  if (/^\/(?!\/)\S*$/.test(value)) return undefined;
  if (!/^https:\/\/\S+$/.test(value) || !URL.canParse(value))
    return 'must begin with a slash, like /help, or with https://';
  return EXAMPLE.test(new URL(value).hostname) ? 'is only an example address. Enter a real one' : undefined;
}

/** The target of a redirect. It must not be the redirect's own address, or the redirect would loop. */
const target = (name: string) =>
  address.refine((value) => !new RegExp(`^(?:/reward)?/${name}$`).test(value), {
    error: 'leads back to itself. Enter another address',
  });

const list = <T extends z.ZodType>(item: T, { min, max }: Limit, thing: string) =>
  z
    .array(item, { error: missingOr(`must be a list of ${thing}s`) })
    .refine(({ length }) => length >= min && length <= max, {
      error: `must have ${min === max ? min : `${min} to ${max}`} ${thing}s`,
    });

const social = z.strictObject({ name: text(siteLimits.linkText), url: address });

export const siteSchema = z.strictObject({
  name: text(siteLimits.name),
  /** Shown in the footer of each page, without a full stop. */
  tagline: text(siteLimits.tagline),
  /** Who runs the site and is responsible for it. The legal pages refer to this line in the footer. */
  operator: text(siteLimits.operator),
  /** Where /blog, /contact, /faq and /robux redirect to. */
  blog: target('blog'),
  contact: target('contact'),
  faq: target('faq'),
  robux: target('robux'),
  /** The email address of support. Empty: support@ and the site's own host. */
  supportMail: z
    .string({ error: missingOr('must be text') })
    .refine((mail) => mail === '' || (/^[^\s@]+@[^\s@]+$/.test(mail) && !EXAMPLE.test(mail)), {
      error: 'must be a real email address, or empty',
    }),
  /** How many working days support takes to answer. */
  supportDays: z
    .int({ error: missingOr('must be a whole number of days') })
    .min(siteLimits.supportDays.min, { error: 'must be at least 1' })
    .max(siteLimits.supportDays.max, { error: 'can be at most 30' }),
  /** The three networks in the footer, in this order. Social tasks use these names. */
  social: list(social, { min: 3, max: 3 }, 'network').refine(
    (networks) => new Set(networks.map(({ name }) => name)).size === networks.length,
    { error: 'names a network twice. Remove one of them' },
  ),
});

export const footerSchema = z.strictObject({
  columns: list(
    z.strictObject({
      title: text(siteLimits.linkText),
      links: list(z.strictObject({ text: text(siteLimits.linkText), address }), siteLimits.links, 'link'),
    }),
    siteLimits.columns,
    'column',
  ),
});

const audiences = ['all', 'guests', 'players'] as const;
const day = z.iso.date({ error: missingOr('must be a date such as 2026-11-20') }).optional();

/** A temporary sentence above the pages. Without a text there is none. */
export const announcementSchema = z.strictObject({
  /** May contain figures. */
  text: text(siteLimits.announcement).optional(),
  link: text(siteLimits.linkText).optional(),
  address: address.optional(),
  audience: z.enum(audiences, { error: missingOr(mustBe(audiences)) }),
  publish_on: day,
  expires_on: day,
});
export type Announcement = z.output<typeof announcementSchema>;

export const isAnnounced = (announcement: Announcement): boolean =>
  announcement.text !== undefined && isShown(announcement);

export function announcementProblems(announcement: Announcement, known: KnownLinks): Problem[] {
  const { text: words, link, address: to, publish_on: from, expires_on: until } = announcement;
  return [
    ...copyProblems({ text: words, link }, ''),
    ...(words !== undefined && until === undefined
      ? [{ field: 'expires_on', words: 'is missing. An announcement needs a day on which it ends' }]
      : []),
    ...periodProblems('publish_on', from, until),
    ...(link !== undefined && to === undefined
      ? [{ field: 'address', words: 'is missing. Enter one, or remove the link' }]
      : []),
    ...(link === undefined && to !== undefined
      ? [{ field: 'link', words: 'is missing. Enter one, or remove the address' }]
      : []),
    ...(to === undefined ? [] : addressProblems('address', to, known)),
  ];
}

/** Other sites that texts may link to, by host. A link to any other site is probably a mistake. */
export const otherSitesSchema = z.strictObject({
  sites: z
    .array(
      z.string({ error: missingOr('must be text') }).regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/, {
        error: 'must be the name of a site, such as store.steampowered.com',
      }),
      { error: missingOr('must be a list of sites') },
    )
    .refine((sites) => new Set(sites).size === sites.length, {
      error: 'names a site twice. Remove one of them',
    }),
});

/** Returns what is wrong with the target of a setting. */
export function addressProblems(field: string, target: string, known: KnownLinks): Problem[] {
  const words = unknownPage(target, known);
  return words ? [{ field, words: `leads to "${target}"${words}` }] : [];
}

type Site = z.output<typeof siteSchema>;
export const siteLinkProblems = (
  { blog, contact, faq, robux, social }: Site,
  known: KnownLinks,
): Problem[] => [
  ...Object.entries({ blog, contact, faq, robux }).flatMap(([field, to]) =>
    addressProblems(field, to, known),
  ),
  ...social.flatMap(({ url }, at) => addressProblems(`social.${at}.url`, url, known)),
];

export const footerLinkProblems = (
  { columns }: z.output<typeof footerSchema>,
  known: KnownLinks,
): Problem[] =>
  columns.flatMap(({ links }, column) =>
    links.flatMap(({ address: to }, at) =>
      addressProblems(`columns.${column}.links.${at}.address`, to, known),
    ),
  );
