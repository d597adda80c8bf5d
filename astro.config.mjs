import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { contentTexts } from './scripts/content-texts.ts';
import { devRewrites } from './scripts/dev-rewrites.ts';
import { siteBuild } from './scripts/site-build.ts';

/**
 * For each indexable page, the day of its last change or review, by address. `siteBuild` reads it from the built pages, so it runs before
 * the sitemap.
 * @type {Map<string, string | undefined>}
 */
const modified = new Map();

/**
 * Removes the calls' summaries from browsers' files, because only the API's documentation shows them.
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
 * @astrojs/react, but islands are started by src/islands/shared/hydrate.ts.
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
 * Without `defineConfig` of `astro/config`: it only returns its argument, and its module loads an image optimizer, which takes a fifth of
 * a second.
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
  // It would add style attributes, which the pages' security policy blocks.
  markdown: { syntaxHighlight: false },
  vite: {
    plugins: [withoutSummaries],
    // Tests build and copy files there, which would restart the development server.
    server: { watch: { ignored: ['**/.cache/**', '**/.data/**'] } },
    build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    environments: {
      client: {
        build: {
          // The pages list what they preload (scripts/site/preload.ts).
          modulePreload: false,
          rolldownOptions: {
            output: {
              // Every import repeats the name and the hash, which doesn't compress. Rolldown names chunks after all pages that share them.
              chunkFileNames: ({ name }) =>
                `_astro/${name.startsWith('some_') ? 'some' : '[name]'}.[hash:7].js`,
              codeSplitting: {
                // Browsers fetch six files at a time over HTTP/1.1, and many small files compress worse than one. Earlier groups win.
                groups: [
                  // Styles are inlined in pages. In a chunk with scripts, they would make lazy parts request a stylesheet.
                  { name: 'styles', test: /\.css$/, entriesAware: true },
                  {
                    name: 'react',
                    test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs)[\\/]/,
                  },
                  // Without the sockets and the list of pictures, which pages without the frame don't need, and without the feel of wins.
                  {
                    name: 'shared',
                    test: /^(?!.*[\\/](?:arcade[\\/]|shared[\\/]feel[\\/]|(?:stores[\\/]live|shared[\\/]Art|format[\\/]art|catalogue[\\/]game|session[\\/](?:kept|guest)-round)\.))/,
                    tags: ['$initial'],
                    minShareCount: 8,
                  },
                  // The page of our own games imports it first, and everything in the boards' other chunks later.
                  { name: 'boards', test: /[\\/]arcade[\\/]boards\./ },
                  // What most boards need, in one file.
                  {
                    name: 'board-parts',
                    test: /[\\/]arcade[\\/](?:rules|directions|BoardFrame|Press|use-late|use-swipe)\./,
                  },
                  // With the list of pictures. Otherwise the dashboard would have a seventh file, which waits for a free connection.
                  {
                    name: 'frame',
                    test: /[\\/](?:FrameIsland|Fold|minutes|PlayLink|play-path|shared[\\/]Art|format[\\/]art)\./,
                  },
                  // With everything it imports. Its lazy parts share some of that, which would add five files to its first load.
                  { name: 'dashboard', test: /[\\/]DashboardIsland\./ },
                  // Separate, or they would be bundled with code that only some of their pages need.
                  { name: 'game', test: /[\\/]contract[\\/]catalogue[\\/]game\./ },
                  { name: 'password', test: /[\\/]shared[\\/]CurrentPassword\./ },
                  { name: 'birth-date', test: /[\\/](?:LazyBirthDateForm|stores[\\/]birth-date)\./ },
                  // Together, because a screen that needs one of them needs all.
                  {
                    name: 'mail',
                    test: /[\\/]shared[\\/](?:SendLink|ConfirmMail|EmailForm|stores[\\/](?:confirmation|email-form))\./,
                  },
                  // Separate from the group of orders, because rewards and offers need only these.
                  {
                    name: 'buy',
                    test: /[\\/](?:contract[\\/]redemption[\\/]buy|shared[\\/]Sum|stores[\\/]goal)\./,
                  },
                  // Together, as in the settings, which have no bytes for another file.
                  {
                    name: 'push',
                    test: /[\\/](?:stores[\\/]push|settings[\\/]Push|contract[\\/]notifications[\\/]push)\./,
                  },
                  {
                    name: 'duration',
                    test: /[\\/](?:format[\\/]duration|contract[\\/]redemption[\\/]disputes|shared[\\/]Code)\./,
                  },
                  {
                    name: 'orders',
                    test: /[\\/](?:orders[\\/](?:steps|Timeline|words|store)|reveal-store|RevealCode|contract[\\/]redemption[\\/]orders|format[\\/]held)\.tsx?$/,
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
