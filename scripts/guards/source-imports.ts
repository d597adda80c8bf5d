/** What a source file imports, read with TypeScript's own parser; .astro files by their frontmatter and scripts. */
import ts from 'typescript';

export interface Import {
  /** As written: './a.ts', 'valibot'. */
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
}

export interface Call {
  /** As written, without arguments: 'fetch', '$reward.set'. */
  readonly callee: string;
  readonly line: number;
}

export interface Source {
  readonly imports: readonly Import[];
  readonly calls: readonly Call[];
}

/** The imports and calls of a file; `path` tells the language. */
export function readSource(path: string, text: string): Source {
  const imports: Import[] = [];
  const calls: Call[] = [];
  for (const part of path.endsWith('.astro') ? astroParts(text) : [{ text, line: 0 }]) {
    const kind = /\.(?:tsx|jsx)$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(path, part.text, ts.ScriptTarget.Latest, false, kind);
    visit(source, (node) => {
      const line = part.line + source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      for (const found of importsAt(node, source)) imports.push({ ...found, line });
      if (ts.isCallExpression(node)) calls.push({ callee: node.expression.getText(source), line });
    });
  }
  return { imports, calls };
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function importsAt(node: ts.Node, source: ts.SourceFile): Omit<Import, 'line'>[] {
  if (ts.isImportDeclaration(node)) return named(node.moduleSpecifier, isTypeOnly(node.importClause));
  if (ts.isExportDeclaration(node) && node.moduleSpecifier)
    return named(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return named(node.argument.literal, true);
  if (!ts.isCallExpression(node)) return [];
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isGlob = node.expression.getText(source) === 'import.meta.glob';
  return isImport || isGlob ? node.arguments.flatMap((argument) => named(argument, false)) : [];
}

function named(node: ts.Node, typeOnly: boolean): Omit<Import, 'line'>[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((element) => named(element, typeOnly));
  return ts.isStringLiteralLike(node) ? [{ specifier: node.text, typeOnly }] : [];
}

/** `import type { A }` and `import { type A }` both leave nothing behind; `import './a.ts'` does something. */
function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  if (clause.name || !bindings || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

/** The TypeScript in an .astro file, each piece with the number of lines before it. */
function astroParts(text: string): { text: string; line: number }[] {
  const fence = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text);
  const parts = fence ? [partAt(text, fence.index + fence[0].indexOf('---') + 3, fence[1] ?? '')] : [];
  const body = fence ? fence.index + fence[0].length : 0;
  for (const script of text
    .slice(body)
    .matchAll(/<script\b(?:[^>"']|"[^"]*"|'[^']*')*>([\s\S]*?)<\/script>/g)) {
    parts.push(partAt(text, body + script.index + script[0].indexOf('>'), script[1] ?? ''));
  }
  return parts;
}

function partAt(text: string, from: number, content: string): { text: string; line: number } {
  const start = text.indexOf(content, from);
  return { text: content, line: text.slice(0, start).split('\n').length - 1 };
}
