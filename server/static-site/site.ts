import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getMimeType } from 'hono/utils/mime';
import * as v from 'valibot';
import { matchRoute } from '../../src/lib/routing/routes.ts';
import { readdress, type SiteAddresses } from '../config/site.ts';
import { errorTrace } from '../platform/error-text.ts';
import {
  cacheControl,
  decoded,
  ERROR_PAGES,
  errorPage,
  HOST_FILES,
  isOperatorFile,
  isUnknown,
  LAST_WORDS,
  NO_ADDRESS,
  OPERATOR_HOST_WORDS,
  redirected,
  type SiteRules,
  siteRulesSchema,
} from './site-rules.ts';

/** Compression for text, best first. Files smaller than SMALLEST bytes fit into the first packet uncompressed. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
const SMALLEST = 1024;
const TEXT = /\.(?:html|css|js|mjs|svg|json|xml|txt|webmanifest)$/;

const compressions: Readonly<Record<Encoding, (content: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

interface Body {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly tag: string;
}

interface SiteOptions {
  /** The built folder. */
  readonly dist: string;
  /**
   * The operators' host, which identifies their requests: 'operator.playtally.example'. Without it there is no operators' area.
   */
  readonly operatorHost?: string | undefined;
  /** The addresses of the API and the socket, replacing those that the pages were built with. */
  readonly addresses?: SiteAddresses | undefined;
  /** Called with an error that made an answer impossible. The visitor sees the error page. */
  readonly log?: (text: string) => void;
}

/** What one of the two hosts serves. */
interface Place {
  readonly headers: SiteRules['headers'];
  readonly rules: Pick<SiteRules, 'redirects' | 'shells' | 'known' | 'unguarded'>;
  readonly files: ReadonlySet<string>;
  /** Shown if there is no page for an error. */
  readonly words: string;
}

/** Returns the players' site without the operators' area, and the operators' area without anything else. */
function placesOf(
  rules: SiteRules,
  all: ReadonlySet<string>,
): { players: Place; operators: Place | undefined } {
  const { operators } = rules;
  const pages = new Set(operators?.shells.map(({ page }) => `${page}.html`));
  const only = (isOwn: (path: string) => boolean) => new Set([...all].filter(isOwn));
  return {
    players: {
      headers: rules.headers,
      rules,
      files: only((path) => !pages.has(path)),
      words: LAST_WORDS,
    },
    operators: operators && {
      headers: operators.headers,
      rules: { redirects: [{ from: '/', to: operators.home, status: 308 }], shells: operators.shells },
      files: only((path) => pages.has(path) || isOperatorFile(path)),
      words: OPERATOR_HOST_WORDS,
    },
  };
}

/**
 * Serves the static site: pages without .html, one shell for all addresses of a kind, real redirects, compression, and the
 * headers that the build chose. It lists the folder once, so start it after the build. A file is read and compressed on its first
 * request and then kept, so a start doesn't read thousands of pages.
 *
 * @example serve({ fetch: createSite({ dist: 'dist' }).fetch, port: 4321 })
 */
