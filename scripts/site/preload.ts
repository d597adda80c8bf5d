/**
 * Lets a page request all of its scripts together. An island names only two, and the browser would find the rest one after
 * another.
 */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseAst } from 'vite';
import { type Element, elementsOf, islandKind } from './html.ts';

interface Script {
  /** The addresses of the scripts that it imports: '/_astro/b.js'. */
  readonly imports: readonly string[];
  /** If it only passes on one other script's exports: their names there, by their names here. */
  readonly passesOn?: ReadonlyMap<string, string>;
}

/** Returns the scripts in a built folder by address: '/_astro/a.js'. */
export async function scriptsIn(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, Script>> {
  const read = async (name: string): Promise<[string, Script]> => {
    const { body } = parseAst(await readFile(join(folder, name), 'utf8'));
    const imports = body.flatMap((node) =>
      'source' in node && node.source ? [posix.resolve('/', posix.dirname(name), node.source.value)] : [],
    );
    const [only, ...others] = body;
    if (only?.type !== 'ExportNamedDeclaration' || !only.source || others.length > 0)
      return [`/${name}`, { imports }];
    const passesOn = only.specifiers.flatMap(({ local, exported }): [string, string][] =>
      local.type === 'Identifier' && exported.type === 'Identifier' ? [[exported.name, local.name]] : [],
    );
    return [`/${name}`, { imports, passesOn: new Map(passesOn) }];
  };
  return new Map(await Promise.all(files.filter((name) => name.endsWith('.js')).map(read)));
}

/** Returns whether the HTML already has the content that an island starts from (`KnownX`). */
const isWhole = (elements: readonly Element[]) =>
  elements.some((element) => element.name === 'astro-slot' && element.attributes.get('name') === 'known');

/**
 * Returns the page with islands that name the script that they are in. If the bundler puts an island in a group, it makes a second
 * file that only passes the island on: a file more to load on every page.
 */
const withDirectIslands = (html: string, scripts: ReadonlyMap<string, Script>): string =>
  html.replace(
    / component-url="([^"]+)" component-export="([^"]+)"/g,
    (text, address: string, name: string) => {
      const { imports: [direct] = [], passesOn } = scripts.get(address) ?? {};
      const nameThere = passesOn?.get(name);
      return direct !== undefined && nameThere !== undefined
        ? ` component-url="${direct}" component-export="${nameThere}"`
        : text;
    },
  );

/**
 * Returns the page with the addresses of all scripts that its islands need, starting with the largest, React. They are preload
 * links. If the page is complete without them, they are data instead, together with its own script's address, and are read after
 * the first paint (src/components/on-paint.ts).
 */
export function withPreloads(page: string, scripts: ReadonlyMap<string, Script>): string {
  const html = withDirectIslands(page, scripts);
  const elements = elementsOf(html);
  const islands = elements.filter((element) => islandKind(element) === 'first');
  const found = new Set<string>();
  const open = ['component-url', 'renderer-url'].flatMap((name) =>
    islands.flatMap(({ attributes }) => attributes.get(name) ?? []),
  );
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(scripts.get(next)?.imports ?? []));
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
