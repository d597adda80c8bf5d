/** Finds the texts in our files that a player may read: string literals and markup, without comments, class names and imports. */
import ts from 'typescript';

export interface Text {
  readonly line: number;
  /** With single spaces, and `…` for an inserted value. */
  readonly text: string;
}

/** Attributes whose values aren't read by people. */
const UNREAD =
  /^(?:class|className|id|href|src|type|key|role|name|style|d|viewBox|data-.*|aria-(?:labelledby|describedby|controls|current))$/;

const SQL =
  /\b(?:SELECT|UPDATE|WHERE|CASE\s+WHEN|DESC|EXISTS|no key update|repeatable read)\b|\|\||::\w|\b(?:AND|IS|NOT) (?:…|NOT|NULL)|… [=<>]|[a-z_]\(…/;

/** Paths of drawings, colours, queries of the screen, markup, headers, and names of events, errors and methods. */
const CODE =
  /^[AHLMVahlmv]-?[\d…]+(?:$|[ acehlmqstvz,])|^\((?:pointer|prefers|width)|^<|\b(?:oklch|rotate|translate)\(|^(?:[A-Z][a-z]+-)+[A-Z][a-z]+$|^Bearer|^[A-Z]\w+(?:Changed|Error|Refused)$|^(?:DELETE|GET|PATCH|POST|PUT)$/;

/** Returns whether a string is meant to be read: more than one word, or a capitalised word. */
const isRead = (text: string) =>
  /[a-z]/i.test(text) &&
  !SQL.test(text) &&
  !CODE.test(text) &&
  (/\S\s+\S/.test(text.trim()) || /^\s*[A-Z]/.test(text));

/** Returns the texts of a file: 'a.tsx', 'a.astro', 'a.md' or 'a.json'. */
export function textsIn(name: string, content: string): Text[] {
  if (name.endsWith('.md')) return inMarkdown(content);
  if (name.endsWith('.astro')) return inAstro(content);
  return inCode(name.replace(/\.json$/, '.ts'), name.endsWith('.json') ? `(${content})` : content);
}

function inCode(name: string, content: string): Text[] {
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.Latest, true);
  const ofTheServer = name.startsWith('server/');
  const texts: Text[] = [];
  const add = (node: ts.Node, text: string) => {
    if (!isRead(text)) return;
    const lead = ts.isJsxText(node) ? text.length - text.trimStart().length : 0;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source, false) + lead);
    texts.push({ line: line + 1, text: text.replace(/\s+/g, ' ').trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isOfTheContract(node, source) || (ofTheServer && isForTheLog(node, source))) return;
    if (ts.isJsxAttribute(node) && UNREAD.test(node.name.getText(source))) return;
    if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) add(node, node.text);
    if (ts.isTemplateExpression(node))
      add(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** Returns whether a text is for developers: a call's address and `summary`, and descriptions of fields. */
function isOfTheContract(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isCallExpression(node)) return node.expression.getText(source) === 'v.description';
  const isSummary = ts.isPropertyAssignment(node) && node.name.getText(source) === 'summary';
  if (!isSummary && !ts.isStringLiteral(node)) return false;
  const call = isSummary ? node.parent.parent : node.parent;
  return ts.isCallExpression(call) && call.expression.getText(source) === 'defineCall';
}

/** What the server throws for a player has a code, and is a DomainError. */
const isForTheLog = (node: ts.Node, source: ts.SourceFile) =>
  ts.isNewExpression(node) && node.expression.getText(source) === 'Error';

/** The script is TypeScript, and the markup is close enough to TSX for the same parser. */
function inAstro(content: string): Text[] {
  const blank = (text: string) => text.replace(/[^\n]/g, ' ');
  const script = /^---\n[\s\S]*?\n---\n/.exec(content)?.[0] ?? '';
  const code = script.replace(/^---/, '   ').replace(/---\n$/, '   \n');
  const markup = content
    .slice(script.length)
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<!doctype[^>]*>/gi, blank);
  return [...inCode('a.ts', code), ...inCode('a.tsx', `${blank(script)}<>${markup}</>`)];
}

/** Reads line by line, without code and the addresses of links. */
function inMarkdown(content: string): Text[] {
  return content.split('\n').flatMap((line, at) => {
    const text = line.replace(/`[^`]*`|(?<=\])\([^)]*\)/g, '').trim();
    return isRead(text) ? [{ line: at + 1, text }] : [];
  });
}
