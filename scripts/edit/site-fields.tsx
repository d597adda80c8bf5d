/** The settings of the site: its name, links, footer and announcement. */
import { TextArea } from '@keystar/ui/text-field';
import { fields as keystatic } from '@keystatic/core';
import type { Limit } from '../../src/content/rules.ts';
import {
  address,
  announcementSchema,
  footerSchema,
  otherSitesSchema,
  siteLimits,
  siteSchema,
} from '../../src/content/site-rules.ts';
import { copy, FIGURE_HELP, line } from './copy-fields.tsx';

const site = siteSchema.shape;

const ADDRESS_HELP = 'One of our pages, such as /help, or the full address of another site.';

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
  name: setting('name', 'Name', 'The name of the product.', siteLimits.name),
  tagline: setting('tagline', 'Tagline', 'Shown in the footer of each page.', siteLimits.tagline),
  operator: setting(
    'operator',
    'Operated by',
    'The person or company that runs the site and is responsible for it.',
    siteLimits.operator,
  ),
  blog: leading('blog', 'Blog'),
  contact: leading('contact', 'Contact'),
  faq: leading('faq', 'FAQ'),
  robux: leading('robux', 'Robux'),
  supportMail: setting(
    'supportMail',
    'Support email address',
    'If this is empty, it is support@ and the site’s host.',
  ),
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
        limit: siteLimits.linkText,
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
      title: line({
        schema: column.title,
        name: 'columns.title',
        label: 'Title',
        limit: siteLimits.linkText,
      }),
      links: keystatic.array(
        keystatic.object({
          text: line({
            schema: column.links.element.shape.text,
            name: 'columns.links.text',
            label: 'Text',
            limit: siteLimits.linkText,
          }),
          address: line({
            schema: address,
            name: 'columns.links.address',
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
    help: `A sentence at the top of every page. Leave it empty for no announcement. ${FIGURE_HELP}`,
    limit: siteLimits.announcement,
    Box: TextArea,
  }),
  link: copy({
    schema: announcement.link,
    name: 'link',
    label: 'Link',
    help: 'The words to click.',
    limit: siteLimits.linkText,
  }),
  address: line({
    schema: announcement.address,
    name: 'address',
    label: 'Address',
    help: `Where the link leads. ${ADDRESS_HELP}`,
    isAddress: true,
  }),
  audience: keystatic.select({
    label: 'Who sees it',
    options: [
      { value: 'all', label: 'Everyone' },
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
      description: 'Texts may link to these sites, and to the sources of reward pages.',
      itemLabel: ({ value }) => value,
    },
  ),
} as const;
