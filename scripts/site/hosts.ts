/** The files that tell a static host what `server/site.ts` does by itself: redirects, shells, headers. */

import {
  CACHED_FOLDERS,
  cacheControl,
  ERROR_PAGES,
  HOST_FILES,
  LAST_WORDS,
  type SiteRules,
} from '../../server/site-rules.ts';
import { matchRoute } from '../../src/lib/routes.ts';

interface RouteTable {
  readonly routes: Readonly<Record<string, { readonly pattern: string; readonly shell?: string }>>;
  /** From a path to a path or to another site. */
  readonly redirects: Readonly<Record<string, string>>;
}

/** The rules from the route table. Redirects within the site keep the method (308), those that leave it are plain 301. */
export function siteRules(table: RouteTable, headers: SiteRules['headers']): SiteRules {
  return {
    headers,
    redirects: Object.entries(table.redirects).map(([from, to]) => ({
      from,
      to,
      status: to.startsWith('/') ? 308 : 301,
    })),
    shells: Object.values(table.routes).flatMap(({ pattern, shell }) =>
      shell === undefined ? [] : [{ pattern, page: shell }],
    ),
  };
}

/** Every form of a pattern, the optional parts there or not: '/a/{x?}' → ['/a/{x}', '/a']. No two match the same addresses. */
export function formsOf(pattern: string): string[] {
  const optional = /\/\{(\w+)\?\}/.exec(pattern);
  if (!optional) return [pattern];
  const before = pattern.slice(0, optional.index);
  const after = pattern.slice(optional.index + optional[0].length);
  const forms = [...formsOf(`${before}/{${optional[1]}}${after}`), ...formsOf(before + after)];
  const shapes = forms.map((form) => form.replace(/\{\w+\}/g, '{}'));
  return forms.filter((_, at) => shapes.indexOf(shapes[at] ?? '') === at);
}

/**
 * The `_redirects` file that Netlify and Cloudflare Pages read. Both answer /x from x.html, a missing page by 404.html, and
 * drop a trailing slash by themselves.
 * @param files the addresses of all files: '/reward/84/Robux', '/favicon.svg'. Cloudflare follows a rule even where a file
 * stands, unless a rule without placeholders comes before; so a file that a shell's rule would take in leads to itself.
 */
export function redirectsFile({ redirects, shells }: SiteRules, files: Iterable<string>): string {
  const forms = shells.flatMap(({ pattern, page }) =>
    formsOf(pattern)
      .filter((form) => form !== page)
      .map((form) => ({ form, page })),
  );
  const own = [...files].filter(
    (path) =>
      !redirects.some(({ from }) => from === path) &&
      forms.some(({ form }) => matchRoute(form, path) !== null),
  );
  const lines = [
    // Netlify shows the page that stands in for a redirect unless the rule insists; Cloudflare always redirects, and skips
    // the line that insists.
    ...redirects.flatMap(({ from, to, status }) => [`${from} ${to} ${status}!`, `${from} ${to} ${status}`]),
    ...own.sort().map((path) => `${path} ${path} 200`),
    // Those without placeholders first, as Cloudflare wants them.
    ...forms
      .sort((a, b) => Number(a.form.includes('{')) - Number(b.form.includes('{')))
      .map(({ form, page }) => `${form.replace(/\{(\w+)\}/g, ':$1')} ${page} 200`),
  ];
  return `${lines.join('\n')}\n`;
}

/** The `_headers` file that Netlify and Cloudflare Pages read. */
export function headersFile({ headers }: SiteRules): string {
  const block = (path: string, lines: readonly string[]) => [path, ...lines.map((line) => `  ${line}`)];
  const all = block(
    '/*',
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  );
  const cached = CACHED_FOLDERS.flatMap(({ folder, control }) =>
    block(`${folder}*`, [`Cache-Control: ${control}`]),
  );
  return [...all, ...cached, ''].join('\n');
}

/** What an address is before its query, as the browser sent it, where it can't be taken for another host: group 1. */
const SENT = '(/[^/\\\\?][^?]*?)';
/** The query with its question mark, or nothing. */
const QUERY = '(\\?.*)?$';

/** An include for nginx's `server` block, whose `root` is the built folder. */
export function nginxFile({ headers, redirects, shells }: SiteRules): string {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  const { missing, failed } = ERROR_PAGES;
  const hidden = [missing, failed, ...Object.values(HOST_FILES).map((name) => `/${name}`)].map(literal);
  const errorPage = (page: string) =>
    `location = ${page}.html { internal; try_files ${page}.html @last_words; }`;
  return [
    '# Include this in the server block whose root is the built folder.',
    'charset utf-8;',
    'absolute_redirect off;',
    'merge_slashes off;',
    'gzip on;',
    'gzip_vary on;',
    'gzip_proxied any;',
    'gzip_min_length 1024;',
    'gzip_types text/css text/plain text/javascript application/javascript application/json application/xml text/xml image/svg+xml;',
    '# Where nginx has the brotli module, "brotli on;" with the same types makes pages a fifth smaller still.',
    `error_page 404 ${missing}.html;`,
    `error_page 400 403 405 414 500 502 503 504 ${failed}.html;`,
    ...added,
    `add_header Cache-Control ${quoted(cacheControl('/'))} always;`,
    ...redirects.map(
      ({ from, to, status }) =>
        `location = ${from} { return ${status} ${quoted(literalTarget(to) + (to.startsWith('/') ? '$is_args$args' : ''))}; }`,
    ),
    errorPage(missing),
    errorPage(failed),
    `location @last_words { default_type text/html; return 500 ${quoted(LAST_WORDS)}; }`,
    'location = / { try_files /index.html =404; }',
    // The first of these that fits is taken.
    `location ~ ${quoted(`//|/\\.|^(?:${hidden.join('|')})$`)} { return 404; }`,
    `location ~ ${quoted('^/index(?:\\.html|/)?$')} { return 308 /$is_args$args; }`,
    `location ~ ${quoted('/$')} { ${otherSpelling('/')} }`,
    `location ~ ${quoted('\\.html$')} { ${otherSpelling('\\.html')} }`,
    // nginx drops the headers above where a location adds its own, so these say them again.
    ...CACHED_FOLDERS.map(
      ({ folder, control }) =>
        `location ~ ${quoted(`^${literal(folder)}`)} { ${added.join(' ')} add_header Cache-Control ${quoted(control)}; try_files $uri =404; }`,
    ),
    ...shells.map(nginxShell),
    'location / { try_files $uri $uri.html =404; }',
    '',
  ].join('\n');
}

/** Leads to the address without this ending, or to nowhere. */
const otherSpelling = (ending: string) =>
  `if ($request_uri ~ ${quoted(`^${SENT}${ending}${QUERY}`)}) { return 308 $1$2; } return 404;`;

function nginxShell({ pattern, page }: SiteRules['shells'][number]): string {
  const forms = formsOf(pattern).map((form) =>
    form
      .split('/')
      .map((part) => (part.startsWith('{') ? '[^/]+' : literal(part)))
      .join('/'),
  );
  return `location ~ ${quoted(`^(?:${forms.join('|')})$`)} { try_files $uri $uri.html ${page}.html =404; }`;
}

/** nginx takes a dollar sign for a variable, and knows no way to say one. */
const literalTarget = (to: string) => to.replaceAll('$', '%24');
/** nginx takes a backslash before these two for its own, and any other as it stands. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
