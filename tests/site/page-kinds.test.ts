/** The table in docs/developers/pages.md matches the site. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/checks/built-site.ts';
import { PAGES_DOC, pageKinds, rowsIn, withTable } from '../../scripts/checks/page-kinds.ts';
import { SITE } from '../../scripts/test-site.ts';

const INDEXABLE = 2;
/** Words and similarity. Page weights have their own limits in scripts/checks/budgets.ts. */
const FIGURES = [3, 6];

test('each kind of page matches the table, and its figures are close to the table’s', async () => {
  const doc = readFileSync(PAGES_DOC, 'utf8');
  const found = pageKinds(await readSite(SITE), []);
  const [stated, made] = [rowsIn(doc), rowsIn(withTable(doc, found))];
  const kindOf = (cells: readonly string[]) => [cells[0], cells[INDEXABLE]];
  expect(made.map(kindOf)).toEqual(stated.map(kindOf));

  const numbersIn = (cell = '') => (cell.match(/[\d.]+/g) ?? []).map(Number);
  const far = made.flatMap((cells, row) =>
    FIGURES.flatMap((at) => {
      const before = numbersIn(stated[row]?.[at]);
      // There was nothing to compare yet, such as a second page of its kind.
      if (before.length === 0) return [];
      return numbersIn(cells[at]).some(
        (now, one) => now > 2 * (before[one] ?? 0) + 0.1 || 2 * now + 0.1 < (before[one] ?? 0),
      )
        ? [`${cells[0]}: ${stated[row]?.[at]} is now ${cells[at]}; run node scripts/checks/page-kinds.ts`]
        : [];
    }),
  );
  expect(far).toEqual([]);
});
