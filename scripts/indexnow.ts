/**
 * `node scripts/indexnow.ts <site> <day>`: notifies search engines which pages of a published site have changed since that day,
 * from its sitemap. The key is a file in `public/` whose name is its content (docs/operators/reference.md). Exits with 1 if the
 * notification is rejected.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Forwards the pages to all engines that take part. */
const ENGINES = 'https://api.indexnow.org/indexnow';

/** Returns the contents of all elements with this name. */
const inTags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content = '']) => content);

const textAt = async (address: string): Promise<string> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return await answer.text();
};

/** Returns the sitemap's addresses that changed on `since` or later: ('https://playtally.com', '2026-11-26'). */
export async function changedSince(site: string, since: string): Promise<string[]> {
  const maps = inTags(await textAt(`${site}/sitemap-index.xml`), 'loc');
  const pages = (await Promise.all(maps.map(textAt))).flatMap((xml) => inTags(xml, 'url'));
  return pages.flatMap((page) => ((inTags(page, 'lastmod')[0] ?? '') >= since ? inTags(page, 'loc') : []));
}

/** Returns the key that proves ownership of the site: the name and content of its file. */
export const keyIn = (folder: string): string | undefined =>
  readdirSync(folder)
    .map((file) => /^([a-zA-Z0-9-]{8,128})\.txt$/.exec(file)?.[1])
    .find((key) => key !== undefined && readFileSync(join(folder, `${key}.txt`), 'utf8').trim() === key);

export async function ping(site: string, since: string, key: string, engines = ENGINES): Promise<number> {
  const urlList = await changedSince(site, since);
  if (urlList.length === 0) return 0;
  const answer = await fetch(engines, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ host: new URL(site).host, key, urlList }),
  });
  if (!answer.ok) throw new Error(`${engines} answers ${answer.status}`);
  return urlList.length;
}

if (import.meta.main) {
  const [site, since] = process.argv.slice(2);
  const key = keyIn('public');
  if (!site || !since || !key)
    throw new Error('It needs the site, a day such as 2026-11-26, and a key in public/.');
  console.log(`Announced ${await ping(new URL(site).origin, since, key)} pages.`);
}
