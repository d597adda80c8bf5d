/** The files that tell a static host what `server/site.ts` does by itself: redirects, shells, headers. */

import { CACHED_FOLDERS, cacheControl, HOST_FILES, type SiteRules } from '../../server/site-rules.ts';

interface RouteTable {
  readonly routes: Readonly<Record<string, { readonly pattern: string; readonly shell?: string }>>;
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
  return [...new Map(forms.map((form) => [form.replace(/\{\w+\}/g, '{}'), form])).values()];
}

/** The `_redirects` file that Netlify and Cloudflare Pages read. Both answer /x from x.html and drop a trailing slash by themselves. */
export function redirectsFile({ redirects, shells }: SiteRules): string {
  const lines = redirects.map(({ from, to, status }) => `${from} ${to} ${status}`);
  for (const { pattern, page } of shells) {
    const forms = formsOf(pattern).filter((form) => form !== page);
    lines.push(...forms.map((form) => `${form.replace(/\{(\w+)\}/g, ':$1')} ${page} 200`));
  }
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

/** An include for nginx's `server` block, whose `root` is the built folder. */
export function nginxFile({ headers, redirects, shells }: SiteRules): string {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`);
  const hidden = Object.values(HOST_FILES).map(literal).join('|');
  return [
    '# Include this in the server block whose root is the built folder.',
    'charset utf-8;',
    'absolute_redirect off;',
    'gzip_static on;',
    'error_page 404 /404.html;',
    ...added,
    `add_header Cache-Control ${quoted(cacheControl('/'))};`,
    // nginx drops the headers above where a location adds its own, so these say them again.
    ...CACHED_FOLDERS.map(
      ({ folder, control }) =>
        `location ^~ ${folder} { ${added.join(' ')} add_header Cache-Control ${quoted(control)}; }`,
    ),
    ...redirects.map(({ from, to, status }) => `location = ${from} { return ${status} ${quoted(to)}; }`),
    'location = / { try_files /index.html =404; }',
    `location ~ "^/(?:${hidden}|\\.)" { return 404; }`,
    // Printable characters only: what was matched goes into a header.
    'location ~ "^(/[\\x21-\\x7e]*[^/])/$" { return 308 $1$is_args$args; }',
    ...shells.map(nginxShell),
    'location / { try_files $uri $uri.html =404; }',
    '',
  ].join('\n');
}

function nginxShell({ pattern, page }: SiteRules['shells'][number]): string {
  const forms = formsOf(pattern).map((form) =>
    form
      .split('/')
      .map((part) => (part.startsWith('{') ? '[^/]+' : literal(part)))
      .join('/'),
  );
  return `location ~ "^(?:${forms.join('|')})$" { try_files ${page}.html =404; }`;
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
