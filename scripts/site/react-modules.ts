/**
 * React's packages as ES modules. They come as CommonJS, of which a bundler keeps every part and wraps every use: as modules the
 * pages are some 3 KB smaller. Only the shapes that those packages are written in are known here; any other stops the build.
 */

/** The files that this is for: what is imported, and what that leads to. */
export const REACT_FILES =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/](?:index|client|jsx-runtime|cjs[\\/][\w.-]+\.production)\.js$/;

/**
 * The same file as an ES module.
 * @throws Error when something of CommonJS is left.
 */
export function asModule(code: string): string {
  const production = /\.\/cjs\/[\w.-]+\.production\.js/.exec(code);
  if (production) return `export * from '${production[0]}';`;
  const names = new Set<string>();
  const body = code
    .replace(/^var ((?:\w+ = require\("[\w-]+"\)[,;]\s*)+)/m, (_, list: string) =>
      list.replace(/(\w+) = require\("([\w-]+)"\)[,;]/g, "import * as $1 from '$2';"),
    )
    .replace(/^exports\.(\w+) =/gm, (_, name: string) => {
      const isFirst = !names.has(name);
      names.add(name);
      return `${isFirst ? 'let ' : ''}$${name} =`;
    })
    .replace(/\bexports\.(\w+)/g, '$$$1');
  if (/\brequire\(|\b(?:module\.)?exports\b/.test(body))
    throw new Error('This file of React is written in another way than scripts/site/react-modules.ts knows.');
  return `${body}\nexport { ${[...names].map((name) => `$${name} as ${name}`).join(', ')} };`;
}
