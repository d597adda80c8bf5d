/** Loads a folder of the catalogue. Its file format is described in lib/contract/catalogue/catalogue.ts, which the server uses too. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import * as v from 'valibot';
import { catalogueGameSchema, isDemo } from '../lib/contract/catalogue/catalogue.ts';
import { entryProblems } from './catalogue-rules.ts';
import { draftIn, inWords } from './draft.ts';
import { type Problem, sentence } from './rules.ts';

/** Whether the site includes the demo partner's listings. A production build doesn't. */
const showsDemo = () => process.env.DEMO_LISTINGS !== 'off';

export type Numbered = v.GenericSchema<unknown, { id: number }>;

/** A file's content, plus the file's name, which is the slug in addresses. The server uses the same slug. */
export type Filed<T> = T & { readonly slug: string };

export interface CatalogueOptions<S extends Numbered> {
  readonly schema: S;
  /** The folder below src/content/catalogue. */
  readonly folder: string;
  /** Returns the entry's Markdown, if it has any. `render` then gives its HTML. */
  readonly textOf?: (entry: v.InferOutput<S>) => string;
  /** Makes checks that the schema can't. Called once per load. */
  readonly check?: (
    root: URL,
    texts: ReadonlyMap<string, string>,
  ) => (entry: Filed<v.InferOutput<S>>) => Problem[];
  /** Whether an entry isn't published yet or any more. Only a build leaves those out; in development they are shown. */
  readonly isUnpublished?: (entry: v.InferOutput<S>) => boolean;
}

interface Entries<S extends Numbered> {
  /** The entries by id. */
  readonly entries: ReadonlyMap<number, { readonly file: string; readonly data: Filed<v.InferOutput<S>> }>;
  /** What is wrong in the entries that are left out. */
  readonly sentences: readonly string[];
}

/**
 * Reads all valid entries of a catalogue folder. If two have the same id, the first by name wins.
 * @param texts replacements for files, by path in the project
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
      problems.push({
        field: 'id',
        words: `is ${data.id}, which ${other.file} already has. Choose another number`,
      });
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
    return { problems: [{ field: 'the file', words: `isn't valid JSON: ${reason}` }] };
  }
  const problems = entryProblems(schema, content);
  return problems.length > 0 ? { problems } : { data: v.parse(schema, content), problems };
}

/** Returns the names of our own games' quests. */
export const ownQuests = (root: URL): string[] =>
  [...readEntries(catalogueGameSchema, root, 'games').entries.values()].flatMap(({ data }) =>
    data.source === 'own' ? data.quests.map(({ name }) => name) : [],
  );

/** Returns the entries of a folder, and everything that is wrong with them. */
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
 * Makes a catalogue folder a collection, with the entry's id as the key: getEntry('catalogueRewards', '84'). An invalid entry
 * stops a build. In development it is logged, and left out if it can't be read.
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
