import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { devRewrites } from './scripts/dev-rewrites.ts';
import { browserBuild } from './scripts/site/browser-build.ts';
import { siteMap } from './scripts/site/site-map.ts';
import { siteBuild } from './scripts/site-build.ts';

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [react(), devRewrites(), siteMap(), siteBuild()],
  env: {
    schema: {
      PUBLIC_API_URL: envField.string({
        context: 'client',
        access: 'public',
        url: true,
        default: 'http://localhost:8000',
      }),
      PUBLIC_REALTIME_PORT: envField.number({
        context: 'client',
        access: 'public',
        int: true,
        min: 1,
        max: 65535,
        default: 6001,
      }),
    },
  },
  vite: { plugins: [browserBuild()], build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] } },
});
