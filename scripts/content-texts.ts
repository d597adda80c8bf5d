/** What is asked of the texts of src/content beyond one file's form: that no two are alike, and that they sound as people talk. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { alikeSentences } from '../src/content/alike.ts';
import { inWords } from '../src/content/draft.ts';
import { wordingFindings, wordingIn } from './checks/wording.ts';

/**
 * What is wrong with them, as the build, the editor and the tests say it.
 * @param drafts texts that aren't saved yet, by path in the project: then only of these
 */
export async function textSentences(
  root: URL,
  drafts: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const wording =
    drafts.size > 0
      ? [...drafts].flatMap(([file, text]) => wordingIn(file, text))
      : await wordingFindings(fileURLToPath(root), 'src/content/');
  return [...alikeSentences(root, drafts), ...wording];
}

/** Stops a build whose texts aren't as they should be. */
export const contentTexts = (): AstroIntegration => {
  let root: URL;
  return {
    name: 'playtally:content-texts',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = config.root;
      },
      'astro:build:start': async () => {
        const sentences = await textSentences(root);
        if (sentences.length > 0) throw inWords(sentences);
      },
    },
  };
};
