/** The projects that are built from the same Markdown: ours, cut down to its reward pages, and a bare one. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, linkPackages } from '../../support/copy-project.ts';

/** Of src/pages: the reward pages, and the pictures in them. */
const KEPT = new Set(['rewards', 'faces']);

/**
 * Our project without its other pages. The route table names shells, and a build without those would stop, so the copy's table
 * names none.
 */
export function copyRewardPages(folder: string): void {
  copyProject(folder);
  const pages = join(folder, 'src/pages');
  for (const name of readdirSync(pages)) if (!KEPT.has(name)) rmSync(join(pages, name), { recursive: true });
  without(join(folder, 'src/lib/routing/route-table.ts'), '...(shell === undefined ? {} : { shell }),');
  // Thousands of generated pages are similar.
  without(
    join(folder, 'astro.config.mjs'),
    "import react from '@astrojs/react';",
    'withOwnStart(react()),',
    "import { contentTexts } from './scripts/content-texts.ts';",
    'contentTexts(),',
  );
}

/** Removes these words from a file. */
function without(file: string, ...words: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  for (const word of words)
    if (!text.includes(word)) throw new Error(`${file} has no "${word}" for this benchmark to take out.`);
  writeFileSync(
    file,
    words.reduce((left, word) => left.replaceAll(word, ''), text),
  );
}

/**
 * Only Astro's own means: its loader, a schema of the shown fields, a layout with a style sheet of one screen's length, no
 * integrations.
 */
export function writeBare(folder: string): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  linkPackages(folder);
}

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'astro.config.mjs': "export default { site: 'https://bare.example', build: { format: 'file' } };",
  'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
export const collections = {
  rewards: defineCollection({
    loader: glob({ base: './src/content/rewards', pattern: '*.md' }),
    schema: z.object({ title: z.string(), heading: z.string(), description: z.string(), reviewed: z.date() }),
  }),
};`,
  'src/pages/rewards/[slug].astro': `---
import { getCollection, render } from 'astro:content';
import Layout from '../../layouts/Layout.astro';
export async function getStaticPaths() {
  return (await getCollection('rewards')).map((page) => ({ params: { slug: page.id }, props: { page } }));
}
const { page } = Astro.props;
const { title, heading, description, reviewed } = page.data;
const { Content } = await render(page);
---
<Layout {title} {description}>
  <h1>{heading}</h1>
  <p class="lead">{description}</p>
  <article class="prose"><Content /></article>
  <p>Last reviewed on <time datetime={reviewed.toISOString()}>{reviewed.toISOString().slice(0, 10)}</time></p>
</Layout>`,
  'src/layouts/Layout.astro': `---
import '../styles/site.css';
const { title, description } = Astro.props;
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>{title}</title>
    <meta name="description" content={description} />
    <link rel="canonical" href={new URL(Astro.url.pathname.replace(/\\.html$/, ''), Astro.site)} />
  </head>
  <body>
    <header><a href="/">Rewards</a><nav><a href="/login">Log in</a></nav></header>
    <main><slot /></main>
    <footer><a href="/about-us">About us</a> <a href="/terms">Terms</a> <a href="/privacy">Privacy</a></footer>
  </body>
</html>`,
  'src/styles/site.css': `:root { --ink: #1c1a17; --paper: #f7f4ee; --accent: #b3361e; color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header, footer, main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
header { display: flex; justify-content: space-between; border-bottom: 1px solid; }
h1 { font-size: 2rem; line-height: 1.1; }
a { color: var(--accent); text-underline-offset: 0.2em; }
.lead { font-size: 1.2rem; }
.prose h2 { margin-top: 2em; font-size: 1.4rem; }
.prose blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--accent); }
footer { display: flex; gap: 1rem; border-top: 1px solid; font-size: 0.875rem; }
@media (prefers-color-scheme: dark) { :root { --ink: #f7f4ee; --paper: #1c1a17; --accent: #ff8d70; } }
`,
};
