/** A reward page written by hand as one file. Its texts and pictures come from the built page. */
import { bottom, tally, ticket, ticketWords, top } from './parts.ts';
import type { Source } from './source.ts';

export const rewardPage = (page: Source, style: string) => `${top(page, style)}<main id="content">
<nav class="wrap breadcrumb" aria-label="Breadcrumb">${page.each('.breadcrumb li', crumb)}</nav>
<div class="wrap split hero">
<h1>${page.text('h1')}</h1>
<div class="ticket">
<svg viewBox="0 0 160 100" aria-hidden="true">${page.inside('.reward-hero .face')}</svg>
<b class="kind">${page.text('.reward-hero .kind')}</b>
${page.each('.reward-hero .ticket', ticketWords)}</div>
<div>
<p class="lead">${page.text('.reward-hero .lead')}</p>
<dl class="facts">${page.inside('.reward-hero .facts')}</dl>
<p>${page.text('.reward-hero .message')}</p>
<a class="button" href="${page.value('.reward-hero .button', 'href')}">${page.text('.reward-hero .button')}</a>
<a class="button quiet" href="${page.value('.reward-hero .quiet', 'href')}">${page.text('.reward-hero .quiet')}</a>
</div>
</div>

<section class="band ruled">
<div class="wrap split">
<div><h2>${page.text('#prices')}</h2><p class="lead">${page.text('#prices + p')}</p></div>
<div class="sheet">
<table>
<thead><tr>${page.each('.ruled thead th', ({ words }) => `<th scope="col">${words}</th>`)}</thead>
${page.each('.ruled tbody tr', ({ text }) => `<tr><th scope="row">${text('th')}</th><td>${text('td')}</td><td><b class="pts">${text('.pts')}</b></td>\n`)}</table>
</div>
</div>
</section>

<section class="wrap split">
${page.inside('.how-long')}
</section>
<section class="wrap steps">
${page.inside('.redeem-steps')}
</section>
<div class="wrap split body">
<aside class="sheet">
<h2>${page.text('aside h2')}</h2>
<dl>
${page.inside('aside dl')}
</dl>
<nav>${page.inside('aside nav')}</nav>
</aside>
<article>
${page.inside('article')}
</article>
</div>

<section class="wrap related">
<div class="title"><h2>${page.text('#related')}</h2><a href="${page.value('.related .title a', 'href')}">${page.text('.related .title a')}</a></div>
<ul class="tickets">
${page.each('.tickets li', ticket)}</ul>
</section>
<p class="wrap trademark">${page.text('.trademark')}</p>
<div class="wrap end">
${tally(5)}
<h2>${page.text('.end h2')}</h2>
<a class="button" href="${page.value('.end a', 'href')}">${page.text('.end a')}</a>
</div>
</main>
${bottom(page)}`;

const crumb = ({ value, words }: Source, at: number) =>
  at < 3 ? `<a href="${value('a', 'href')}">${words}</a>` : words;
