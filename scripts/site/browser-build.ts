/**
 * Keeps the browser's files small. What the bundler can't know by itself: which part of the calls only the server reads, which
 * part of a library never runs here, and what the pages carry already.
 */
import { type ESTree, type Plugin, parseAst } from 'vite';
import * as makers from '../../src/lib/contract/call.ts';
import { routes } from '../../src/lib/routes.ts';
import { site } from '../../src/lib/site.ts';
import { chunkOf } from './browser-chunks.ts';
import { asModule, REACT_FILES } from './react-modules.ts';

/** Of a call the browser sends method and path and reads the answer; the rest is the server's and the OpenAPI document's. */
const SERVER_ONLY = new Set(['who', 'summary', 'params', 'query', 'body', 'told']);
/** But for these the client has to know: they go without a player's token, and what is answered to them ends no player's session. */
const APART = new Set(['operator', 'stranger']);

/** What makes a schema or a call, by which the bundler leaves out those that nothing uses: it takes any call for an effect else. */
const MAKERS = ['v', ...Object.keys(makers)];

/**
 * Takes out of a contract module what its calls carry for the server alone. The schemas in there go with it, unless something else
 * uses them: a form that is checked before it is sent imports its schema by name.
 */
export function withoutServerParts(code: string): string {
  return parseAst(code, { lang: 'ts' })
    .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
    .flatMap(({ init }) => (init ? serverParts(init) : []))
    .reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
}

/** From where to where: in the order of the text. */
function serverParts(value: ESTree.Expression): [start: number, end: number][] {
  if (value.type !== 'CallExpression') return [];
  const { callee, arguments: given } = value;
  const [call] = given;
  if (callee.type !== 'Identifier' || callee.name !== 'defineCall' || call?.type !== 'ObjectExpression')
    return [];
  return call.properties.flatMap((property, index) =>
    property.type === 'Property' &&
    property.key.type === 'Identifier' &&
    SERVER_ONLY.has(property.key.name) &&
    !(property.value.type === 'Literal' && APART.has(String(property.value.value)))
      ? [[property.start, call.properties[index + 1]?.start ?? call.end - 1]]
      : [],
  );
}

/** The entries of the tables that a module names, written out: an island needs a few addresses and the site's name, not the tables. */
export function writtenOut(code: string): string {
  return code
    .replace(
      /(?<![.\w])routes\.(\w+)\.pattern\b/g,
      (all, name: string) => literal(routes, name, 'pattern') ?? all,
    )
    .replace(/(?<![.\w])routes\.(\w+)\b/g, (all, name: string) => literal(routes, name) ?? all)
    .replace(/(?<![.\w])site\.(\w+)\b/g, (all, name: string) => literal(site, name) ?? all);
}

function literal(table: object, ...names: readonly string[]): string | undefined {
  const found = names.reduce<unknown>((value, name) => new Map(Object.entries(value ?? {})).get(name), table);
  return found === undefined ? undefined : `(${JSON.stringify(found)})`;
}

const STAND_IN = '\0playtally:';
const never = (names: string, why: string) =>
  `const no = () => { throw new Error('${why}'); }; export { ${names.replace(/\w+/g, 'no as $&')} };`;

/** What stands in for modules, by the end of their id. */
const standIns: Readonly<Record<string, string>> = {
  // The pages carry all of their styles, of parts that load later too: from scripts they'd be links to files that aren't there.
  [`${STAND_IN}styles`]: '',
  // ofetch takes addresses apart for `baseURL` and `query` and reads answers with destr; src/lib/api/client.ts does both itself.
  [`${STAND_IN}ufo`]: never('withBase, withQuery', 'Give ofetch the whole address.'),
  [`${STAND_IN}destr`]: never('default', 'Give ofetch a parser.'),
  '/nanostores/listen-keys/index.js': never('listenKeys, subscribeKeys', 'Stores are followed as a whole.'),
  // Vite's own also looks after styles and loads ahead what is there already. The event is for src/components/missing-inline.ts.
  '\0vite/preload-helper.js': `export const __vitePreload = (load) => load().catch((error) => {
    dispatchEvent(new Event('vite:preloadError'));
    throw error;
  });`,
  // Astro's own can also fill slots, run actions and begin without pre-rendered HTML, for which React keeps a second way to start.
  '/@astrojs/react/dist/client.js': `import { createElement, startTransition } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    export default (element) => (Component, props, slots) => {
      if (!element.hasAttribute('ssr')) return;
      if (Object.keys(slots).length) throw new Error('Islands take no slots here.');
      startTransition(() => {
        const prefix = { identifierPrefix: element.getAttribute('prefix') };
        const root = hydrateRoot(element, createElement(Component, props), prefix);
        element.addEventListener('astro:unmount', () => root.unmount(), { once: true });
      });
    };`,
};

function standInFor(id: string): string | undefined {
  const path = id.replaceAll('\\', '/');
  return Object.entries(standIns).find(([end]) => path.endsWith(end))?.[1];
}

const forBrowser = {
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
} as const;

const reactModules: Plugin = {
  ...forBrowser,
  name: 'playtally:react-modules',
  transform: { filter: { id: REACT_FILES }, handler: asModule },
};

/** For astro.config.mjs; it concerns the files for the browser alone, and not those of `npm run dev`. */
export function browserBuild(): Plugin[] {
  const build: Plugin = {
    ...forBrowser,
    name: 'playtally:browser-build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              modulePreload: false,
              rolldownOptions: {
                // An island's file may then be nothing but a name for what stands in a file of several.
                preserveEntrySignatures: 'allow-extension',
                treeshake: { manualPureFunctions: MAKERS, propertyReadSideEffects: false },
                output: {
                  codeSplitting: {
                    includeDependenciesRecursively: false,
                    groups: [{ name: (id, bundle) => chunkOf(id, bundle) }],
                  },
                },
              },
            },
          }
        : {},
    resolveId: {
      filter: { id: [/^(?:ufo|destr)$/, /\.css$/] },
      handler: (id) => STAND_IN + (id.endsWith('.css') ? 'styles' : id),
    },
    load: standInFor,
    transform: {
      filter: { id: /[\\/]src[\\/](?:islands|lib)[\\/].*\.tsx?$/ },
      handler: (code, id) => writtenOut(/[\\/]contract[\\/]/.test(id) ? withoutServerParts(code) : code),
    },
  };
  return [reactModules, build];
}
