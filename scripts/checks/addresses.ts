/**
 * Finds addresses of the site that are written out in code instead of made by `routes` and `hrefs` (src/lib/routing/routes.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { routes } from '../../src/lib/routing/routes.ts';
import { filesUnder } from '../files.ts';

/** The routes themselves, the settings they are made from, and the API's calls, whose paths may look like pages. */
const LEFT_OUT = /^src\/lib\/(?:routing\/|contract\/|site\.ts$)/;

/** '/user/game/{id?}' → '/user/game'. The home page's '/' is too short to be found among other strings. */
const bases = new Set(
  Object.values(routes)
    .map(({ pattern }) => pattern.replace(/\/\{.*/, ''))
    .filter((base) => base.length > 1),
);
const withParts = new Set(
  Object.values(routes)
    .filter(({ pattern }) => pattern.includes('{'))
    .map(({ pattern }) => pattern.replace(/\/\{.*/, '')),
);

/** Returns whether a text is a page's address or its start: '/user/games', '/user/game/7', '/login?from='. */
function isAddress(text: string): boolean {
  const [path = ''] = text.split(/[?#]/);
  if (bases.has(path)) return true;
  return [...withParts].some((base) => base.length > 1 && path.startsWith(`${base}/`) && !/\s/.test(path));
}

/** Returns the lines of a file that write out an address. */
export function writtenOut(name: string, text: string): number[] {
  if (name.endsWith('.astro')) return inMarkup(text);
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false);
  const lines: number[] = [];
  const look = (node: ts.LiteralLikeNode) => {
    if (isAddress(node.text))
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
  };
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) look(node);
    if (ts.isTemplateExpression(node)) {
      look(node.head);
      const [first] = node.templateSpans;
      // An address after `${siteUrl}`, but not in the middle of another path.
      if (first && !node.head.text.endsWith('/')) look(first.literal);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}

/** Looks at any quoted text, because an .astro file isn't TypeScript. */
function inMarkup(text: string): number[] {
  return text.split('\n').flatMap((line, at) => {
    const code = line.replace(/\/\/ .*|\{?\/\*.*/, '');
    const found = [...code.matchAll(/["'`}](\/[^"'`$\s]*)/g)].some(([, quoted = '']) => isAddress(quoted));
    return found ? [at + 1] : [];
  });
}

/** Returns each place that writes out an address, 'src/a.tsx:12', with what to do. */
export async function writtenAddresses(root: string): Promise<string[]> {
  const findings: string[] = [];
  for (const folder of ['src', 'server'])
    for (const file of await filesUnder(join(root, folder))) {
      const name = `${folder}/${file}`;
      if (!/\.(?:tsx?|astro)$/.test(name) || LEFT_OUT.test(name)) continue;
      for (const line of writtenOut(name, readFileSync(join(root, name), 'utf8')))
        findings.push(
          `${name}:${line}\n  It has a hard-coded address of the site. Use \`routes\` or \`hrefs\` of src/lib/routing/routes.ts.`,
        );
    }
  return findings;
}
