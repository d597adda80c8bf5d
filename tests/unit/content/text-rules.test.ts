/** What a text may not contain, in the forms in which Markdown would still understand it. */
import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { expect, test } from 'vitest';
import { linkProblems } from '../../../src/content/link-rules.ts';
import { textProblems } from '../../../src/content/text-rules.ts';

const known = { pages: new Set<string>(), sites: new Set<string>(), sections: new Map<string, string[]>() };
const htmlOf = async (body: string) =>
  (await (await createSatteriMarkdownProcessor({ syntaxHighlight: false })).render(body)).code;

// The build allows the inline scripts of each page, so a text must not bring one.
test.each([
  '<script>a()</script>',
  'One.\n\n<script>\na()\n</script>\n\nTwo.',
  // A grave accent at each end, which is no code.
  'A ` sign.\n\n<script>a()</script>\n\nA ` sign.',
  '| a ` | <script>a()</script> | ` |\n| - | - | - |',
  '\\` <script>a()</script> `',
  '<b title="`"><script>a()</script><b title="`">',
  // The first stroke escapes the second.
  'A \\\\<script>a()</script>',
  // The page's next tag ends it.
  'One.\n\n<script src="/x.js" ',
  'One.\n\n<iframe src="/x" ',
])('HTML is refused: %j', async (body) => {
  expect(await htmlOf(body)).toMatch(/<(?:script|iframe)\b/);
  expect(textProblems(body)).toEqual([{ field: 'text', words: expect.stringContaining('has "<') }]);
});

test.each(['5 < 7, and I <3 it', '\\<b>', '`a < b`', '<https://www.roblox.com/x>', 'a &lt;b&gt;'])(
  'is a text: %j',
  async (body) => {
    expect(await htmlOf(body)).toMatch(/^<p>(?:(?!<(?:b|script)\b).)*<\/p>\s*$/s);
    expect(textProblems(body)).toEqual([]);
  },
);

test.each([
  '[a](javascript:b)',
  'A ` sign.\n\n[a](javascript:b)\n\nA ` sign.',
  '[a](/ "`") [b](javascript:b) [c](/ "`")',
  '[a][b\\]c]\n\n[b\\]c]: javascript:b',
  '[a][b]\n\n[b]:\n  javascript:b',
  '<javascript:b>',
])('a script is refused as a link: %j', async (body) => {
  expect(await htmlOf(body)).toContain('href="javascript:b"');
  expect(linkProblems(body, known).map(({ words }) => words)).toContainEqual(
    expect.stringContaining('"javascript:b". A link must begin'),
  );
});

test('an address in code is no link', async () => {
  const body = '| Read `https://roblox.com.prizes.example/redeem`. |\n| - |';
  expect(await htmlOf(body)).not.toContain('href');
  expect(linkProblems(body, known)).toEqual([]);
});
