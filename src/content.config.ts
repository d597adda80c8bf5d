/**
 * The content collections. Pages are markdown with the frontmatter described here; the catalogue is JSON, described once
 * in lib/contract/catalogue.ts, which the server reads by too. A wrong value stops the build and names file and field.
 */

import { defineCollection } from 'astro:content';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { glob, type Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import type { GenericSchema, InferOutput } from 'valibot';
import {
  type CatalogueGame,
  type CatalogueReward,
  catalogueGameSchema,
  catalogueRewardSchema,
  parseEntry,
} from './lib/contract/catalogue.ts';

type Numbered = GenericSchema<unknown, { id: number }>;

/** Every entry of a folder of the catalogue with its file, by file name; two files with one id are refused. */
function readEntries<S extends Numbered>(schema: S, root: URL, folder: string) {
  const dir = `src/content/catalogue/${folder}`;
  const files = readdirSync(new URL(dir, root)).filter((file) => file.endsWith('.json'));
  const found = new Map<number, { file: string; data: InferOutput<S> }>();
  for (const name of files.sort()) {
    const file = join(dir, name);
    let content: unknown;
    try {
      content = JSON.parse(readFileSync(new URL(file, root), 'utf8'));
    } catch (error) {
      throw new Error(`${file} is not JSON: ${String(error)}`);
    }
    const data = parseEntry(schema, file, content);
    const other = found.get(data.id);
    if (other) throw new Error(`${file} has the id ${data.id}, which ${other.file} has already.`);
    found.set(data.id, { file, data });
  }
  return found;
}

/** A folder of the catalogue as a collection, with the entry's id as its key: getEntry('catalogueRewards', '84'). */
function catalogue<S extends Numbered>(schema: S, folder: string): Loader {
  return {
    name: `catalogue-${folder}`,
    load: async ({ store, config, watcher, logger }) => {
      const fill = () => {
        const entries = readEntries(schema, config.root, folder);
        store.clear();
        for (const [id, { data }] of entries) store.set({ id: String(id), data: { ...data } });
      };
      fill();
      const dir = fileURLToPath(new URL(`src/content/catalogue/${folder}/`, config.root));
      watcher?.add(dir);
      watcher?.on('all', (_event, path) => {
        if (!path.startsWith(dir)) return;
        try {
          fill();
        } catch (error) {
          // While one writes, a file is wrong for a moment: say so and keep what was there.
          logger.error(String(error));
        }
      });
    },
  };
}

const pageFields = {
  /** For the browser's tab and for search results. */
  title: z.string().min(15).max(60),
  /** The heading on the page. */
  heading: z.string().min(5).max(80),
  /** For search results. */
  description: z.string().min(70).max(160),
  /** When somebody last read the page against the facts. */
  reviewed: z.date(),
};

const rewardPageSchema = z.strictObject({
  ...pageFields,
  /** Id of the catalogue's reward that the page is about. */
  reward: z.int().min(1),
  /** Other reward pages, by file name without ".md". */
  related: z.array(z.string()).min(1).max(5),
});

/**
 * The markdown loader, and after it what one page alone can't tell: that its reward and its related pages exist. Checked
 * in every build and not in the schema, since a page that hasn't changed is not parsed again.
 */
function rewardPages(): Loader {
  const files = glob({ base: './src/content/rewards', pattern: '*.md' });
  return {
    name: 'reward-pages',
    load: async (context) => {
      await files.load(context);
      const rewards = readEntries(catalogueRewardSchema, context.config.root, 'rewards');
      for (const entry of context.store.values()) {
        const file = entry.filePath ?? entry.id;
        const { reward, related } = rewardPageSchema.parse(entry.data);
        if (!rewards.has(reward)) {
          throw new Error(
            `${file} has a value that can't be used:\n  reward: the catalogue has no reward ${reward}.`,
          );
        }
        for (const slug of related) {
          const wrong =
            slug === entry.id ? 'is this page itself' : context.store.has(slug) ? '' : 'is no reward page';
          if (wrong)
            throw new Error(`${file} has a value that can't be used:\n  related: "${slug}" ${wrong}.`);
        }
        if (new Set(related).size < related.length) {
          throw new Error(`${file} has a value that can't be used:\n  related: a page is named twice.`);
        }
      }
    },
  };
}

const documents = (folder: string) =>
  defineCollection({
    loader: glob({ base: `./src/content/${folder}`, pattern: '*.md' }),
    schema: z.strictObject(pageFields),
  });

export const collections = {
  rewards: defineCollection({ loader: rewardPages(), schema: rewardPageSchema }),
  legal: documents('legal'),
  pages: documents('pages'),
  // Checked by the loader; the custom schemas only carry the types.
  catalogueRewards: defineCollection({
    loader: catalogue(catalogueRewardSchema, 'rewards'),
    schema: z.custom<CatalogueReward>(),
  }),
  catalogueGames: defineCollection({
    loader: catalogue(catalogueGameSchema, 'games'),
    schema: z.custom<CatalogueGame>(),
  }),
};
