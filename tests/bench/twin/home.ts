/** The home page written by hand as one file. Its texts and pictures come from the built page. */
import { bottom, tally, ticket, top } from './parts.ts';
import type { Source } from './source.ts';

export const homePage = (page: Source, style: string) => `${top(page, style)}<main id="content">
<div class="wrap hero">
<div>
<h1>${page.text('h1')}</h1>
<p class="lead">${page.text('h1 + p')}</p>
<p class="go">${start(page)} <a class="button quiet" href="${page.value('.go .quiet', 'href')}">${page.text('.go .quiet')}</a> <small>${page.text('.go .money')}</small></p>
<dl class="facts">${page.each('.facts div', ({ text }) => `<div><dt>${text('dt')}</dt><dd>${text('dd')}</dd></div>`)}</dl>
</div>
<section class="board">
<p class="unseen">${page.text('.board .unseen')}</p>
<div class="cells">${page.each('.tile', ({ value, inside }) => `<div data-rank="${value('.tile-face', 'data-rank')}" style="grid-area:${Number(value('.tile', 'data-y')) + 1}/${Number(value('.tile', 'data-x')) + 1}">${inside('.tile-face')}</div>`)}</div>
<a class="button" href="${page.value('.board a', 'href')}">${page.text('.board a')}</a>
</section>
</div>

<section class="band">
<div class="wrap">
<h2>${page.text(`${band(1)} h2`)}</h2>
<ol class="steps">
${page.each('.steps li', ({ text }, at) => `<li>${tally(at)}<h3>${text('h3')}</h3><p>${text('p')}</p>\n`)}</ol>
<section class="receipt">
<h2>${page.inside('.receipt h2')}</h2>
<table>
${page.each('.receipt tr', ({ inside, text }) => `<tr><td>${inside('td')}</td><td><b class="pts">${text('.pts')}</b></td>\n`)}</table>
<p class="total"><span>Tally<br><small>${page.text('.total .money')}</small></span><b class="pts">${page.text('.total b')}</b></p>
</section>
</div>
</section>

<section class="band">
<div class="wrap">
${title(page, 2)}<ul class="tickets">
${page.each('.tickets li', ticket)}</ul>
</div>
</section>

<section class="band">
<div class="wrap">
${title(page, 3)}<ul class="play">
${page.each('.play-now li', game)}</ul>
</div>
</section>

<section class="band ruled">
<div class="wrap split">
${lead(page, 4)}<div class="sheet">
<table class="holds">
<caption>${page.text('.holds caption')}</caption>
${page.each('.holds tr', (line, at) => `<tr><td>${held(line, at)}</td><td>${state(line)}</td>\n`)}</table>
</div>
</div>
</section>

<section class="band">
<div class="wrap">
<h2>${page.text(`${band(5)} h2`)}</h2>
<div class="questions">
${page.each('.questions details', ({ text, inside }) => `<details name="question"><summary>${text('summary')}</summary>${inside('p')}</details>\n`)}</div>
</div>
</section>

<div class="wrap end">
${tally(5)}
<h2>${page.text('.end h2')}</h2>
${start(page)}
</div>
</main>
${bottom(page)}`;

const band = (at: number) => `main > .band:nth-of-type(${at})`;

const start = ({ value, text }: Source) =>
  `<a class="button" href="${value('.go a', 'href')}">${text('.go a')}</a>`;

const title = ({ value, text }: Source, at: number) =>
  `<div class="title"><h2>${text(`${band(at)} h2`)}</h2><a href="${value(`${band(at)} .title a`, 'href')}">${text(`${band(at)} .title a`)}</a></div>
<p class="lead">${text(`${band(at)} .lead`)}</p>
`;

const lead = ({ text }: Source, at: number) =>
  `<div><h2>${text(`${band(at)} h2`)}</h2><p class="lead">${text(`${band(at)} .lead`)}</p></div>
`;

const game = ({ value, inside, text }: Source) => `<li><a href="${value('a', 'href')}">
<img src="${value('img', 'src')}" width="80" height="80" alt="" loading="lazy">
<span>${inside('span')}</span>
<span class="first">${firstWords(inside('.first'))} <b class="pts">${text('.first .pts')}</b></span></a>
`;

/** Its text comes before the first tag. */
const firstWords = (html: string) => html.split('<', 1)[0] ?? '';

/** A stroke for each day of the hold. The last column says the same in words. */
const DAYS = [0, 1, 7, 30];
const held = ({ inside, text }: Source, at: number) =>
  at === 1
    ? `${firstWords(inside('td'))}<small>${text('small')}</small>`
    : `${firstWords(inside('td'))}${tally(DAYS[at - 1] ?? 0)}`;

const state = ({ value, text }: Source) =>
  `<span class="${value('.state', 'class')}">${text('.state')}</span>`;
