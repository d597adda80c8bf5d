// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsIn } from '../../../../scripts/checks/player-texts.ts';
import { rules, wordingFindings, wordingOf } from '../../../../scripts/checks/wording.ts';

test.each([
  [
    'a.tsx',
    'const a = <p>\n  Your code\n  stands below. {/* stands */}\n</p>;',
    2,
    'Your code stands below.',
  ],
  [
    'a.tsx',
    '// stands\nconst a = <Failed title={`${what} could not be loaded`} />;',
    2,
    '… could not be loaded',
  ],
  ['a.ts', "import a from 'stands/in'; const a: 'It stands' = b;\nconst c = 'It stands';", 2, 'It stands'],
  [
    'a.astro',
    '---\nconst a = 1;\n---\n<style>p { a: b }</style>\n<p class="it stands">It stands</p>',
    5,
    'It stands',
  ],
  ['a.md', '---\ntitle: x\n---\nIt stands, `it stands`', 4, 'It stands,'],
  ['a.json', '{\n  "summary": "It stands"\n}', 2, 'It stands'],
])('%s: checks only the visible text of %j', (name, content, line, text) => {
  expect(textsIn(name, content).filter((one) => / /.test(one.text))).toContainEqual({ line, text });
});

const screen = 'src/islands/a.tsx';
const article = 'src/content/rewards/a.md';
const settings = 'src/islands/settings/a.tsx';
const found = [
  // Whole phrases, with any number in them.
  [screen, 'No card asked', 'No card asked'],
  [screen, 'Card: 9 of 60, picked by hand', '9 of 60, picked by hand'],
  [
    screen,
    'Order … is yours. What was sent stands with the order.',
    'Order … is yours. What was sent stands with the order',
  ],
  [screen, "You aren't on it anywhere", "You aren't on it anywhere"],
  [screen, 'Counted', 'Counted'],
  [screen, 'Still missing:', 'Still missing:'],
  // Verbs and particles.
  [screen, 'See what stands there', 'stands'],
  [screen, 'Please call the order off', 'call the order off'],
  [screen, 'Hand your proof in', 'Hand your proof in'],
  [screen, 'Freeze in hand', 'in hand'],
  [screen, 'Who signs up by it is your friend', 'by it'],
  [screen, 'Take the data along', 'Take the data along'],
  [screen, 'Points taken back', 'taken back'],
  [screen, 'It works all the same', 'all the same'],
  [screen, 'Three parcels at most at once', 'at most at once'],
  [screen, 'It goes to and fro', 'to and fro'],
  [screen, 'You see it before the click', 'before the click'],
  [screen, 'The code is shown at once', 'at once'],
  [article, 'It pays the first quest at once; then no more', 'at once'],
  [screen, 'The balance lies on your account', 'lies on your account'],
  [screen, 'We draw each place by lot', 'by lot'],
  [screen, 'In black, as it is to be had', 'is to be had'],
  [screen, 'In as few moves as can be', 'as can be'],
  [screen, 'The trade asks nothing of you', 'asks nothing of'],
  [screen, 'We show winners by their public name', 'by their public name'],
  [screen, 'The player reads it word for word', 'word for word'],
  [screen, 'Declined. Mira reads why.', 'reads why'],
  [screen, '120 points in all.', 'in all'],
  [screen, 'You get them back if we say no', 'if we say no'],
  [article, 'It adds to a running plan', 'running plan'],
  [screen, 'Set up a wallet of your own', 'of your own'],
  [screen, 'The list could not be had', 'could not be had'],
  [screen, 'The price isn’t known', 'isn’t known'],
  [screen, 'The server gave no answer', 'gave no answer'],
  // Relative clauses and “that”.
  [screen, 'Who came first wins.', 'Who came first wins.'],
  [screen, 'Open to whoever plays', 'whoever'],
  [screen, 'What it shows is below.', 'What it shows is below.'],
  [screen, 'All points that you earned', 'points that you'],
  [screen, 'The points that were confirmed', 'points that were confirmed'],
  // Passives.
  [screen, 'The winner is drawn on Monday', 'is drawn'],
  [article, 'A round is only counted once', 'is only counted'],
  [article, 'Games made by us', 'by us'],
  [screen, 'No points were taken', 'No points were taken'],
  [screen, 'Nothing was changed', 'Nothing was changed'],
  // Labels.
  [screen, 'What it asks', 'What it asks'],
  [screen, 'How it comes', 'How it comes'],
  [screen, 'What it is', 'What it is'],
  [article, '| Reward | Where it goes |', '| Where it goes'],
  [article, '## Those before', '## Those before'],
  [screen, 'No answer yet', 'No answer yet'],
  // The end of a list.
  [screen, 'These are all your orders.', 'These are all'],
  // Vocabulary.
  [screen, 'Your own round', 'Your own round'],
  [screen, 'Play today’s round', 'today’s round'],
  [screen, 'Round', 'Round'],
  [screen, 'This was a practice round', 'practice round'],
  [screen, '500 points reserved', 'reserved'],
  [screen, 'See your ledger', 'ledger'],
  ['src/content/games/merge.md', 'Each variant has medals', 'variant'],
  [screen, 'Choose your creature', 'your creature'],
  [settings, 'Choose a creature', 'creature'],
  [screen, 'Order', 'Order'],
  [screen, 'Order of rewards', 'Order of rewards'],
  [article, 'Copy it from your order history', 'order history'],
  [screen, 'Open your inventory', 'inventory'],
  [screen, 'State', 'State'],
  [article, 'You can see its state', 'its state'],
  [screen, 'What blocks a redemption', 'blocks a redemption'],
  [screen, 'One thing is in the way', 'in the way'],
  [screen, 'Draw no. 3', 'Draw no.'],
  [screen, 'Our seal is sealed', 'sealed'],
  [screen, 'Enter the contest', 'contest'],
  [article, 'Play one of our own games', 'our own games'],
  [screen, 'Our own', 'Our own'],
  [article, 'Try partners’ games', 'partners’ games'],
  [screen, 'Codes from an app', 'Codes from an app'],
  [screen, 'See where rewards go', 'where rewards go'],
  [article, 'You reached the daily limit', 'daily limit'],
  [screen, 'A limit for our games', 'limit for our games'],
  [article, 'Read the Privacy Data', 'Privacy Data'],
  [screen, 'Opinions of players', 'Opinions'],
  [screen, '60 points credited', 'credited'],
  [screen, 'An operator answers', 'operator'],
  [screen, 'Made to order', 'Made to order'],
  [screen, 'Pending until Monday', 'Pending until'],
  [screen, 'Look around here', 'Look around'],
  [screen, 'Solved without a wrong pixel', 'without a wrong pixel'],
  [screen, 'All notices', 'notices'],
  [screen, 'Open a dispute', 'dispute'],
  [screen, 'Ask for a second look', 'second look'],
  [screen, 'Players of 18 and older', 'of 18 and older'],
  [screen, 'We replay each game', 'replay'],
  [screen, 'A seed starts it', 'seed'],
  [screen, 'The SHA-256 of it', 'SHA-256'],
  [screen, 'Our database is full', 'database'],
  [screen, 'Each ledger entry', 'ledger entry'],
  [screen, 'The link holds an hour', 'link holds'],
  [screen, 'Look in your mail', 'Look in your mail'],
  [screen, 'Please write to support', 'write to support'],
  // Spelling and tone.
  [screen, 'The e-mail is late', 'e-mail'],
  [screen, 'Your log-in failed', 'log-in'],
  [screen, 'The set-up is easy', 'set-up'],
  [screen, 'A dearer reward', 'dearer'],
  [screen, 'The dearest thing in it is rare', 'dearest'],
  [screen, 'Choose a colour', 'colour'],
  [screen, 'Not in our catalogue yet', 'catalogue'],
  [article, 'A licence for 30 centimetres', 'licence'],
  [article, 'It is sent to your player id by our team.', 'player id'],
  // Nothing can be attached.
  [article, 'Report it on the order with a short film.', 'Report it on the order with a short film'],
  [article, '[Send us](/contact) a picture of it.', 'Send us](/contact) a picture'],
  [screen, 'You won!', 'n!'],
] as const;