export function createSite({ dist, operatorHost, addresses, log = console.error }: SiteOptions): Hono {
  const { rules, readdressed } = readRules(dist, addresses);
  const files = listFiles(dist);
  const { players, operators } = placesOf(rules, files);
  const placeOf = (c: Context) =>
    operators && new URL(c.req.url).host === operatorHost ? operators : players;
  const bodies = new Map<string, Promise<Body>>();
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(placeOf(c).headers)) c.header(name, value);
  });
  // Answers 304, using the ETags that are kept with the files.
  app.use(etag());

  app.get('*', (c) => {
    const { pathname, search } = new URL(c.req.url);
    const { rules, files } = placeOf(c);
    const redirect = redirected(pathname + search, rules);
    if (redirect) return c.redirect(redirect.to, redirect.status);
    if (rules.unguarded?.some((pattern) => matchRoute(pattern, pathname) !== null)) return fail(c, 500);
    const file = fileFor(pathname, files, rules);
    return file ? answer(c, file, 200) : fail(c, 404);
  });

  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD');
    return fail(c, 405);
  });

  app.onError((error, c) => {
    log(errorTrace(error));
    return fail(c, 500);
  });

  // Read at the start: if the folder disappears later, these pages couldn't be read either.
  for (const page of Object.values(ERROR_PAGES).map((name) => `${name}.html`)) {
    if (!files.has(page)) continue;
    bodies.set(keyOf(page, null), Promise.resolve(bodyOf(readdressed(page, readFileSync(join(dist, page))))));
    for (const encoding of ENCODINGS) void read(page, encoding);
  }

  function fail(c: Context, status: ContentfulStatusCode): Promise<Response> | Response {
    const page = errorPage(status);
    const { files, words } = placeOf(c);
    return files.has(page) ? answer(c, page, status) : c.html(words, status);
  }

  async function answer(c: Context, file: string, status: ContentfulStatusCode): Promise<Response> {
    const plain = await read(file, null);
    const compresses = TEXT.test(file) && plain.content.length >= SMALLEST;
    const accepted = c.req.header('accept-encoding');
    const encoding = compresses ? ENCODINGS.find((name) => accepts(accepted, name)) : undefined;
    const { content, tag } = encoding ? await read(file, encoding) : plain;
    c.header('Cache-Control', cacheControl(file));
    c.header('ETag', tag);
    if (compresses) c.header('Vary', 'Accept-Encoding');
    if (encoding) c.header('Content-Encoding', encoding);
    c.header('Content-Type', getMimeType(file) ?? 'application/octet-stream');
    c.header('Content-Length', String(content.length));
    return c.body(content, status);
  }

  /** Requests for the same file at the same time share one read. After a failure, the next request tries again. */
  function read(file: string, encoding: Encoding | null): Promise<Body> {
    const key = keyOf(file, encoding);
    const known = bodies.get(key);
    if (known) return known;
    const made = readBody(file, encoding);
    bodies.set(key, made);
    made.catch(() => bodies.delete(key));
    return made;
  }

  async function readBody(file: string, encoding: Encoding | null): Promise<Body> {
    return bodyOf(
      encoding
        ? await compressions[encoding]((await read(file, null)).content)
        : readdressed(file, await readFile(join(dist, file))),
    );
  }

  return app;
}

/** Reads the build's rules. Also returns a function that puts this server's own addresses into pages and headers. */
function readRules(dist: string, own: SiteAddresses | undefined) {
  const text = readFileSync(join(dist, HOST_FILES.rules), 'utf8');
  const built = v.parse(siteRulesSchema, JSON.parse(text));
  const put = built.addresses && own ? readdress(built.addresses, own) : (page: string) => page;
  return {
    rules: v.parse(siteRulesSchema, JSON.parse(put(text))),
    readdressed: (file: string, bytes: Buffer) =>
      file.endsWith('.html') ? Buffer.from(put(bytes.toString())) : bytes,
  };
}

const keyOf = (file: string, encoding: Encoding | null) => `${file}\0${encoding ?? ''}`;

function bodyOf(bytes: Uint8Array): Body {
  const content = new Uint8Array(bytes);
  return { content, tag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}

/** Lists every file by its address. Addresses are looked up here and never on the disk, so `..` can't lead out of the folder. */
function listFiles(dist: string): ReadonlySet<string> {
  const own = new Set<string>(Object.values(HOST_FILES).map((name) => `/${name}`));
  const found = existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : [];
  return new Set(
    found
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
      .filter((path) => !own.has(path) && !path.includes('/.')),
  );
}

/** Returns the file for an address: the file itself, its page, or the shell for its kind of address. */
function fileFor(pathname: string, files: ReadonlySet<string>, rules: Place['rules']): string | undefined {
  const path = decoded(pathname);
  if (path === '/') return files.has('/index.html') ? '/index.html' : undefined;
  if (path === undefined || path.endsWith('.html') || NO_ADDRESS.has(path)) return undefined;
  if (files.has(path)) return path;
  if (files.has(`${path}.html`)) return `${path}.html`;
  if (isUnknown(rules.known ?? [], path)) return undefined;
  const shell = rules.shells.find(({ pattern }) => matchRoute(pattern, path) !== null);
  return shell && files.has(`${shell.page}.html`) ? `${shell.page}.html` : undefined;
}

/** Returns whether an Accept-Encoding header accepts an encoding: ('gzip, br;q=0', 'br') → false */
function accepts(header: string | undefined, encoding: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
