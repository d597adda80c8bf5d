/** Loads a JSON settings file as the only entry of a collection, and reports problems in messages. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { draftIn, inWords } from './draft.ts';
import { fieldProblems, type Problem, sentence } from './rules.ts';

export interface SettingsOptions<T extends Record<string, unknown>> {
  /** The name of the file in src/content without '.json', and of the entry. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** Makes checks that the schema can't. */
  readonly check?: (data: T, root: URL, texts: ReadonlyMap<string, string>) => Problem[];
}

/** A wrong value stops a build. In development it is logged, and the settings stay as they were. */
export function settingsLoader<T extends Record<string, unknown>>(options: SettingsOptions<T>): Loader {
  const { name } = options;
  return {
    name: `settings-${name}`,
    load: async ({ store, config, watcher, logger, refreshContextData }) => {
      const draft = draftIn(refreshContextData);
      const fill = () => {
        const { data, sentences } = checkSettings(options, config.root, draft?.texts);
        if (sentences.length > 0 && !watcher) throw inWords(sentences);
        if (draft) draft.sentences.push(...sentences);
        else for (const line of sentences) logger.error(line);
        if (data) store.set({ id: name, data });
      };
      fill();
      if (!watcher || draft) return;
      const path = fileURLToPath(new URL(fileOf(name), config.root));
      watcher.add(path);
      watcher.on('change', (changed) => changed === path && fill());
    },
  };
}

const fileOf = (name: string) => `src/content/${name}.json`;

/** Returns the settings in a file, and everything that is wrong with them. */
export function checkSettings<T extends Record<string, unknown>>(
  { name, schema, check }: SettingsOptions<T>,
  root: URL,
  texts: ReadonlyMap<string, string> = new Map(),
): { data?: T; sentences: string[] } {
  const file = fileOf(name);
  const { data, problems } = read(schema, texts.get(file) ?? readFileSync(new URL(file, root), 'utf8'));
  const found = data && check ? check(data, root, texts) : problems;
  return { ...(data && { data }), sentences: found.map((problem) => sentence(file, problem)) };
}

function read<T>(schema: z.ZodType<T>, text: string): { data?: T; problems: Problem[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return {
      problems: [
        { field: 'the file', words: `isn't valid JSON: ${error instanceof Error ? error.message : error}` },
      ],
    };
  }
  const { data, error } = schema.safeParse(content);
  return error ? { problems: fieldProblems(schema, content) } : { data, problems: [] };
}
