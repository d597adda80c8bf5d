import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { contentTexts } from './scripts/content-texts.ts';
import { devRewrites } from './scripts/dev-rewrites.ts';
import { siteBuild } from './scripts/site-build.ts';

/**
 * The day of the last change or review of each page that wants to be found, by its address. `siteBuild` reads it from the built pages, so it goes
 * before the sitemap.
 * @type {Map<string, string | undefined>}
 */
const modified = new Map();

/**
 * What each call is for is read by the API's own documents alone.
 * @type {import('vite').Plugin}
 */
const withoutSummaries = {
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/lib\/contract\// },
    handler: (code) => ({ code: code.replace(/\bsummary:\s*(['"])(?:(?!\1).)*\1,/g, ''), map: null }),
  },
};

/**
 * @astrojs/react with our own start of an island (src/islands/shared/hydrate.ts).
 * @type {(react: import('astro').AstroIntegration) => import('astro').AstroIntegration}
 */
const withOwnStart = ({ hooks, ...integration }) => ({
  ...integration,
  hooks: {
    ...hooks,
    'astro:config:setup': (given) =>
      hooks['astro:config:setup']?.({
        ...given,
        addRenderer: (renderer) =>
          given.addRenderer({ ...renderer, clientEntrypoint: './src/islands/shared/hydrate.ts' }),
      }),
  },
});

/** @type {import('astro').AstroIntegration} */
const directives = {
  name: 'directives',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'touch', entrypoint: './src/components/on-touch.ts' });
      addClientDirective({ name: 'painted', entrypoint: './src/components/on-paint.ts' });
    },
  },
};

/**
 * Without the helpers of `astro/config`: they only give their argument back, and that module brings an optimizer of pictures along,
 * which takes a fifth of a second to load.
 * @satisfies {import('astro').AstroUserConfig}
 */
const config = {
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 32 },
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [
    withOwnStart(react()),
    directives,
    devRewrites(),
    contentTexts(),
    siteBuild(modified),
    sitemap({
      filter: (address) => modified.has(address),
      serialize: (item) => ({ ...item, lastmod: modified.get(item.url) }),
      namespaces: { news: false, xhtml: false, image: false, video: false },
    }),
  ],
  // Colours would come as style attributes, which the pages' policy doesn't allow.
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [withoutSummaries],
    // What tests build and copy there would start the development server anew.
    server: { watch: { ignored: ['**/.cache/**', '**/.data/**'] } },
    build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    environments: {
      client: {
        build: {
          // The pages name all that they load (scripts/site/preload.ts).
          modulePreload: false,
          rolldownOptions: {
            output: {
              codeSplitting: {
                // Browsers that speak HTTP/1.1 fetch six files at a time, and many small ones compress worse than one. Earlier groups win.
                groups: [
                  // Apart, because pages hold their styles: a chunk with styles would have what loads later ask for a file of them.
                  { name: 'styles', test: /\.css$/, entriesAware: true },
                  {
                    name: 'react',
                    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs)[\\/]/,
                  },
                  // Pages without the frame shouldn't get what loads the sockets, nor the list of pictures.
                  {
                    name: 'shared',
                    test: /^(?!.*[\\/](?:stores[\\/]live|shared[\\/]Art|format[\\/]art)\.)/,
                    tags: ['$initial'],
                    minShareCount: 8,
                  },
                  // With the pictures: the dashboard would have a seventh file otherwise, which waits for a free connection.
                  {
                    name: 'frame',
                    test: /[\\/](?:FrameIsland|Fold|minutes|PlayLink|play-path|shared[\\/]Art|format[\\/]art)\./,
                  },
                  // With all that it imports. Parts that come later share some of that, which would be five files more on its first load.
                  { name: 'dashboard', test: /[\\/]DashboardIsland\./ },
                  // Apart, or they would be put with what only some of their pages need.
                  { name: 'game', test: /[\\/]contract[\\/]game\./ },
                  { name: 'birth-date', test: /[\\/](?:LazyBirthDateForm|stores[\\/]birth-date)\./ },
                  // Apart from the orders', because rewards and offers use only these.
                  { name: 'buy', test: /[\\/](?:contract[\\/]buy|shared[\\/]Sum|stores[\\/]goal)\./ },
                  {
                    name: 'duration',
                    test: /[\\/](?:format[\\/]duration|contract[\\/]disputes|shared[\\/]Code)\./,
                  },
                  {
                    name: 'orders',
                    test: /[\\/](?:orders[\\/](?:steps|Timeline|words|store)|reveal-store|RevealCode|contract[\\/]orders|format[\\/]held)\.tsx?$/,
                    tags: ['$initial'],
                  },
                  {
                    name: 'some',
                    tags: ['$initial'],
                    minShareCount: 3,
                    entriesAware: true,
                    entriesAwareMergeThreshold: 800,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
};
export default config;
