import { describe, expect, test } from 'vitest';
import { withoutServerParts } from '../../../../scripts/site/browser-build.ts';

const call = (who: string) =>
  `export const getThing = defineCall({ method: 'GET', path: '/api/thing', who: '${who}', source: 'ours', summary: 'A thing', answer: thing });`;

describe('what a call carries for the server alone', () => {
  test('is left out for the browser', () => {
    expect(withoutServerParts(call('user'))).toBe(
      "export const getThing = defineCall({ method: 'GET', path: '/api/thing', source: 'ours', answer: thing });",
    );
  });

  test.each(['operator', 'stranger'])('but not that it is an %s’s, whose token is another', (who) => {
    expect(withoutServerParts(call(who))).toContain(`who: '${who}'`);
  });
});
