/**
 * Lets a page request all of its scripts together. An island names only two, and the browser would find the rest one after
 * another.
 */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';
import { type Element, islandKind } from './html.ts';

/** Returns the imports of each script in a built folder, by address: '/_astro/a.js' → ['/_astro/b.js'] */
export async function importsIn(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = async (name: string) => {
    const { body } = parseAst(await readFile(join(folder, name), 'utf8'));
    const imports = body.flatMap((node) => ('source' in node && node.source ? [node.source.value] : []));
    return [`/${name}`, imports.map((path) => posix.resolve('/', posix.dirname(name), path))] as const;
  };
  return new Map(await Promise.all(files.filter((name) => name.endsWith('.js')).map(read)));
}

/** Returns whether the HTML already has the content that an island starts from (`KnownX`). */
const isWhole = (elements: readonly Element[]) =>
  elements.some((element) => element.name === 'astro-slot' && element.attributes.get('name') === 'known');

/**
 * Returns the page with the addresses of all scripts that its islands need, starting with the largest, React. They are preload
 * links. If the page is complete without them, they are data instead, together with its own script's address, and are read after
 * the first paint (src/components/on-paint.ts).
 */
export function withPreloads(
  html: string,
  elements: readonly Element[],
  imports: ReadonlyMap<string, readonly string[]>,
): string {
  const islands = elements.filter((element) => islandKind(element) === 'first');
  const found = new Set<string>();
  const open = ['component-url', 'renderer-url'].flatMap((name) =>
    islands.flatMap(({ attributes }) => attributes.get(name) ?? []),
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(imports.get(next) ?? []));
  }
  if (isWhole(elements)) {
    let start = '';
    const rest = html.replace(/<script type="module" src="([^"]+)"><\/script>/, (_, address: string) => {
      start = address;
      return '';
    });
    return rest.replace('<html ', `<html data-parts="${[...found].join(' ')}" data-start="${start}" `);
  }
  const links = [...found].map((address) => `<link rel="modulepreload" href="${address}">`).join('');
  return html.replace('</title>', (end) => end + links);
}
