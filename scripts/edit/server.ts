/**
 * What `npm run edit` adds to Astro's development server: the editor, a workspace with the editor next to the page, and a preview
 * of unsaved text. None of it is in the site's own configuration, so it is never built.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parseFrontmatter } from 'astro/markdown';
import { dump } from 'js-yaml';
import * as v from 'valibot';
import type { ViteDevServer } from 'vite';
import { type Numbered, ownQuests, readEntries } from '../../src/content/catalogue-loader.ts';
import type { Draft } from '../../src/content/draft.ts';
import { drawings, glyphFile, glyphNames, scenes } from '../../src/content/glyph-files.ts';
import { pages, settings } from '../../src/content/kinds.ts';
import { listLinks } from '../../src/content/known-links.ts';
import { HUB } from '../../src/content/rules.ts';
import {
  catalogueArticleSchema,
  catalogueGameSchema,
  catalogueRewardSchema,
} from '../../src/lib/contract/catalogue/catalogue.ts';
import { hrefs } from '../../src/lib/routing/routes.ts';
import { textSentences } from '../content-texts.ts';
import { CHOICES, type Choices, GLYPHS } from './choices.ts';
import { dueForReview, offTheSite } from './notes.ts';
import { collections, singles } from './places.ts';
import { DRAFT, type DraftAnswer, PAGE_CHANGED } from './protocol.ts';

const HERE = import.meta.dirname;

/**
 * The editor requests a font from elsewhere and works without it. Nothing that is written leaves this machine, except to GitHub.
 */
const POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; connect-src 'self' ws:";
/** With GitHub, the editor reads and writes there itself, and shows who is signed in. */
const GITHUB_POLICY = `${POLICY} https://api.github.com; img-src 'self' data: blob: https://avatars.githubusercontent.com`;

/** By their names in src/content. */
const LOADERS = [
  ...Object.values(pages).map(({ folder }) => basename(folder)),
  ...Object.values(settings).map(({ name }) => `settings-${name}`),
  'catalogue-rewards',
  'catalogue-articles',
];

/** The name under which Keystatic imports its configuration. */
const CONFIG = 'virtual:keystatic-config';

type Refresh = (draft: Draft) => Promise<void>;

/**
 * @param root the project's folder, with the files that are edited
 * @param repo the GitHub repository, if it saves there
 */
export function editing(root: string, repo?: string): AstroIntegration {
  return {
    name: 'playtally:edit',
    hooks: {
      'astro:config:setup': ({ injectRoute, updateConfig }) => {
        injectRoute({ pattern: '/edit', entrypoint: join(HERE, 'workspace.astro') });
        updateConfig({
          vite: {
            optimizeDeps: { entries: ['collections.ts', 'workspace.ts'].map((name) => join(HERE, name)) },
            plugins: [
              {
                name: 'playtally:edit-collections',
                enforce: 'pre',
                resolveId: (id) => (id === CONFIG ? `\0${CONFIG}` : null),
                load: (id) =>
                  id === `\0${CONFIG}`
                    ? `import { editorConfig } from ${JSON.stringify(join(HERE, 'collections.ts'))};
export default editorConfig(${JSON.stringify(repo)});`
                    : null,
              },
              {
                // These packages are never debugged here, and their source maps are two thirds of what the browser would load.
                name: 'playtally:edit-no-maps',
                enforce: 'post',
                transform: (code, id) =>
                  id.includes('/.cache/edit/vite/deps/')
                    ? { code, map: { version: 3, mappings: '', names: [], sources: [] } }
                    : null,
              },
            ],
          },
        });
      },
      'astro:server:setup': ({ server, refreshContent }) => {
        announcePageChanges(server);
        const refresh: Refresh = async (draft) =>
          refreshContent?.({
            loaders: LOADERS,
            context: { draft },
          });
        server.middlewares.use((request, response, next) => {
          answer(root, repo ? GITHUB_POLICY : POLICY, refresh, request, response).then(
            (isAnswered) => isAnswered || next(),
            next,
          );
        });
      },
    },
  };
}

async function answer(
  root: string,
  policy: string,
  refresh: Refresh,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?');
  const send = (type: string, body: string) => {
    response.setHeader('content-type', type).end(body);
    return true;
  };
  if (path.startsWith('/edit') || path.startsWith('/keystatic'))
    response.setHeader('content-security-policy', policy);
  if (path === CHOICES) return send('application/json', JSON.stringify(choices(root)));
  if (path.startsWith(GLYPHS)) return send('image/svg+xml', glyphSvg(root, basename(path)));
  // A page elsewhere can't send JSON here without a CORS preflight, which nothing here allows.
  if (path !== DRAFT || request.headers['content-type'] !== 'application/json') return false;
  const asked = v.parse(requestSchema, JSON.parse(await textOf(request)));
  return send('application/json', JSON.stringify(await showDraft(root, refresh, asked)));
}

const requestSchema = v.object({ file: v.optional(v.string()), text: v.optional(v.string()) });

