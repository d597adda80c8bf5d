/** Finds which built JavaScript files a page loads, by reading their imports. */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import ts from 'typescript';
import { type Element, islandKind } from '../site/html.ts';

export interface Module {
  /** In bytes, after brotli. */
  readonly size: number;
  readonly imports: readonly string[];
  /** Loaded with import(). */
  readonly lazy: readonly string[];
}

/** By address: '/_astro/a.js'. */
export type Modules = ReadonlyMap<string, Module>;

/** Reads all scripts of a built folder. */
export async function readModules(folder: string, files: readonly string[]): Promise<Modules> {
  const scripts = files.filter((name) => /\.m?js$/.test(name));
  const read = async (name: string) => {
    const text = await readFile(join(folder, name), 'utf8');
    let size: number | undefined;
    const module = {
      ...importsOf(`/${name}`, text),
      // Compressing takes longer than reading, and not everyone who reads asks for it.
      get size() {
        size ??= brotliCompressSync(text).length;
        return size;
      },
    };
    return [`/${name}`, module] as const;
  };
  return new Map(await Promise.all(scripts.map(read)));
}

function importsOf(path: string, text: string): Omit<Module, 'size'> {
  const imports: string[] = [];
  const lazy: string[] = [];
  const add = (list: string[], node: ts.Node | undefined) => {
    if (node && ts.isStringLiteralLike(node)) list.push(posix.resolve(posix.dirname(path), node.text));
  };
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(imports, node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(lazy, node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  return { imports, lazy };
}

/** Returns the scripts that a page itself names: script tags, preloads, and islands with their renderer. */
export function startModules(elements: readonly Element[]): string[] {
  return elements.flatMap((element) =>
    namingAttributes(element)
      .map((name) => element.attributes.get(name) ?? '')
      .filter((url) => url !== ''),
  );
}

function namingAttributes(element: Element): string[] {
  const { name, attributes } = element;
  if (name === 'script') return ['src'];
  // Loaded after the first paint (src/components/on-paint.ts).
  if (name === 'html') return ['data-start'];
  if (name === 'link' && attributes.get('rel') === 'modulepreload') return ['href'];
  return islandKind(element) === 'first' ? ['component-url', 'renderer-url', 'before-hydration-url'] : [];
}

/** Returns what these modules load immediately, and what those may load later. */
export function reachable(
  starts: Iterable<string>,
  modules: Modules,
): { first: Set<string>; later: Set<string> } {
  const first = closure(starts, (name) => modules.get(name)?.imports ?? []);
  const all = closure(starts, (name) => {
    const module = modules.get(name);
    return module ? [...module.imports, ...module.lazy] : [];
  });
  return { first, later: new Set([...all].filter((name) => !first.has(name))) };
}

function closure(starts: Iterable<string>, next: (name: string) => readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...starts];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...next(name));
  }
  return found;
}
