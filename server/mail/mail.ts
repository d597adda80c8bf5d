/** Composes mails. A feature writes the words once, and the plain text and HTML parts are made from them. */
import { site } from '../../src/lib/site.ts';

interface Envelope {
  /** One address: 'mira@test.example'. */
  readonly to: string;
  readonly subject: string;
  /** The mail is useless after this time and is no longer sent; by default a day from now. */
  readonly until?: Date | undefined;
}

/** A mail to one person, as a feature writes it. Users' text stays text: only a `MailLink` becomes a link. */
export interface Mail extends Envelope {
  /** Paragraphs, whose line breaks are kept, and links. */
  readonly body: readonly (string | MailLink)[];
  /** Small links at the end, before the one to the site. */
  readonly footer?: readonly MailLink[];
  /** `ComposedMail.unsubscribe`, or null for a mail that is always sent because it protects the account. Each mail has to decide. */
  readonly unsubscribe: string | null;
}

/** A mail that can be sent. Only `composeMail` makes it. */
export interface ComposedMail extends Envelope {
  readonly text: string;
  /** The same words and links as `text`, with the subject as its title. */
  readonly html: string;
  /** The URL where one POST ends mails of this kind (RFC 8058). Without it, the reader can't turn this kind off. */
  readonly unsubscribe?: string | undefined;
}

/** Sends a mail, or rejects, within seconds. */
export type SendMail = (mail: Mail) => Promise<void>;
export type SendComposed = (mail: ComposedMail) => Promise<void>;

/** Returns the mail's headers besides sender, recipient, subject and date. */
export const headersOf = ({ unsubscribe }: ComposedMail): Readonly<Record<string, string>> => ({
  // Stops automatic replies.
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe !== undefined && {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/** A link: its label ("Choose a new password"), and its path on the site. */
interface MailLink {
  readonly label: string;
  readonly href: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

/**
 * The site's colours for mail programs. The paper theme is in each element, because many programs drop style sheets. The ink
 * theme is in one style sheet, for programs that keep it.
 */
const DARK = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.bg{background:#0b0e15!important}
.card{background:#14171f!important;border-color:#323740!important}
.cut{border-color:#323740!important}
.text{color:#f1f0e9!important}
.muted{color:#a8acb6!important}
.stroke{background:#f1f0e9!important}
.slash{background:#caf436!important}
}`;

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';

/**
 * The tally mark, four strokes and a fifth in lime, made of table cells: mail programs show no SVG, and no pictures before the
 * reader allows them.
 */
const MARK = `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 28px"><tr>${[
  'stroke',
  'stroke',
  'stroke',
  'stroke',
  'slash',
]
  .map(
    (name) =>
      `<td class="${name}" style="width:4px;height:24px;background:${name === 'stroke' ? '#161b24' : '#81b900'};font-size:0;line-height:0"></td><td style="width:5px;font-size:0;line-height:0"></td>`,
  )
  .join(
    '',
  )}<td class="text" style="padding-left:5px;color:#161b24;${FONT};font-size:18px;line-height:24px;font-weight:700">${site.name}</td></tr></table>`;

function paragraph(text: string): string {
  const lines = escaped(text).replaceAll('\n', '<br>\n');
  return `<p class="text" style="margin:0 0 16px;color:#161b24;${FONT};font-size:16px;line-height:1.5;overflow-wrap:anywhere">${lines}</p>`;
}

function title(subject: string): string {
  return `<h1 class="text" style="margin:0 0 16px;color:#161b24;${FONT};font-size:24px;line-height:1.25;overflow-wrap:anywhere">${escaped(subject)}</h1>`;
}

/** Lime for what the mail is about. Its other links have an outline. */
function button({ label, href }: MailLink, isMain: boolean): string {
  const look = isMain
    ? 'background:#c5ef2d;color:#101a05;border:2px solid #c5ef2d'
    : 'color:#161b24;border:2px solid #8b8a80';
  return `<p style="margin:0 0 24px"><a${isMain ? '' : ' class="text"'} href="${escaped(href)}" style="display:inline-block;padding:12px 20px;border-radius:6px;${look};${FONT};font-size:16px;font-weight:700;text-decoration:none">${escaped(label)}</a></p>`;
}

function smallLink({ label, href }: MailLink): string {
  return `<p class="muted" style="margin:0 0 4px;color:#525761;${FONT};font-size:14px;line-height:1.5"><a class="muted" href="${escaped(href)}" style="color:#525761">${escaped(label)}</a></p>`;
}

function htmlOf({ subject, body, footer }: Required<Pick<Mail, 'subject' | 'body' | 'footer'>>): string {
  const main = body.find((part) => typeof part !== 'string');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f7f4ec">
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f4ec"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fdfcf8;border:1px solid #d5d3c9;border-radius:12px"><tr><td style="padding:28px 24px 12px">
${MARK}
${title(subject)}
${body.map((part) => (typeof part === 'string' ? paragraph(part) : button(part, part === main))).join('\n')}
</td></tr><tr><td class="cut" style="padding:16px 24px;border-top:2px dashed #d5d3c9">
${footer.map(smallLink).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The URL has its own line, so mail programs link exactly that. */
const linesOf = ({ label, href }: MailLink) => `${label}:\n${href}`;

/** Composes both parts of a mail from the same words. */
export function composeMail(
  { body: written, footer: more = [], unsubscribe, ...mail }: Mail,
  siteUrl: string,
): ComposedMail {
  const onSite = ({ label, href }: MailLink) => ({ label, href: `${siteUrl}${href}` });
  const body = written.map((part) => (typeof part === 'string' ? part : onSite(part)));
  const footer = [...more, { label: site.name, href: '' }].map(onSite);
  const paragraphs = body.map((part) => (typeof part === 'string' ? part : linesOf(part)));
  return {
    ...mail,
    ...(unsubscribe !== null && { unsubscribe }),
    text: [...paragraphs, ...footer.map(linesOf)].join('\n\n'),
    html: htmlOf({ subject: mail.subject, body, footer }),
  };
}
