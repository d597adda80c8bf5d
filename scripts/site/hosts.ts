/** The files that make a static host do what `server/static-site/site.ts` does: redirects, shells, headers. */

import type { SiteAddresses } from '../../server/config/site.ts';
import {
  CACHED_FOLDERS,
  cacheControl,
  ERROR_PAGES,
  HOST_FILES,
  isOperatorFile,
  type Known,
  LAST_WORDS,
  OPERATOR_HOST_WORDS,
  operatorFiles,
  type SiteRules,
} from '../../server/static-site/site-rules.ts';
import { fillRoute, matchRoute } from '../../src/lib/routing/routes.ts';
import { isGuard } from './check-routes.ts';

interface RouteTable {
  readonly routes: Readonly<
    Record<
      string,
      { readonly pattern: string; readonly shell?: string; readonly area?: string; readonly guard?: string }
    >
  >;
  /** From a path to a path or another site. */
  readonly redirects: Readonly<Record<string, string>>;
}

/**
 * Returns the rules of the route table. Redirects within the site keep the method (308); redirects to other sites are 301.
 * @param known kinds of things that the build knows completely, as in the rules
 * @param operatorHeaders the headers of the operators' host
 * @param addresses the addresses that the pages are built with
 */
export function siteRules(
  table: RouteTable,
  headers: SiteRules['headers'],
  operatorHeaders: SiteRules['headers'] = headers,
  addresses?: SiteAddresses,
  known: readonly Known[] = [],
): SiteRules {
  const routes = Object.values(table.routes);
  const shellsOf = (isOperatorHost: boolean) =>
    routes.flatMap(({ pattern, shell, area }) =>
      shell === undefined || (area === 'operator') !== isOperatorHost ? [] : [{ pattern, page: shell }],
    );
  const shells = shellsOf(true);
  const home = shells[0]?.page;
  const unguarded = routes.flatMap(({ pattern, guard }) =>
    guard === undefined || isGuard(guard) ? [] : [pattern],
  );
  return {
    headers,
    redirects: Object.entries(table.redirects).map(([from, to]) => ({
      from,
      to,
      status: to.startsWith('/') ? 308 : 301,
    })),
    shells: shellsOf(false),
    ...(unguarded.length > 0 && { unguarded }),
    ...(known.length > 0 && { known: [...known] }),
    ...(addresses && { addresses }),
    ...(home !== undefined && { operators: { headers: operatorHeaders, home, shells } }),
  };
}

/**
 * Returns every form of a pattern, with and without its optional parts: '/a/{x?}' → ['/a/{x}', '/a']. No two match the same
 * address.
 */
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
 * Returns the `_redirects` file for Netlify and Cloudflare Pages. Both serve x.html at /x and 404.html for a missing page, and
 * remove a trailing slash themselves.
 * @param files the addresses of all files: '/reward/84/Robux', '/favicon.svg'. Cloudflare follows a rule even if there is a file, unless
 * a rule without placeholders comes first. So a file that a shell's rule would match gets a rule to itself.
 */
export function redirectsFile(
  { redirects, shells, known = [], operators }: SiteRules,
  files: Iterable<string>,
): string {
  const forms = shells.flatMap(({ pattern, page }) =>
    formsOf(pattern)
      .filter((form) => form !== page)
      // An unknown id gets 404, which hosts answer themselves.
      .filter(() => !known.some((kind) => kind.pattern === pattern))
      .map((form) => ({ form, page })),
  );
  const named = known.flatMap(({ pattern, addresses }) =>
    Object.entries(addresses).map(([id, to]) => ({ form: fillRoute(pattern, { id }), to })),
  );
  const own = [...files].filter(
    (path) =>
      !redirects.some(({ from }) => from === path) &&
      (forms.some(({ form }) => matchRoute(form, path) !== null) || named.some(({ to }) => to === path)),
  );
  const lines = [
    // Netlify shows an existing page instead of redirecting, unless the rule has "!". Cloudflare always redirects, and skips
    // lines with "!".
    ...redirects.flatMap(({ from, to, status }) => [`${from} ${to} ${status}!`, `${from} ${to} ${status}`]),
    ...closedLines(operators).filter((line) => !line.includes(':')),
    ...own.sort().map((path) => `${path} ${path} 200`),
    ...named.map(({ form, to }) => `${form} ${to} 308`),
    ...closedLines(operators).filter((line) => line.includes(':')),
    // Those without placeholders first, as Cloudflare requires.
    ...forms
      .sort((a, b) => Number(a.form.includes('{')) - Number(b.form.includes('{')))
      .map(({ form, page }) => `${form.replace(/\{(\w+)\}/g, ':$1')} ${page} 200`),
  ];
  const names = named.map(({ form, to }) => `${form}/:name ${to} 308`);
  const fits = [...lines, ...names].filter((line) => line.includes(':')).length <= MOST_PLACEHOLDERS;
  return `${[...lines, ...(fits ? names : [])].join('\n')}\n`;
}

/**
 * Cloudflare reads at most this many lines with placeholders. With more, it answers a wrong name with 404 instead of redirecting.
 */
const MOST_PLACEHOLDERS = 100;

/**
 * Returns lines that close the operators' area on these hosts, although its file is among the others. Netlify answers 404.
 * Cloudflare has no such rule and skips it, so there the addresses redirect to one that doesn't exist.
 */
function closedLines(operators: SiteRules['operators']): string[] {
  if (!operators) return [];
  const nowhere = `${operators.home}/is/not/here`;
  return operators.shells
    .flatMap(({ pattern }) => formsOf(pattern))
    .map((form) => form.replace(/\{(\w+)\}/g, ':$1'))
    .flatMap((form) => [`${form} ${ERROR_PAGES.missing}.html 404!`, `${form} ${nowhere} 302`]);
}

