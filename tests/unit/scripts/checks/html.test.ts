import { expect, test } from 'vitest';
import { htmlFindings } from '../../../../scripts/checks/html.ts';
import { pageOf, siteOf } from './site-pages.ts';

const findings = async (body: string) =>
  htmlFindings(await siteOf({ 'terms.html': pageOf({ path: '/terms', body }) }));

test('deliberate constructs pass', async () => {
  expect(await findings('<h2 id="1-who-may-join">Who</h2><ul role="list"><li>You</li></ul>')).toEqual([]);
});

test.each([
  ['an element where it may not be', '<p><div>Words</div></p>', 'no-implicit-close'],
  ['an id given twice', '<p id="a">A</p><p id="a">B</p>', 'no-dup-id'],
  ['a picture without words', '<img src="/favicon.svg">', 'wcag/h37'],
  ['a button without a type', '<button>Press</button>', 'no-implicit-button-type'],
  ['an element that is not closed', '<section><h2>Open</h2>', 'no-implicit-close'],
  ['a table without rows of its own', '<table><p>Words</p></table>', 'element-permitted-content'],
])('%s is reported with page and rule', async (_, body, rule) => {
  const found = await findings(body);
  expect(found.length).toBeGreaterThan(0);
  expect(found[0]).toMatch(new RegExp(`^terms\\.html: .*\\(${rule}\\), at `));
});

test('words that only styles separate, which a text browser would join, are reported', async () => {
  const ticket = (between: string) =>
    `<p><a href="/x"><span>Robux${between}<small>400</small></span>${between}<span><b>5,000 pts</b>${between}<b>$5.00</b></span></a></p>`;
  const say = (words: string) =>
    `terms.html: only styles separate the words of “${words}”; put a space between them`;
  expect(await findings(ticket(''))).toEqual(['Robux400', '4005,000', 'pts$5.00'].map(say));
  expect(await findings(ticket(' '))).toEqual([]);
  expect(await findings('<p>2<sup>32</sup>, <b>bold</b>. <i>w</i> mod <i>n</i></p>')).toEqual([]);
  expect(await findings('<p>A multiple of<i>n</i>, and the line<code>a</code></p>')).toEqual(
    ['ofn', 'linea'].map(say),
  );
  expect(await findings('<nav><a href="/x">Rewards</a><a href="/y">Games</a></nav>')).toEqual([
    say('RewardsGames'),
  ]);
});

test('a status that says what is loading is reported, since it would stay without JavaScript', async () => {
  expect(await findings('<p role="status" class="unseen">\n Loading the reward\n</p>')).toEqual([
    'terms.html: it says “Loading the reward” without JavaScript; use an aria-label',
  ]);
  expect(
    await findings('<p role="status" aria-label="Loading the reward"></p><p>Loading screens</p>'),
  ).toEqual([]);
});

test('a word with a typewriter’s apostrophe is reported, except in code and in the message of the specification', async () => {
  expect(
    await findings('<p title="It&#39;s">Apple’s, <code>don\'t</code> and Don&#39;t Miss Out!</p>'),
  ).toEqual([]);
  expect(await findings("<p>Apple&#39;s and <b>you're</b></p>")).toEqual(
    ["Apple's", "you're"].map((word) => `terms.html: write “${word}” with ’`),
  );
  const titled = pageOf({ path: '/a', title: "What we keep, and what we don't" });
  expect(await htmlFindings(await siteOf({ 'a.html': titled }))).toEqual(["a.html: write “don't” with ’"]);
});

test('a style in the body is reported', async () => {
  expect(await findings('<style>p{margin:0}</style>')).toContain(
    'terms.html: it has a style in its body; HTML allows it only in the head',
  );
});

test('a page that declares its encoding too late is reported', async () => {
  const page = pageOf({ path: '/terms' });
  const late = page.replace('<meta charset="utf-8">', `<meta name="a" content="${'x'.repeat(1_024)}">$&`);
  const found = await htmlFindings(await siteOf({ 'terms.html': late }));
  expect(found).toContainEqual('terms.html: its encoding isn’t declared in its first 1,024 bytes');
});

test('a page that redirects in a way that not all browsers know is reported', async () => {
  const leads = (content: string) =>
    siteOf({
      'terms.html': pageOf({ path: '/terms', head: `<meta http-equiv="refresh" content="${content}">` }),
    });
  expect(await htmlFindings(await leads('0; url=/help'))).toEqual([]);
  expect(await htmlFindings(await leads('0;url=/help'))).toEqual([
    'terms.html: its refresh is “0;url=/help”; write “0; url=” and the address',
  ]);
});

const beside = [
  '<div id="loading"></div>',
  '<div id="trouble"></div>',
  '<script data-missing-part>addEventListener("error", () => location.reload());</script>',
  '<noscript><p>This needs JavaScript.</p></noscript>',
];

test.each([
  ['the loading bar', beside[0]],
  ['the banner for problems that keep a page from working', beside[1]],
  ['the script that reloads the page when a part is missing', beside[2]],
  ['the message for browsers without JavaScript', beside[3]],
])('a page with islands and without %s is reported', async (what, part) => {
  const others = beside.filter((one) => one !== part).join('');
  expect(await findings(`${others}<astro-island></astro-island>`)).toEqual([
    `terms.html: it has islands, but not ${what}`,
  ]);
  expect(await findings(others)).toEqual([]);
});

test('only pages with islands may use React’s markup', async () => {
  const field = '<label>Name <input type="text" name="a" autoComplete="off" required=""/></label>';
  expect(await findings(`${beside.join('')}<astro-island>${field}</astro-island>`)).toEqual([]);
  expect((await findings(field)).join('\n')).toMatch(/attr-case/);
});
