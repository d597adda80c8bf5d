/** The files with texts that players, marketers or operators may read. */
import { join } from 'node:path';
import { filesUnder } from '../files.ts';

const places: readonly [folder: string, files: RegExp][] = [
  ['src/islands', /\.tsx?$/],
  ['src/components', /\.(?:astro|ts)$/],
  ['src/layouts', /\.astro$/],
  ['src/pages', /\.(?:astro|ts)$/],
  // Except the words that a game is played with.
  ['src/lib', /(?<!\/rungs-words)\.tsx?$/],
  ['src/content', /\.(?:md|json|ts)$/],
  ['scripts/edit', /\.(?:tsx?|astro)$/],
  ['docs/marketers', /\.md$/],
  // Errors, mails, and the messages of a demo.
  [
    'server',
    /^server\/(?:app|(?:db\/seed|features\/|http\/(?!openapi|security-log)|mail\/mail|platform\/|realtime\/).*)\.ts$/,
  ],
];

/** Returns their names, such as 'src/pages/a.astro'. */
export async function playerFiles(root: string): Promise<string[]> {
  const names: string[] = [];
  for (const [folder, wanted] of places)
    for (const file of await filesUnder(join(root, folder)))
      if (wanted.test(`${folder}/${file}`)) names.push(`${folder}/${file}`);
  return names;
}
