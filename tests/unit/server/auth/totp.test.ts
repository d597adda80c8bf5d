import { expect, test } from 'vitest';
import { base32, otpauthUrl, stepAt, stepOfCode, totpAt } from '../../../../server/features/auth/totp.ts';

/** RFC 6238, appendix B: the secret is these ASCII digits. */
const SECRET = Buffer.from('12345678901234567890');

test('the codes are those of RFC 6238, appendix B', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, code] of vectors)
    expect(totpAt(SECRET, stepAt(new Date(seconds * 1000)), 8), String(seconds)).toBe(code);
});

test('the counters are those of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'];
  expect(codes.map((_, step) => totpAt(SECRET, step))).toEqual(codes);
});

test('base32 is that of RFC 4648, section 10, without padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, coded] of Object.entries(vectors)) expect(base32(Buffer.from(text))).toBe(coded);
});

test('a code is valid one step before and after its own, and no longer', () => {
  const now = new Date('2026-11-18T12:00:15Z');
  const step = stepAt(now);
  for (const off of [-1, 0, 1]) expect(stepOfCode(SECRET, totpAt(SECRET, step + off), now)).toBe(step + off);
  for (const off of [-2, 2]) expect(stepOfCode(SECRET, totpAt(SECRET, step + off), now)).toBeNull();
  for (const wrong of ['', '1', '000000x', 'abcdef']) expect(stepOfCode(SECRET, wrong, now)).toBeNull();
});

test('an app finds the account, the secret and the terms in the link', () => {
  const url = new URL(otpauthUrl(SECRET, 'Playtally', 'ada+ops@play.example'));
  expect(url.protocol + url.host).toBe('otpauth:totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Playtally:ada+ops@play.example');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Playtally',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
