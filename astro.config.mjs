import react from '@astrojs/react';
import { defineConfig, envField } from 'astro/config';
import { devRewrites } from './scripts/dev-rewrites.ts';
import { browserBuild } from './scripts/site/browser-build.ts';
import { siteBuild } from './scripts/site-build.ts';

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  prefetch: false,
  devToolbar: { enabled: false },
  integrations: [react(), devRewrites(), siteBuild()],
  env: {
    schema: {
      PUBLIC_API_URL: envField.string({
        context: 'client',
        access: 'public',
        url: true,
        default: 'http://localhost:8000',
      }),
      PUBLIC_API_TIMEOUT: envField.number({
        context: 'client',
        access: 'public',
        min: 1,
        max: 600,
        default: 20,
      }),
      PUBLIC_REALTIME_PORT: envField.number({
        context: 'client',
        access: 'public',
        int: true,
        min: 1,
        max: 65535,
        default: 6001,
      }),
      PUBLIC_REALTIME_KEY: envField.string({ context: 'client', access: 'public', default: 'playtally' }),
      PUBLIC_REALTIME_HOST: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_REALTIME_TLS: envField.enum({
        context: 'client',
        access: 'public',
        values: ['on', 'off'],
        optional: true,
      }),
    },
  },
  vite: { plugins: [browserBuild()], build: { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] } },
});
