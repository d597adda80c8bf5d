/** Checks all texts of src/content together: no two may be alike, and none may sound translated. */
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { alikeSentences } from '../src/content/alike.ts';
import { inWords } from '../src/content/draft.ts';
import { wordingFindings, wordingIn } from './checks/wording.ts';

/**
 * Returns a sentence for each problem, for the build, the editor and the tests.
 * @param drafts texts that aren't saved yet, by their path in the project; with them, only these are checked
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

/** Stops a build if a text has a problem. */
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
