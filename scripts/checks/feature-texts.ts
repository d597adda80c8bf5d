/** Lists what players may read of one feature, so that its words can be read together: `node scripts/checks/feature-texts.ts [feature]`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playerFiles } from './player-files.ts';
import { textsIn } from './player-texts.ts';

/** What belongs to no feature: the frame of all pages, public pages without islands, and errors that any feature can have. */
const REST = 'site';

/** Used by many pages, which aren't theirs. */
const COMMON = new Set(['shared', 'shell']);

/** The features that a file belongs to. A page belongs to those whose islands it shows. */
export function featuresOf(name: string, content: string): readonly string[] {
  const feature = /^(?:src\/islands|src\/lib\/contract|server\/features)\/([a-z-]+)\//.exec(name)?.[1];
  if (feature !== undefined) return [feature];
  if (name.startsWith('src/lib/arcade/')) return ['arcade'];
  if (!name.startsWith('src/pages/')) return [REST];
  const shown = [...content.matchAll(/islands\/([a-z-]+)\//g)].flatMap(([, of]) =>
    of !== undefined && !COMMON.has(of) ? [of] : [],
  );
  return shown.length > 0 ? [...new Set(shown)] : [REST];
}

/** Returns each feature with its texts, as 'src/a.tsx:12 Text', in the order of files and lines. */
export async function featureTexts(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const name of await playerFiles(root)) {
    // Content and the marketers' guides are read in the editor.
    if (!/^(?:src\/(?!content\/)|server\/)/.test(name)) continue;
    const content = readFileSync(join(root, name), 'utf8');
    const lines = textsIn(name, content).map(({ line, text }) => `${name}:${line} ${text}`);
    for (const feature of featuresOf(name, content))
      found.set(feature, [...(found.get(feature) ?? []), ...lines]);
  }
  return found;
}

if (import.meta.main) {
  const all = await featureTexts(join(import.meta.dirname, '../..'));
  const asked = process.argv[2];
  const lines = all.get(asked ?? '');
  if (lines) console.log(lines.join('\n'));
  else {
    console.error(`Choose one of: ${[...all.keys()].sort().join(', ')}`);
    process.exitCode = 1;
  }
}
