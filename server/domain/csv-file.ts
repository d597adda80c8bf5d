/** CSV as a person's spreadsheet writes it (RFC 4180): commas or semicolons, quotes, any line ends, a byte order mark. */
import { MAX_CSV_LINES } from '../../src/lib/contract/limits.ts';
import { fieldRefusal } from './refusal.ts';

export interface CsvRow {
  /** As an editor counts lines; the header is the first. */
  readonly line: number;
  /** By the header's names. */
  readonly values: Readonly<Record<string, string>>;
}

const refuse = (text: string) => fieldRefusal('csv', text);

/** Lines of cells, each with the number of the line it begins on. */
function cellsOf(text: string, separator: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let begun = 1;
  let quotedSince: number | null = null;
  let wasQuoted = false;
  const endCell = () => {
    cells.push(wasQuoted ? cell : cell.trim());
    cell = '';
    wasQuoted = false;
  };
  const endRow = () => {
    endCell();
    if (cells.some((one) => one !== '')) rows.push({ line: begun, cells });
    cells = [];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '\n') line++;
    if (quotedSince !== null) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quotedSince = null;
    } else if (letter === '"' && cell.trim() === '' && !wasQuoted) {
      quotedSince = line;
      wasQuoted = true;
      cell = '';
    } else if (letter === separator) endCell();
    else if (letter === '\n') {
      endRow();
      begun = line;
    } else if (wasQuoted && letter.trim() !== '')
      throw refuse(`Line ${line}: after a closing quote only a ${separator} or the line’s end may come.`);
    else if (!wasQuoted && letter !== '\r') cell += letter;
  }
  if (quotedSince !== null)
    throw refuse(
      `The quote that opens on line ${quotedSince} is never closed, so the file can’t be read. Nothing was taken in.`,
    );
  endRow();
  return rows;
}

/**
 * Rows by the names of the header, in any order and any case. A file whose form is wrong is refused whole; what a row holds is for
 * its reader to judge. `short`: rows with another number of cells than the header. Refusal: the field `csv`.
 */
export function readCsv(
  text: string,
  columns: { readonly needed: readonly string[]; readonly known: readonly string[] },
): { rows: CsvRow[]; ragged: number[] } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [head = ''] = plain.split('\n', 1);
  const separator = !head.includes(',') && head.includes(';') ? ';' : ',';
  const [header, ...rest] = cellsOf(plain, separator);
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const wanted = columns.known.join(', ');
  for (const name of columns.needed)
    if (!names.includes(name))
      throw refuse(
        `The first line must name the columns, and there is no “${name}” among them. Known are: ${wanted}.`,
      );
  const strange = names.find((name) => !columns.known.includes(name));
  if (strange !== undefined)
    throw refuse(`The column “${strange.slice(0, 40)}” isn’t known here. Known are: ${wanted}.`);
  if (new Set(names).size < names.length) throw refuse('A column stands in the header twice.');
  if (rest.length === 0) throw refuse('There is nothing below the header.');
  if (rest.length > MAX_CSV_LINES)
    throw refuse(
      `The file has ${rest.length.toLocaleString('en-US')} lines, and at most ${MAX_CSV_LINES.toLocaleString('en-US')} are taken at once. Please split it.`,
    );
  const fits = rest.filter(({ cells }) => cells.length === names.length);
  return {
    rows: fits.map(({ line, cells }) => ({
      line,
      values: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])),
    })),
    ragged: rest.filter(({ cells }) => cells.length !== names.length).map(({ line }) => line),
  };
}
