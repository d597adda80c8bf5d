import { expect, test } from 'vitest';
import type { LogFields } from '../../../server/operate/log.ts';
import { framed, LONGEST } from '../../../server/operate/syslog.ts';

const time = new Date('2026-11-22T12:00:00.250Z');

/** The message behind its length, which has to be right. */
function messageOf(message: string, fields?: LogFields): string {
  const frame = framed({ time, message, fields });
  const space = frame.indexOf(' ');
  const rest = frame.subarray(space + 1);
  expect(rest.length).toBe(Number(frame.subarray(0, space).toString()));
  return rest.toString('utf8');
}
const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('{')));

test('says when, where, what program and what kind of line, and then the line itself', () => {
  const text = messageOf('GET /api/user/rewards/:id 200', { status: 200, ms: 3 });
  expect(text).toMatch(/^<134>1 2026-11-22T12:00:00\.250Z \S+ playtally \d+ call - \{/);
  expect(bodyOf(text)).toEqual({
    time: '2026-11-22T12:00:00.250Z',
    message: 'GET /api/user/rewards/:id 200',
    status: 200,
    ms: 3,
  });
});

test.each([
  [{ status: 404 }, 6, 'call'],
  [{ status: 500 }, 3, 'call'],
  [{ event: 'signed_in', outcome: 'done' }, 5, 'signed_in'],
  [{ event: 'sign_in_refused', outcome: 'refused' }, 4, 'sign_in_refused'],
  [undefined, 4, 'words'],
])('%j weighs %i, as %s', (fields, severity, kind) => {
  const text = messageOf('x', fields);
  expect(text).toMatch(new RegExp(`^<${16 * 8 + severity}>1 \\S+ \\S+ playtally \\d+ ${kind} - `));
});

test('whatever language it is in, it is written in ASCII and read as it was', () => {
  const message = 'Zażółć – “it’s” 🎮\u2028\n\u0000\ud800';
  const text = messageOf(message, { route: 'é' });
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(bodyOf(text)).toMatchObject({ message, route: 'é' });
});

test('a line that is longer than receivers take is cut, and says so', () => {
  for (const letter of ['a', '"', 'é', '🎮']) {
    const text = messageOf(letter.repeat(9_000), { event: 'x', id: 'kept' });
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    expect(text.length).toBeGreaterThan(1_000);
    expect(bodyOf(text)).toMatchObject({ message: expect.stringMatching(/… \(cut\)$/), id: 'kept' });
  }
});