/** Loads the content with the draft in place of its file, so that the preview shows it as if it were saved. */
async function showDraft(
  root: string,
  refresh: Refresh,
  { file, text }: v.InferOutput<typeof requestSchema>,
): Promise<DraftAnswer> {
  const sentences: string[] = [];
  const shown = file && text !== undefined ? withoutNewPicture(root, file, text) : undefined;
  const texts = new Map(file && shown ? [[file, shown.text]] : []);
  await refresh({ texts, sentences });
  if (texts.size > 0) sentences.push(...(await textSentences(pathToFileURL(`${root}/`), texts)));
  const saved = file && existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  const notes = [
    shown?.isWithout && 'Save the page to see the new picture here.',
    file === singles.site.file && shown && 'Save this to see it on the pages.',
    file ? offTheSite(text ?? saved) : dueForReview(reviewedTexts(root)),
  ].filter((note) => typeof note === 'string');
  return {
    sentences,
    ...(notes.length > 0 && { note: notes.join(' ') }),
    ...(file ? whereShown(file, text ?? saved) : {}),
  };
}

const reviewedTexts = (root: string): string[] =>
  Object.values(pages).flatMap(({ folder }) =>
    readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );

/**
 * Returns the address of a catalogue's reward, made from its number and name, or the address that a retired page redirects to.
 */
function whereShown(file: string, text: string): Pick<DraftAnswer, 'page' | 'leadsTo'> {
  if (file.startsWith(collections.catalogue.folder)) {
    const entry = v.safeParse(v.pipe(v.string(), v.parseJson(), catalogueEntry), text);
    return entry.success ? { page: hrefs.reward(entry.output.id, entry.output.name) } : {};
  }
  const { retired } = frontMatterOf(text);
  if (typeof retired !== 'string') return {};
  return { leadsTo: retired === HUB ? `/${HUB}` : hrefs.rewardPage(retired) };
}

/** A picture that was just chosen isn't a file yet, and a page with it can't be shown, so the preview leaves it out. */
function withoutNewPicture(root: string, file: string, text: string): { text: string; isWithout: boolean } {
  const { picture, ...others } = frontMatterOf(text);
  const source = v.safeParse(v.object({ src: v.string() }), picture);
  if (!source.success || existsSync(join(root, dirname(file), source.output.src)))
    return { text, isWithout: false };
  return { text: `---\n${dump(others)}---\n${parseFrontmatter(text).content}`, isWithout: true };
}

function frontMatterOf(text: string): Record<string, unknown> {
  try {
    return parseFrontmatter(text).frontmatter;
  } catch {
    // The loader reports the problem.
    return {};
  }
}

const catalogueEntry = v.object({ id: v.number(), name: v.string() });

export function choices(root: string): Choices {
  const url = pathToFileURL(`${root}/`);
  const all = <S extends Numbered>(schema: S, folder: string) =>
    [...readEntries(schema, url, folder).entries.values()].map(({ data }) => data);
  const rewards = all(catalogueRewardSchema, 'rewards');
  const games = all(catalogueGameSchema, 'games');
  const articles = all(catalogueArticleSchema, 'articles');
  const named = ({ folder, type }: { folder: string; type: string }) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(type))
      .map((name) => basename(name, type));
  const { folder, type } = collections.rewards;
  const guides = named(collections.rewards)
    .map((slug) => ({ slug, fields: frontMatterOf(readFileSync(join(root, folder, slug + type), 'utf8')) }))
    .filter(({ fields }) => fields.retired === undefined)
    .map(({ slug, fields }) => ({ slug, heading: String(fields.heading ?? slug) }));
  const idAfter = (entries: readonly { readonly id: number }[]) =>
    Math.max(...entries.map(({ id }) => id)) + 1;
  const deliveries = new Map(rewards.map(({ delivery }) => [JSON.stringify(delivery), delivery]));
  const idAndName = ({ id, name }: { readonly id: number; readonly name: string }) => ({ id, name });
  return {
    rewards: rewards.map(idAndName).sort((a, b) => a.name.localeCompare(b.name, 'en')),
    games: games.map(idAndName),
    pages: guides,
    glyphs: glyphNames(root),
    drawings: drawings(root),
    scenes: scenes(root),
    platforms: [...new Set(rewards.map(({ game }) => game))].sort(),
    quests: ownQuests(url),
    deliveries: [...deliveries.values()],
    links: listLinks(url),
    taken: Object.fromEntries(Object.entries(collections).map(([name, place]) => [name, named(place)])),
    next: { articles: idAfter(articles), catalogue: idAfter(rewards) },
  };
}

function glyphSvg(root: string, name: string): string {
  const file = glyphFile(root, basename(name, '.svg'));
  return file ? readFileSync(file, 'utf8') : '<svg xmlns="http://www.w3.org/2000/svg"/>';
}

/**
 * After a change of content or of its templates, Astro makes every open page reload. The preview should reload, but the editor
 * must not, so the workspace is notified instead. Reloads that Vite itself requests go through: it has prepared its packages
 * again.
 */
function announcePageChanges(server: ViteDevServer): void {
  let isContent = false;
  for (const [name, { hot }] of Object.entries(server.environments)) {
    const send: (...what: [object] | [string, unknown?]) => void = hot.send.bind(hot);
    hot.send = (...what: [object] | [string, unknown?]) => {
      const [first] = what;
      if (first === 'astro:content-changed') {
        // The reload follows immediately.
        isContent = true;
        queueMicrotask(() => {
          isContent = false;
        });
      }
      const isReload = typeof first === 'object' && 'type' in first && first.type === 'full-reload';
      if (name === 'client' && isReload && (isContent || !('path' in first))) send(PAGE_CHANGED, {});
      else send(...what);
    };
  }
}
