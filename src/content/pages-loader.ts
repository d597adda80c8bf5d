/**
 * Loads a folder of Markdown pages. Reads and checks all of them, reports problems in messages that name file and field, and
 * renders what has changed. Astro's own glob loader sees only one page at a time, and stops at the first wrong value.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader, LoaderContext } from 'astro/loaders';
import { parseFrontmatter } from 'astro/markdown';
import type { z } from 'astro/zod';
import { type Draft, draftIn, inWords } from './draft.ts';
import { knownLinks } from './known-links.ts';
import { linkProblems } from './link-rules.ts';
import { type Problem, problemsOf, sentence, WRONG_SLUG } from './rules.ts';
import { inSections } from './sections.ts';

/** A page whose fields have been validated. */
export interface Page<Fields> {
  /** The file's name without ".md", which is the last part of its address. */
  readonly id: string;
  readonly fields: Fields;
  readonly body: string;
}

/** All pages of a folder, by id. Undefined for a page with invalid fields. */
export type Pages<Fields> = ReadonlyMap<string, Page<Fields> | undefined>;

export interface Found extends Problem {
  readonly isFatal?: boolean;
  /** Whether it may follow from another error, which is reported there. */
  readonly isReportedElsewhere?: boolean;
}

export interface PagesOptions<Fields extends Record<string, unknown>> {
  /** 'src/content/rewards' */
  readonly folder: string;
  readonly schema: z.ZodType<Fields>;
  /**
   * Makes checks that the schema can't, on the text and on references between pages. Called once per load. A problem with
   * `isFatal` keeps the page from being shown at all. With other problems, the page is shown in development.
   */
  readonly check: (all: Pages<Fields>, root: URL) => (page: Page<Fields>) => Found[];
  /** Whether a page names a picture, which Astro has to resolve. Other pages get their fields directly. */
  readonly hasPicture?: (fields: Fields) => boolean;
  /** Pages that exist only as files and aren't part of the site. */
  readonly isHidden?: (fields: Fields) => boolean;
  /** Whether a page isn't published yet or any more. Only a build leaves those out; in development they are shown. */
  readonly isUnpublished?: (fields: Fields) => boolean;
}

interface Source {
  readonly id: string;
  /** 'src/content/rewards/earn-free-robux.md' */
  readonly file: string;
  readonly text: string;
}

/**
 * Makes the loader of a folder. An invalid page stops a build, which reports all problems. In development they are logged, and
 * the page is left out or stays as it was.
 * @throws Error in a build, with one message per line
 */
export function pagesLoader<Fields extends Record<string, unknown>>(options: PagesOptions<Fields>): Loader {
  return {
    name: basename(options.folder),
    load: async (context) => {
      const { watcher, refreshContextData, config, logger } = context;
      const draft = draftIn(refreshContextData);
      await loadPages(options, context, draft);
      if (!watcher || draft) return;
      const folder = fileURLToPath(new URL(`${options.folder}/`, config.root));
      let last = Promise.resolve();
      watcher.add(folder);
      watcher.on('all', (_event, path) => {
        if (!path.startsWith(folder)) return;
        last = last
          .then(() => loadPages(options, context))
          .catch((error: unknown) => logger.error(String(error)));
      });
    },
  };
}

interface Checked<Fields> {
  readonly sources: readonly Source[];
  readonly pages: Pages<Fields>;
  readonly wrong: ReadonlyMap<string, readonly Found[]>;
  readonly sentences: readonly string[];
}

/**
 * Reads a folder's pages, and returns everything that is wrong with them.
 * @param texts unsaved files, by path in the project
 */
export function checkFolder<Fields extends Record<string, unknown>>(
  options: PagesOptions<Fields>,
  root: URL,
  texts: ReadonlyMap<string, string> = new Map(),
): Checked<Fields> {
  const sources = readSources(options.folder, root, texts);
  const pages = new Map<string, Page<Fields> | undefined>();
  const wrong = new Map<string, readonly Found[]>();
  for (const source of sources) {
    const { page, problems } = readPage(options.schema, source);
    pages.set(source.id, page);
    wrong.set(source.id, problems);
  }
  const check = options.check(pages, root);
  const links = knownLinks(root, texts);
  for (const [id, page] of pages) {
    if (!page) continue;
    wrong.set(id, [...check(page), ...linkProblems(page.body, links)]);
  }
  const sentences = sources.flatMap(({ id, file }) =>
    (wrong.get(id) ?? []).flatMap((found) => (found.isReportedElsewhere ? [] : [sentence(file, found)])),
  );
  return { sources, pages, wrong, sentences };
}

