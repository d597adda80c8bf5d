import { expect, test } from 'vitest';
import { inSections } from '../../../src/content/sections.ts';

test('each second-level heading begins a section, up to the next one', () => {
  expect(
    inSections('<p>Before</p>\n<h2 id="a">A</h2>\n<p>1</p>\n<h3>A.1</h3>\n<h2 id="b">B</h2>\n<p>2</p>'),
  ).toBe(
    '<p>Before</p>\n<section><h2 id="a">A</h2>\n<p>1</p>\n<h3>A.1</h3>\n</section><section><h2 id="b">B</h2>\n<p>2</p></section>',
  );
});

test('a text without headings stays as it is', () => {
  expect(inSections('<p>Only this, and <em>no more</em>.</p>')).toBe(
    '<p>Only this, and <em>no more</em>.</p>',
  );
});

test('a heading in a quotation or a list doesn’t begin a section', () => {
  const html =
    '<h2>A</h2>\n<blockquote>\n<h2>Said</h2>\n</blockquote>\n<ul>\n<li>\n<h2>One</h2>\n</li>\n</ul>\n<h2>B</h2>';
  expect(inSections(html)).toBe(
    '<section><h2>A</h2>\n<blockquote>\n<h2>Said</h2>\n</blockquote>\n<ul>\n<li>\n<h2>One</h2>\n</li>\n</ul>\n</section><section><h2>B</h2></section>',
  );
});
