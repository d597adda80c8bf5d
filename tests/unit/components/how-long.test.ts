/** The calculator of "How long does it take?": its script selects from the build's results by the chosen values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../../src/components/inline/how-long.js'), 'utf8');
const select = (options: readonly string[]) =>
  `<select>${options.map((one) => `<option>${one}</option>`).join('')}</select>`;

test('shows the answer for the chosen values, and is hidden without scripts', () => {
  const [amounts, games, minutes] = [
    ['$1', '$5'],
    ['all', 'merge', 'tower'],
    ['5', '60'],
  ];
  const spans = amounts.flatMap((a) => games.flatMap((g) => minutes.map((m) => `${a} ${g} ${m}`)));
  const { document, Event } = new Window({ settings: { enableJavaScriptEvaluation: true } });
  document.write(
    `<fieldset hidden data-spans="${spans.join('|')}">${[amounts, games, minutes].map(select).join('')}<output>first</output></fieldset><script>${script}</script>`,
  );
  const fields = document.querySelector('fieldset');
  const [one, two, three] = document.querySelectorAll('select');
  const output = document.querySelector('output');
  if (!fields || !one || !two || !three || !output) throw new Error('the calculator is not there');
  expect(fields.hidden).toBe(false);
  expect(output.textContent).toBe('first');
  for (const [a, amount] of amounts.entries())
    for (const [g, game] of games.entries())
      for (const [m, each] of minutes.entries()) {
        [one.selectedIndex, two.selectedIndex, three.selectedIndex] = [a, g, m];
        three.dispatchEvent(new Event('input', { bubbles: true }));
        expect(output.textContent).toBe(`${amount} ${game} ${each}`);
      }
});