async function loadPages<Fields extends Record<string, unknown>>(
  options: PagesOptions<Fields>,
  context: LoaderContext,
  draft?: Draft,
): Promise<void> {
  const { store, config, logger, watcher, generateDigest } = context;
  const { sources, pages, wrong, sentences } = checkFolder(options, config.root, draft?.texts);
  if (sentences.length > 0 && !watcher) throw inWords(sentences);
  if (draft) draft.sentences.push(...sentences);
  else for (const line of sentences) logger.error(line);

  const shown = new Set(sources.map(({ id }) => id));
  const isLeftOut = (fields: Fields) =>
    options.isHidden?.(fields) || (!watcher && options.isUnpublished?.(fields));
  for (const [id, page] of pages) if (page && isLeftOut(page.fields)) shown.delete(id);
  for (const id of store.keys()) if (!shown.has(id)) store.delete(id);
  const canBeShown = (id: string) =>
    shown.has(id) && pages.get(id) && !wrong.get(id)?.some(({ isFatal }) => isFatal);
  const changed = sources.flatMap((source) => {
    const page = pages.get(source.id);
    // The fields too: another version of this code may read them differently.
    const digest = generateDigest(JSON.stringify([source.text, page?.fields]));
    return page && canBeShown(source.id) && store.get(source.id)?.digest !== digest
      ? [{ ...source, digest, page }]
      : [];
  });
  await renderAll(changed, options, context);
}

/** Returns every file of the folder, by name, with unsaved texts in place of saved ones. An unsaved file may not exist yet. */
function readSources(folder: string, root: URL, texts: ReadonlyMap<string, string>): Source[] {
  const names = readdirSync(new URL(`${folder}/`, root)).filter((name) => name.endsWith('.md'));
  const files = new Set(names.map((name) => `${folder}/${name}`));
  for (const file of texts.keys()) if (file.startsWith(`${folder}/`)) files.add(file);
  return [...files].sort().map((file) => {
    // Synchronous, because a promise for each of thousands of small files would take far longer.
    const text = texts.get(file) ?? readFileSync(new URL(file, root), 'utf8');
    return { id: file.slice(folder.length + 1, -'.md'.length), file, text };
  });
}

/** Parses and validates a file. */
function readPage<Fields>(
  schema: z.ZodType<Fields>,
  { id, text }: Source,
): { page?: Page<Fields>; problems: Problem[] } {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
    return { problems: [{ field: 'the name of the file', words: WRONG_SLUG }] };
  // Some editors write a byte order mark first.
  if (!/^\uFEFF?---\r?\n[\s\S]*?^---\s*$/m.test(text))
    return {
      problems: [{ field: 'the file', words: 'must begin with its fields between two lines of ---' }],
    };
  let parsed: ReturnType<typeof parseFrontmatter>;
  try {
    parsed = parseFrontmatter(text);
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const advice = reason.includes('mapping entry')
      ? '. A value with a colon in it needs quotes around it'
      : '';
    return {
      problems: [{ field: 'the part between the --- lines', words: `can't be read: ${reason}${advice}` }],
    };
  }
  const { frontmatter, rawFrontmatter, content } = parsed;
  const days = impossibleDays(rawFrontmatter);
  if (days.length > 0) return { problems: days };
  const { data: fields, error } = schema.safeParse(frontmatter);
  return error
    ? { problems: problemsOf(error) }
    : { page: { id, fields, body: content.trim() }, problems: [] };
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** YAML reads 30 February as 2 March, so only the text shows that a day doesn't exist. */
const impossibleDays = (frontmatter: string): Problem[] =>
  [...frontmatter.matchAll(/^[\s-]*(\w+):\s*(\d{4}-\d\d-\d\d)\s*$/gm)].flatMap(([, field = '', day = '']) =>
    isDay(day) ? [] : [{ field, words: `is ${day}, a day that doesn't exist` }],
  );

const AT_ONCE = 10;

async function renderAll<Fields extends Record<string, unknown>>(
  sources: readonly (Source & { readonly digest: string; readonly page: Page<Fields> })[],
  { hasPicture }: PagesOptions<Fields>,
  context: LoaderContext,
): Promise<void> {
  const queue = sources.values();
  const work = async () => {
    for (const { id, file, text, digest, page } of queue) {
      const fileURL = new URL(file, context.config.root);
      const data = hasPicture?.(page.fields)
        ? await context.parseData({
            id,
            data: parseFrontmatter(text).frontmatter,
            filePath: fileURLToPath(fileURL),
          })
        : { ...page.fields };
      const whole = await context.renderMarkdown(page.body, { fileURL });
      const rendered = { ...whole, html: inSections(whole.html) };
      const assetImports = rendered.metadata?.imagePaths ?? [];
      // Leave out the body, which nothing reads after rendering: every build reads and writes the whole store.
      context.store.set({ id, data, filePath: file, digest, rendered, assetImports });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
