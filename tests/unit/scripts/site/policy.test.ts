import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  blockedOn,
  collectHashes,
  connectOrigins,
  policyHeader,
  policyText,
  withPolicy,
} from '../../../../scripts/site/policy.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy.split('; ').find((part) => part.startsWith(`${name} `));

describe('collecting hashes', () => {
  test('takes inline scripts and styles of all pages, each once', () => {
    const one = '<style>p{}</style><script>a()</script>';
    const two =
      '<style>p{}</style><script type="module">b()</script><script type="speculationrules">{}</script>';
    const { scripts, styles } = collectHashes([one, two]);
    expect([...styles]).toEqual([sha('p{}')]);
    expect([...scripts]).toEqual([sha('a()'), sha('b()'), sha('{}')]);
  });

  test('leaves out scripts with an address and data that is not run', () => {
    const { scripts } = collectHashes([
      '<script src="/a.js"></script><script type="application/ld+json">{}</script>',
    ]);
    expect(scripts.size).toBe(0);
  });

  test('hashes what the browser hashes, with plain line ends', () => {
    expect([...collectHashes(['<script>a()\r\nb()</script>']).scripts]).toEqual([sha('a()\nb()')]);
  });
});

describe('the policy', () => {
  const hashes = { scripts: new Set(["'sha256-b'", "'sha256-a'"]), styles: new Set(["'sha256-c'"]) };
  const policy = policyText(hashes, connectOrigins('https://api.example', 6001));

  test('lets in the site, the named inline code, the API and the socket, and nothing else', () => {
    expect(directive(policy, 'default-src')).toBe("default-src 'none'");
    expect(directive(policy, 'script-src')).toBe("script-src 'self' 'sha256-a' 'sha256-b'");
    expect(directive(policy, 'style-src')).toBe("style-src 'self' 'sha256-c'");
    expect(directive(policy, 'connect-src')).toBe(
      "connect-src 'self' https://api.example wss://api.example:6001",
    );
    expect(policy).not.toContain('unsafe');
  });

  test('says who may frame the page in the header alone', () => {
    expect(policy).not.toContain('frame-ancestors');
    expect(directive(policyHeader(policy), 'frame-ancestors')).toBe("frame-ancestors 'none'");
  });

  test('uses the plain socket for a plain API', () => {
    expect(connectOrigins('http://localhost:8000', 6002)).toEqual([
      'http://localhost:8000',
      'ws://localhost:6002',
    ]);
  });
});

describe('putting the policy into a page', () => {
  const meta = '<meta http-equiv="Content-Security-Policy" content="p">';

  test.each([
    ['<!DOCTYPE html><html><head><title>x</title>', `<!DOCTYPE html><html><head>${meta}<title>x</title>`],
    [
      '<head><meta charset="utf-8"><script>a</script>',
      `<head><meta charset="utf-8">${meta}<script>a</script>`,
    ],
    ['<head data-x>\n<meta charset=utf-8><p>', `<head data-x>\n<meta charset=utf-8>${meta}<p>`],
    ['<!doctype html><title>moved</title>', `<!doctype html>${meta}<title>moved</title>`],
  ])('%s', (page, expected) => {
    expect(withPolicy(page, 'p')).toBe(expected);
  });
});

test('names what the policy would switch off', () => {
  expect(blockedOn('<p style="color:red" onclick="x()">a</p><b class="style">')).toEqual([
    '<p style>',
    '<p onclick>',
  ]);
  expect(blockedOn('<script>el.style = "x"</script><style>p{}</style><p data-style="1" on>')).toEqual([]);
});
