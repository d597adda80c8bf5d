/** The demo partner's page. It is plain HTML without script, so that everything happens between two servers. */
import type { OfferFile } from '../../src/lib/contract/offers/offer-files.ts';
import type { Sent, Visit } from './reports.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

export const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 760px; padding: 28px 20px 64px; background: light-dark(#fbf8f1, #16181f); color: light-dark(#1c1e26, #eceef4); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 32px 0 10px; }
p { margin: 0 0 10px; max-width: 64ch; }
.badge { display: inline-block; margin-bottom: 14px; padding: 2px 8px; border: 1px solid; border-radius: 6px; font-size: .8rem; }
.muted { color: light-dark(#545863, #a9afbd); font-size: .9rem; }
form { margin: 0; }
ul { list-style: none; margin: 0; padding: 0; }
.acts li { display: grid; grid-template-columns: 220px 1fr; gap: 4px 16px; align-items: center; padding: 10px 0; border-top: 1px solid light-dark(#ddd8ca, #2d313d); }
button { font: inherit; font-weight: 600; min-height: 44px; width: 100%; padding: 6px 14px; border: 1.5px solid light-dark(#8c8676, #747b8c); border-radius: 10px; background: light-dark(#fff, #20232d); color: inherit; cursor: pointer; text-align: left; }
button:hover { border-color: currentColor; }
:focus-visible { outline: 2px solid light-dark(#3c5cc8, #9db4ff); outline-offset: 2px; }
.sent li { padding: 12px 0; border-top: 1px solid light-dark(#ddd8ca, #2d313d); }
.sent b { display: block; }
code { font: .8rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 560px) { .acts li { grid-template-columns: 1fr; } }
`;

function documentOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Demo partner</title><link rel="stylesheet" href="/style.css"></head><body><main>${body}</main></body></html>`;
}

const outcomes: Readonly<Record<string, string>> = {
  credited: 'Recorded: the points are credited.',
  noted: 'Recorded: this milestone pays nothing.',
  late: 'Recorded, but after the deadline: nothing is credited.',
  repeated: 'Recorded, but it was already credited: nothing else happens.',
  reversed: 'Recorded: the points are reversed.',
  waiting: 'Recorded: it waits for the credit it reverses. The next credit is that one.',
  empty: 'Recorded: there were no points to reverse.',
};

/** Returns the server's answer in words. */
function wordsOf({ status, answer }: Sent): string {
  if (status === 0) return answer;
  try {
    const { status: kind, outcome, message } = JSON.parse(answer);
    if (status !== 200) return `Rejected (${status}): ${message}`;
    return kind === 'duplicate'
      ? 'A duplicate: it’s already recorded and counts once.'
      : (outcomes[outcome] ?? outcome);
  } catch {
    return `Answered ${status}.`;
  }
}

interface Shown {
  readonly offer: OfferFile;
  readonly click: string;
  readonly visit: Visit;
  readonly siteUrl: string;
}

function actLine(given: Shown, act: string, label: string, help: string, milestone = ''): string {
  const field = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return `<li><form method="post" action="/send">${field('offer', String(given.offer.id))}${field('click', given.click)}${field('act', act)}${field('milestone', milestone)}
<button>${escapeHtml(label)}</button></form><span class="muted">${escapeHtml(help)}</span></li>`;
}

export function offerPage(given: Shown): string {
  const { offer, click, visit, siteUrl } = given;
  const sent = visit.sent.map(
    (one) =>
      `<li><b>${escapeHtml(one.what)}</b>${escapeHtml(wordsOf(one))}<br><code>GET /postback/demo?${escapeHtml(one.query)}</code></li>`,
  );
  return documentOf(
    offer.name,
    `<span class="badge">Demo partner: nothing here is real</span>
<h1>${escapeHtml(offer.name)}</h1>
<p>The advertised game would be here. Instead, you are the advertiser: each button sends a real signed report of your click to the server. Keep the <a href="${escapeHtml(siteUrl)}/user/offerwalls?offer=${offer.id}">offer’s page</a> open next to this one.</p>
<p class="muted">Click <code>${escapeHtml(click)}</code></p>
<h2>Report</h2>
<ul class="acts">
${offer.milestones.map(({ code, name, points }) => actLine(given, 'milestone', `Milestone: ${name}`, points > 0 ? `Pays ${points.toLocaleString('en-US')} points.` : 'Pays nothing, but shows that your play is tracked.', code)).join('')}
${actLine(given, 'credit', `Credit: ${offer.goal}`, `Pays ${offer.points.toLocaleString('en-US')} points, which are pending at first.`)}
${actLine(given, 'reversal', 'Reversal', visit.lastTransaction ? 'Reverses the last credit, with its exact points.' : 'Comes before its credit: the next credit is reversed when it arrives.')}
${visit.lastQuery === undefined ? '' : actLine(given, 'duplicate', 'The same again', 'Repeats the last report exactly: it counts once.')}
${actLine(given, 'forged', 'Forged credit', 'Signed with a wrong secret: it’s rejected.')}
${actLine(given, 'late', 'Late credit', `Reached after the ${offer.requirements.deadline_days} days of the offer: recorded, but not paid.`)}
</ul>
<h2 id="sent">Sent</h2>
${sent.length > 0 ? `<ul class="sent">${sent.join('')}</ul>` : '<p class="muted">Nothing yet.</p>'}`,
  );
}

export function plainPage(title: string, text: string, siteUrl: string): string {
  return documentOf(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="${escapeHtml(siteUrl)}/user/offerwalls">See the offers</a></p>`,
  );
}
