import { describe, expect, test } from 'vitest';
import { elementsOf } from '../../../../scripts/site/html.ts';
import { withoutUnusedStyles } from '../../../../scripts/site/styles.ts';

const BODY = '<main id="content"><p class="lead small">text</p><svg><path d="M0 0"></path></svg></main>';

/** What is left of the style sheet on a page with this body. */
function left(css: string, body = BODY): string {
  const page = `<style>${css}</style>${body}`;
  const { html, elements } = withoutUnusedStyles(page, elementsOf(page));
  const kept = elements.find(({ name }) => name === 'style')?.text ?? '';
  expect(html).toBe(`<style>${kept}</style>${body}`);
  return kept;
}

describe('rules', () => {
  test.each([
    'p{margin:0}',
    '.lead{margin:0}',
    '#content>.lead.small{margin:0}',
    '*,:before{margin:0}',
    ':root:not([data-in]) p{margin:0}',
    '[data-theme=ink]{color-scheme:dark}',
    '.lead:not(:focus):hover:after{content:"} .gone{"}',
    'p:is(.a,.b),svg path{fill:none}',
    '::view-transition-group(*){animation:none}',
    'p:nth-child(2n + 1){margin:0}',
  ])('%s stays', (rule) => {
    expect(left(rule)).toBe(rule);
  });

  test.each([
    '.gone{margin:0}',
    'table td{margin:0}',
    '.lead .gone{margin:0}',
    '#top{margin:0}',
    'p.gone{margin:0}',
  ])('%s goes', (rule) => {
    expect(left(`a{color:red}${rule}p{margin:0}`, '<p><a>x</a></p>')).toBe('a{color:red}p{margin:0}');
  });

  test('of a list of selectors, those that can match stay', () => {
    expect(left('.gone,.lead,h1:is(a,b){margin:0}')).toBe('.lead{margin:0}');
  });

  test('nested rules are looked at one by one, declarations around them stay', () => {
    expect(left('.lead{margin:0;& .gone{margin:1px}&:hover{margin:2px;& b{margin:3px}}}')).toBe(
      '.lead{margin:0;&:hover{margin:2px;}}',
    );
  });

  test('blocks that are empty by then go, but a layer says which comes first', () => {
    expect(left('@layer base;@media print{.gone{margin:0}}@layer parts{.gone{margin:0}}p{margin:0}')).toBe(
      '@layer base;@layer parts{}p{margin:0}',
    );
  });

  test('the order of layers is said once', () => {
    expect(
      left('@layer base,parts,page;@layer base{p{margin:0}}@layer base,parts;@layer page{.gone{margin:0}}'),
    ).toBe('@layer base,parts,page;@layer base{p{margin:0}}');
  });

  test('a font and the way between two pages belong to no element', () => {
    const css = '@font-face{font-family:a;src:url(a.woff2)}@view-transition{navigation:auto}';
    expect(left(css)).toBe(css);
  });
});

describe('names', () => {
  test('a custom property that nothing reads goes, and then what only it had read', () => {
    expect(left(':root{--a:1px;--b:var(--c);--c:"x;y";--d:2px}p{margin:var(--a) var(--dd,3px)}')).toBe(
      ':root{--a:1px;}p{margin:var(--a) var(--dd,3px)}',
    );
  });

  test('keyframes stay while something plays them', () => {
    const hop = '@keyframes hop{50%{translate:0 -8px}}';
    expect(left(`${hop}p{animation:.3s hop}`)).toContain(hop);
    expect(left(`${hop}.gone{animation:.3s hop}`)).toBe('');
  });
});

test('each page has its own remainder of the same style sheet', () => {
  const css = 'p{margin:0}table{margin:0}';
  expect(left(css)).toBe('p{margin:0}');
  expect(left(css, '<table></table>')).toBe('table{margin:0}');
});
