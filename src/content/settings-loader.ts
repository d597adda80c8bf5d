/** Loads a JSON file of the site's settings as the one entry of a collection, and says what is wrong in sentences. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { draftIn, inWords } from './draft.ts';
import { fieldProblems, type Problem, sentence } from './rules.ts';

/**
 * A wrong value stops a build. In development it is logged, and the settings stay as they were.
 * @param name of the file in src/content, without '.json', and of the entry
 */
export function settings<T extends Record<string, unknown>>(name: string, schema: z.ZodType<T>): Loader {
  const file = `src/content/${name}.json`;
  return {
    name: `settings-${name}`,
    load: async ({ store, config, watcher, logger, refreshContextData }) => {
      const draft = draftIn(refreshContextData);
      const path = fileURLToPath(new URL(file, config.root));
      const fill = () => {
        const { data, problems } = read(schema, draft?.texts.get(file) ?? readFileSync(path, 'utf8'));
        const sentences = problems.map((problem) => sentence(file, problem));
        if (sentences.length > 0 && !watcher) throw inWords(sentences);
        if (draft) draft.sentences.push(...sentences);
        else for (const line of sentences) logger.error(line);
        if (data) store.set({ id: name, data });
      };
      fill();
      if (!watcher || draft) return;
      watcher.add(path);
      watcher.on('change', (changed) => changed === path && fill());
    },
  };
}

/** What a file of settings says, and what is wrong with it. */
export function read<T>(schema: z.ZodType<T>, text: string): { data?: T; problems: Problem[] } {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return {
      problems: [
        { field: 'the file', words: `is not JSON: ${error instanceof Error ? error.message : error}` },
      ],
    };
  }
  const { data, error } = schema.safeParse(content);
  return error ? { problems: fieldProblems(schema, content) } : { data, problems: [] };
}
