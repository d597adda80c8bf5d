import type { AstroIntegration } from 'astro';
import { alikeSentences } from '../src/content/alike.ts';
import { inWords } from '../src/content/draft.ts';

/** Stops a build whose pages say the same. */
export const textsDiffer = (): AstroIntegration => {
  let root: URL;
  return {
    name: 'playtally:texts-differ',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root;
      },
      'astro:build:start': () => {
        const sentences = alikeSentences(root);
        if (sentences.length > 0) throw inWords(sentences);
      },
    },
  };
};