test.each(found)('%s: “%s” is found', (name, text, words) => {
  expect(wordingOf(name, { line: 1, text }).map((one) => one.words)).toContain(words);
});

test('each rule has an example', () => {
  const unproved = rules.filter(({ pattern }) => !found.some(([, text]) => pattern.test(text)));
  expect(unproved.map(({ pattern }) => pattern.source)).toEqual([]);
});

test.each([
  [screen, 'Who can see this?'],
  [screen, 'Slide all tiles at once'],
  [article, 'Use several of them at once'],
  [screen, 'Points in all games'],
  [article, 'An account with a wallet of its own'],
  [screen, 'What is an XP boost?'],
  [screen, 'Your score stands out'],
  [screen, 'No card needed.'],
  [screen, 'It costs all your available points.'],
  [screen, 'Round complete'],
  [screen, 'Daily challenge'],
  [screen, 'You get points that were never in your balance before'],
  [screen, 'We draw the winners on Monday'],
  [screen, 'Log in the way you usually do'],
  [screen, 'Your browser blocks notifications from this site.'],
  [screen, 'How it works'],
  [screen, 'What you get'],
  [screen, 'On hold'],
  [screen, 'Points history'],
  [screen, 'Each kind of creature you hatch becomes a card here.'],
  [settings, 'Your avatar'],
  [screen, 'Sort by'],
  [screen, 'Order 7'],
  [screen, 'My rewards'],
  [screen, 'Status'],
  [screen, 'Run the draw again'],
  [screen, 'Giveaways'],
  [screen, 'Playtally games'],
  [screen, 'Partner offers'],
  [screen, 'Code from your authenticator app'],
  [screen, 'Delivery details'],
  [screen, 'You’ve reached the daily earning limit'],
  [screen, 'All rights reserved'],
  [article, 'What matters is the region.'],
  [article, 'Report it on the order with a link to a short film.'],
  [article, 'Enter the transaction ID, then the player ID.'],
  [article, 'Set your Steam inventory to public.'],
  [article, 'What’s in the way is the region lock.'],
  [article, 'It costs as much as a game bought by US residents.'],
  ['src/islands/draws/Proof.tsx', 'SHA-256 of the seed'],
  ['src/islands/admin/Orders.tsx', 'Another operator decides'],
  ['src/islands/admin/places.ts', 'Order'],
  ['src/islands/offers/OfferPage.tsx', 'Credited'],
  ['src/components/nav.ts', 'Privacy data'],
])('%s: “%s” passes', (name, text) => {
  expect(wordingOf(name, { line: 1, text })).toEqual([]);
});

test('no text for players or marketers has a banned word', async () => {
  expect(await wordingFindings(join(import.meta.dirname, '../../../..'))).toEqual([]);
});
