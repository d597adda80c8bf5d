import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { elementsOf } from '../../../../scripts/site/html.ts';
import {
  appPolicy,
  captchaService,
  codeOf,
  contentPolicy,
  loadsScripts,
  securityHeaders,
  withPolicy,
} from '../../../../scripts/site/policy.ts';

const codeOfPage = (html: string) => codeOf(elementsOf(html));
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `));

describe("a page's code", () => {
  test('is its inline scripts and styles, each once', () => {
    const { scripts, styles } = codeOfPage(
      '<style>p{}</style><script>a()</script><script type="speculationrules">{}</script><style>p{}</style>',
    );
    expect([...styles]).toEqual([sha('p{}')]);
    expect([...scripts]).toEqual([sha('a()'), sha('{}')]);
  });

  test('leaves out scripts with a src and data that isn’t executed', () => {
    const { scripts } = codeOfPage(
      '<script src="/a.js"></script><script type="application/ld+json">{}</script>',
    );
    expect(scripts.size).toBe(0);
  });

  test('is hashed like in the browser, with plain line endings', () => {
    expect([...codeOfPage('<script>a()\r\nb()</script>').scripts]).toEqual([sha('a()\nb()')]);
  });

  test.each([
    ['<script>a()</script><script type="application/ld+json">{}</script>', false],
    ['<script type="speculationrules">{}</script>', false],
    ['<script src="/a.js"></script>', true],
    ['<script type="module">import "/a.js"</script>', true],
    ['<astro-island component-url="/a.js"></astro-island>', true],
    ['<astro-island client="touch" component-url="/a.js"></astro-island>', false],
  ])('%s: loads scripts %s', (page, loads) => {
    expect(loadsScripts(elementsOf(page))).toBe(loads);
  });

  test('reports what the policy would block', () => {
    expect(codeOfPage('<p style="color:red" onclick="x()">a</p><b class="style">').blocked).toEqual([
      '<p style>',
      '<p onclick>',
    ]);
    expect(
      codeOfPage('<script>el.style = "x"</script><style>p{}</style><p data-style="1" on>').blocked,
    ).toEqual([]);
  });
});

describe('the policy of a content page', () => {
  test('allows its own inline code and the site’s files, but no script files', () => {
    const policy = contentPolicy(codeOfPage('<style>p{}</style><script>a()</script>'));
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'script-src')).toBe(`script-src ${sha('a()')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src ${sha('p{}')}`);
    expect(directive(policy, 'img-src')).toBe("img-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test('allows the site’s files and the API if a page has an island', () => {
    const policy = contentPolicy(codeOfPage('<style>p{}</style><script>a()</script>'), [
      'https://api.example',
    ]);
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${sha('a()')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${sha('p{}')}`);
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://api.example");
  });

  test('leaves out what a page doesn’t have, so that it stays blocked', () => {
    expect(contentPolicy(codeOfPage('<p>moved</p>'))).not.toMatch(/script-src|style-src/);
  });
});

describe('the policy of the app areas', () => {
  const pages = ['<script>b()</script><style>p{}</style>', '<script>a()</script>'].map(codeOfPage);
  const policy = appPolicy(pages, ['https://api.example', 'wss://api.example:6001']);

  test('allows the site, the inline code of all pages, the API and the socket', () => {
    const scripts = [sha('a()'), sha('b()')].sort().join(' ');
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${scripts}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${sha('p{}')}`);
    expect(directive(policy, 'connect-src')).toBe(
      "connect-src 'self' https://api.example wss://api.example:6001",
    );
    expect(policy).not.toContain('unsafe');
  });
});

test('no policy allows a plug-in or a base', () => {
  const page = codeOfPage('<script>a()</script>');
  for (const policy of [contentPolicy(page), appPolicy([page], ['https://api.example'])]) {
    expect(directive(policy, 'base-uri')).toBe("base-uri 'none'");
    // Directives that aren't named follow the default.
    expect([directive(policy, 'default-src'), directive(policy, 'object-src')]).toEqual([
      "default-src 'none'",
      undefined,
    ]);
  }
  const header = securityHeaders['Content-Security-Policy'] ?? '';
  expect(header).toMatch(/base-uri 'none';.*object-src 'none'/);
});

describe('an external captcha', () => {
  const page = { scripts: new Set<string>(), styles: new Set<string>(), loadsScripts: true, blocked: [] };
  const of = (service?: 'recaptcha' | 'hcaptcha' | 'turnstile') => {
    const policy = appPolicy([page], ['https://api.test'], service);
    return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line]));
  };

  test.each([
    ['recaptcha', 'https://www.google.com/recaptcha/'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
    ['turnstile', 'https://challenges.cloudflare.com'],
  ] as const)('allows only %s, for its script and its frame', (service, origin) => {
    expect(of(service)['script-src']).toContain(origin);
    expect(of(service)['frame-src']).toContain(origin);
    expect(of(service)['default-src']).toBe("default-src 'none'");
    for (const directive of Object.values(of())) expect(directive).not.toContain(origin);
  });

  test('is found by its name, and altcha needs no service', () => {
    expect(captchaService('turnstile')).toBe('turnstile');
    for (const name of ['altcha', 'off', '', undefined]) expect(captchaService(name)).toBeUndefined();
  });
});

test('the header says who may frame the page, which a meta tag can’t', () => {
  const header = securityHeaders['Content-Security-Policy'] ?? '';
  expect(directive(header, 'frame-ancestors')).toBe("frame-ancestors 'none'");
  expect(contentPolicy(codeOfPage(''))).not.toContain('frame-ancestors');
  // It applies to pages whose hashes it doesn't know.
  expect(header).not.toMatch(/default-src|script-src|style-src/);
});

test('browsers that connected with TLS keep using it for a year', () => {
  expect(securityHeaders['Strict-Transport-Security']).toBe('max-age=31536000');
});

describe('putting the policy into a page', () => {
  const meta = '<meta http-equiv="Content-Security-Policy" content="p">';

  test.each([
    ['<!DOCTYPE html><html><head><title>x</title>', `<!DOCTYPE html><html><head>${meta}<title>x</title>`],
    [
      '<head><meta charset="utf-8"><script>a</script>',
      `<head><meta charset="utf-8">${meta}<script>a</script>`,
    ],
    ['<head data-x>\n<meta charset=utf-8><p>', `<head data-x><meta charset=utf-8>${meta}\n<p>`],
    [
      '<head><meta name="referrer" content="no-referrer"><meta charset="utf-8"><p>',
      `<head><meta charset="utf-8">${meta}<meta name="referrer" content="no-referrer"><p>`,
    ],
    ['<!doctype html><title>moved</title>', `<!doctype html>${meta}<title>moved</title>`],
  ])('%s', (page, expected) => {
    expect(withPolicy(page, 'p')).toBe(expected);
  });
});
