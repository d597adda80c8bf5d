/** Loads a folder of the catalogue; its files are described once in lib/contract/catalogue.ts, which the server reads by too. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import * as v from 'valibot';
import { catalogueGameSchema, isDemo } from '../lib/contract/catalogue.ts';
import { entryProblems } from './catalogue-rules.ts';
import { draftIn, inWords } from './draft.ts';
import { type Problem, sentence } from './rules.ts';

/** Whether the site lists what the demo partner would offer. What is built for production doesn't. */
const showsDemo = () => process.env.DEMO_LISTINGS !== 'off';

export type Numbered = v.GenericSchema<unknown, { id: number }>;

/** What a file says, and the name of the file, which is the entry's in addresses: the server names it so too. */
export type Filed<T> = T & { readonly slug: string };

export interface CatalogueOptions<S extends Numbered> {
  readonly schema: S;
  /** Below src/content/catalogue. */
  readonly folder: string;
  /** The entry's Markdown, where it has some: `render` then gives the entry's HTML. */
  readonly textOf?: (entry: v.InferOutput<S>) => string;
  /** What the schema can't tell. Called once a load. */
  readonly check?: (
    root: URL,
    texts: ReadonlyMap<string, string>,
  ) => (entry: Filed<v.InferOutput<S>>) => Problem[];
  /** Entries that aren't on the site yet, or no more. Who works on them sees them: only a build leaves them out. */
  readonly isUnpublished?: (entry: v.InferOutput<S>) => boolean;
}

interface Entries<S extends Numbered> {
  /** By id. */
  readonly entries: ReadonlyMap<number, { readonly file: string; readonly data: Filed<v.InferOutput<S>> }>;
  /** What is wrong in those that are left out. */
  readonly sentences: readonly string[];
}

/**
 * Every right entry of a folder of the catalogue; of two with one id, the first by name.
 * @param texts in place of files, by path in the project
 */
export function readEntries<S extends Numbered>(
  schema: S,
  root: URL,
  folder: string,
  texts: ReadonlyMap<string, string> = new Map(),
): Entries<S> {
  const dir = `src/content/catalogue/${folder}`;
  const files = new Set(readdirSync(new URL(dir, root)).map((name) => `${dir}/${name}`));
  for (const file of texts.keys()) if (file.startsWith(`${dir}/`)) files.add(file);

  const entries = new Map<number, { file: string; data: Filed<v.InferOutput<S>> }>();
  const sentences: string[] = [];
  for (const file of [...files].filter((name) => name.endsWith('.json')).sort()) {
    const { data, problems } = readEntry(
      schema,
      texts.get(file) ?? readFileSync(new URL(file, root), 'utf8'),
    );
    const other = data && entries.get(data.id);
    if (data && other)
      problems.push({ field: 'id', words: `is ${data.id}, which ${other.file} has already` });
    else if (data) entries.set(data.id, { file, data: { ...data, slug: basename(file, '.json') } });
    sentences.push(...problems.map((problem) => sentence(file, problem)));
  }
  if (!showsDemo()) for (const [id, { data }] of entries) if (isDemo(data)) entries.delete(id);
  return { entries, sentences };
}

function readEntry<S extends Numbered>(
  schema: S,
  text: string,
): { data?: v.InferOutput<S>; problems: Problem[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problems: [{ field: 'the file', words: `is not JSON: ${reason}` }] };
  }
  const problems = entryProblems(schema, content);
  return problems.length > 0 ? { problems } : { data: v.parse(schema, content), problems };
}

/** The names of the quests of our own games. */
export const ownQuests = (root: URL): string[] =>
  [...readEntries(catalogueGameSchema, root, 'games').entries.values()].flatMap(({ data }) =>
    data.source === 'own' ? data.quests.map(({ name }) => name) : [],
  );

/** The entries of a folder, and all that is wrong with them. */
export function checkEntries<S extends Numbered>(
  { schema, folder, check }: CatalogueOptions<S>,
  root: URL,
  texts: ReadonlyMap<string, string> = new Map(),
): Entries<S> {
  const { entries, sentences } = readEntries(schema, root, folder, texts);
  const checked = check?.(root, texts);
  return {
    entries,
    sentences: [
      ...sentences,
      ...[...entries.values()].flatMap(({ file, data }) =>
        (checked?.(data) ?? []).map((problem) => sentence(file, problem)),
      ),
    ],
  };
}

/**
 * A folder of the catalogue as a collection, with the entry's id as its key: getEntry('catalogueRewards', '84'). A wrong entry
 * stops a build; in development it is logged, and left out where it can't be read.
 */
export function catalogue<S extends Numbered>(options: CatalogueOptions<S>): Loader {
  const { folder, textOf, isUnpublished } = options;
  return {
    name: `catalogue-${folder}`,
    load: async ({ store, config, watcher, logger, refreshContextData, renderMarkdown }) => {
      const draft = draftIn(refreshContextData);
      const fill = async () => {
        const { entries, sentences } = checkEntries(options, config.root, draft?.texts);
        if (sentences.length > 0 && !watcher) throw inWords(sentences);
        if (draft) draft.sentences.push(...sentences);
        else for (const line of sentences) logger.error(line);
        const shown = [...entries].filter(([, { data }]) => watcher || !isUnpublished?.(data));
        const rendered = new Map<number, Awaited<ReturnType<typeof renderMarkdown>>>();
        if (textOf) for (const [id, { data }] of shown) rendered.set(id, await renderMarkdown(textOf(data)));
        store.clear();
        for (const [id, { data }] of shown) {
          const html = rendered.get(id);
          store.set({ id: String(id), data: { ...data }, ...(html && { rendered: html }) });
        }
      };
      await fill();
      if (!watcher || draft) return;
      const dir = fileURLToPath(new URL(`src/content/catalogue/${folder}/`, config.root));
      watcher.add(dir);
      watcher.on('all', (_event, path) => {
        if (path.startsWith(dir)) fill().catch((error: unknown) => logger.error(String(error)));
      });
    },
  };
}
