/** The frame of both twins, as one would write it once and copy it. */
import type { Source } from './source.ts';

export const top = (page: Source, style: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${page.text('title')}</title>
<link rel="preload" href="/fonts/bricolage-grotesque-700.woff2" as="font" type="font/woff2" crossorigin>
<meta name="description" content="${page.value('meta[name=description]', 'content')}">
<link rel="canonical" href="${page.value('link[rel=canonical]', 'href')}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
${style}</style>
</head>
<body>
<a class="skip" href="#content">${page.text('.skip')}</a>
<header class="wrap">
${logo(page)}
<nav class="browse" aria-label="Browse">${page.each('header .browse a', link)}</nav>
<nav aria-label="Account">
<a href="${page.value('header .log-in', 'href')}">${page.text('header .log-in')}</a>
<a class="button" href="${page.value('header .log-in + a', 'href')}">${page.text('header .log-in + a')}</a>
</nav>
</header>
`;

const logo = (page: Source) =>
  `<a class="logo" href="/"><svg viewBox="-3 0 31 22" width="34" height="24" aria-hidden="true">${page.inside('.logo svg')}</svg>${page.text('.logo span')}</a>`;

export const bottom = (page: Source) => `<footer>
<div class="wrap">
<div class="cols">
<div>${logo(page)}<p>${page.text('footer p')}</p></div>
${page.each(
  'footer .cols > div:not(:first-child)',
  (column) => `<div><h2>${column.text('h2')}</h2><ul>${column.each('li', item)}</ul></div>
`,
)}</div>
<p class="last"><span>${page.text('footer .last > span')}</span></p>
<ul class="last">${page.each('footer .last li', item)}</ul>
</div>
</footer>
</body>
</html>
`;

const link = ({ value, text }: Source) => `<a href="${value('a', 'href')}">${text('a')}</a>`;
const item = (entry: Source) => `<li>${link(entry)}</li>`;

/** A reward as a ticket in a list. */
export const ticket = (entry: Source) => `<li><a class="ticket" href="${entry.value('a', 'href')}">
<img src="${entry.value('img', 'src')}" width="160" height="100" alt="" loading="lazy">
<b class="kind">${entry.text('.kind')}</b>
${ticketWords(entry)}</a>
`;

export const ticketWords = (entry: Source) => `<span class="name">${entry.inside('.name')}</span>
<span class="stub"><b class="pts">${entry.text('.pts')}</b> <small>${entry.text('.money')}</small></span>
`;

/** Tally strokes: a bundle of five as one path, the last one with as many strokes as it has. */
const STROKES = [
  'M3 2.5 2.4 19.5',
  'M9 2.5 8.5 19.5',
  'M15 2.5 14.6 19.5',
  'M21 2.5 20.7 19.5',
  'M-1 16.5 26 5',
];
export function tally(done: number): string {
  let pictures = '';
  for (let left = done; left > 0; left -= 5)
    pictures += `<svg viewBox="-2 0 29 22" aria-hidden="true"><path d="${STROKES.slice(0, left).join('')}"/></svg>`;
  return `<span class="tally">${pictures}</span>`;
}
