import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { keyIn, ping } from '../../../scripts/indexnow.ts';
import { listening } from '../../support/listening.ts';
import { folderWith } from './temp.ts';

/** A published site and an engine in one. */
async function fakeHost(status: number) {
  const found: unknown[] = [];
  const server = createServer(async (request, response) => {
    const site = `http://${request.headers.host}`;
    const page = (path: string, lastmod = '') => `<url><loc>${site}${path}</loc>${lastmod}</url>`;
    if (request.method === 'POST') {
      found.push(JSON.parse((await request.toArray()).join('')));
      response.writeHead(status).end();
    } else if (request.url === '/sitemap-index.xml')
      response.end(`<sitemapindex><sitemap><loc>${site}/sitemap-0.xml</loc></sitemap></sitemapindex>`);
    else
      response.end(
        `<urlset>${page('/old', '<lastmod>2026-11-20T00:00:00.000Z</lastmod>')}${page('/new', '<lastmod>2026-11-26</lastmod>')}${page('/undated')}</urlset>`,
      );
  });
  return { site: `http://127.0.0.1:${await listening(server)}`, found };
}

test('only pages that changed since a day are announced', async () => {
  const { site, found } = await fakeHost(202);
  expect(await ping(site, '2026-11-26', 'a-key-of-ours', site)).toBe(1);
  expect(await ping(site, '2026-11-27', 'a-key-of-ours', site)).toBe(0);
  expect(found).toEqual([{ host: new URL(site).host, key: 'a-key-of-ours', urlList: [`${site}/new`] }]);
});

test('a rejection is reported', async () => {
  const { site } = await fakeHost(403);
  await expect(ping(site, '2026-11-26', 'a-key-of-ours', site)).rejects.toThrow('answers 403');
});

test('the key is the file whose content is its own name', () => {
  expect(keyIn(folderWith({ 'robots-notes.txt': 'Something else' }))).toBeUndefined();
  expect(keyIn(folderWith({ 'robots-notes.txt': 'No', '5f0c1d2e3b4a.txt': '5f0c1d2e3b4a\n' }))).toBe(
    '5f0c1d2e3b4a',
  );
});