/** Returns the `_headers` file for Netlify and Cloudflare Pages. */
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

/** The path as the browser sent it, if it can't be read as another host: group 1. */
const SENT = '(/[^/\\\\?][^?]*?)';
/** The query with its question mark, or nothing. */
const QUERY = '(\\?.*)?$';

/** Returns the start of both nginx includes. */
function beginning(headers: SiteRules['headers']): string[] {
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
    ...addedHeaders(headers),
    `add_header Cache-Control ${quoted(cacheControl('/'))} always;`,
  ];
}

const addedHeaders = (headers: SiteRules['headers']) =>
  Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);

/** Returns a location for a folder. It repeats the server's headers, because nginx drops them if a location adds its own. */
const cachedFolder =
  (headers: SiteRules['headers']) =>
  ({ folder, control }: (typeof CACHED_FOLDERS)[number]) =>
    `location ~ ${quoted(`^${literal(folder)}`)} { ${addedHeaders(headers).join(' ')} add_header Cache-Control ${quoted(control)}; try_files $uri =404; }`;

const withoutSlash = () => `location ~ ${quoted('/$')} { ${otherSpelling('/')} }`;

/** Returns an include for nginx's `server` block of the players' site, whose `root` is the built folder. */
export function nginxFile({ headers, redirects, shells, known = [], operators }: SiteRules): string {
  const { missing, failed } = ERROR_PAGES;
  const closed = operators?.shells.flatMap(({ page }) => [page, `${page}.html`]) ?? [];
  const hidden = [missing, failed, ...closed, ...Object.values(HOST_FILES).map((name) => `/${name}`)];
  const errorPage = (page: string) =>
    `location = ${page}.html { internal; try_files ${page}.html @last_words; }`;
  return [
    ...beginning(headers),
    `error_page 404 ${missing}.html;`,
    `error_page 400 403 405 414 500 502 503 504 ${failed}.html;`,
    ...redirects.map(
      ({ from, to, status }) =>
        `location = ${from} { return ${status} ${quoted(literalTarget(to) + (to.startsWith('/') ? '$is_args$args' : ''))}; }`,
    ),
    errorPage(missing),
    errorPage(failed),
    `location @last_words { default_type text/html; return 500 ${quoted(LAST_WORDS)}; }`,
    'location = / { try_files /index.html =404; }',
    // nginx uses the first of these that matches.
    `location ~ ${quoted(`//|/\\.|^(?:${hidden.map(literal).join('|')})$`)} { return 404; }`,
    `location ~ ${quoted('^/index(?:\\.html|/)?$')} { return 308 /$is_args$args; }`,
    withoutSlash(),
    `location ~ ${quoted('\\.html$')} { ${otherSpelling('\\.html')} }`,
    ...CACHED_FOLDERS.map(cachedFolder(headers)),
    ...known.flatMap(nginxKnown),
    ...shells.map(nginxShell),
    'location / { try_files $uri $uri.html =404; }',
    '',
  ].join('\n');
}

/**
 * Returns locations for known things: the right address is served, other addresses with the same id redirect to it, and unknown
 * ids are missing.
 */
function nginxKnown({ pattern, addresses }: Known): string[] {
  return [
    ...Object.entries(addresses).flatMap(([id, to]) => [
      `location = ${to} { try_files $uri.html =404; }`,
      `location ~ ${quoted(`^${literal(fillRoute(pattern, { id }))}(?:/[^/]+)?$`)} { return 308 ${to}$is_args$args; }`,
    ]),
    `location ~ ${quoted(`^${literal(fillRoute(pattern))}/[^/]+(?:/[^/]+)?$`)} { return 404; }`,
  ];
}

/** Returns the include for the operators' host, which serves the operators' area, the files that it loads, and nothing else. */
export function operatorNginxFile({ headers, home, shells }: NonNullable<SiteRules['operators']>): string {
  return [
    ...beginning(headers),
    'error_page 400 403 404 405 414 500 502 503 504 @words;',
    `location @words { default_type text/html; return 500 ${quoted(OPERATOR_HOST_WORDS)}; }`,
    `location = / { return 308 ${home}$is_args$args; }`,
    `location ~ ${quoted('//|/\\.')} { return 404; }`,
    withoutSlash(),
    ...shells.map(({ page }) => `location = ${page}.html { return 308 ${page}$is_args$args; }`),
    ...CACHED_FOLDERS.filter(({ folder }) => isOperatorFile(folder)).map(cachedFolder(headers)),
    ...operatorFiles.map((path) => `location = ${path} { try_files $uri =404; }`),
    ...shells.map(nginxShell),
    'location / { return 404; }',
    '',
  ].join('\n');
}

/** Returns a redirect to the address without this ending, or 404. */
function otherSpelling(ending: string): string {
  return `if ($request_uri ~ ${quoted(`^${SENT}${ending}${QUERY}`)}) { return 308 $1$2; } return 404;`;
}

function nginxShell({ pattern, page }: SiteRules['shells'][number]): string {
  const forms = formsOf(pattern).map((form) =>
    form
      .split('/')
      .map((part) => (part.startsWith('{') ? '[^/]+' : literal(part)))
      .join('/'),
  );
  return `location ~ ${quoted(`^(?:${forms.join('|')})$`)} { try_files $uri $uri.html ${page}.html =404; }`;
}

/** nginx reads a dollar sign as a variable, and it can't be escaped. */
const literalTarget = (to: string) => to.replaceAll('$', '%24');
/** nginx treats a backslash before these two characters as its own, and any other literally. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
