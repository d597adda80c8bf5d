/** Reads CSV as spreadsheets write it (RFC 4180): with commas or semicolons, any line ends, and a byte order mark. */
import { CsvError, parse } from 'csv-parse/sync';
import { MAX_CSV_LINES } from '../../src/lib/contract/operator-limits.ts';
import { fieldError } from './domain-error.ts';

interface CsvRow {
  /** The line number as editors count; the header is line 1. */
  readonly line: number;
  /** By the column names of the header. */
  readonly values: Readonly<Record<string, string>>;
}

const refuse = (text: string) => fieldError('csv', text);

/** Returns the records that aren't empty, each with the line number on which it starts. */
function entriesOf(text: string): { line: number; cells: string[] }[] {
  const [head = ''] = text.split('\n', 1);
  const delimiter = !head.includes(',') && head.includes(';') ? ';' : ',';
  const entries: { line: number; cells: string[] }[] = [];
  let read = 0;
  try {
    parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      on_record(cells: string[], { lines }) {
        read = lines;
        const breaks = cells.join('').split('\n').length - 1;
        entries.push({ line: lines - breaks, cells });
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refuse(
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `A quote opened after line ${read} is never closed, so the file can’t be read. Nothing was imported.`
        : `Line ${error.lines} can’t be read: a cell that contains quotes must be in quotes, with each inner quote doubled. Nothing was imported.`,
    );
  }
  return entries;
}

/**
 * Returns rows by the names in the header, in any order and letter case. A malformed file is rejected as a whole; the caller
 * checks the values. With `others`, a file may have more columns. `ragged` lists the lines of rows with another number of cells than the header. Errors: the field `csv`.
 */
export function readCsv(
  text: string,
  columns: {
    readonly needed: readonly string[];
    readonly known: readonly string[];
    readonly others?: boolean;
  },
  { most = MAX_CSV_LINES, advice = 'Please split it.' } = {},
): { rows: CsvRow[]; ragged: number[] } {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [header, ...rest] = entriesOf(plain);
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  const wanted = columns.known.join(', ');
  for (const name of columns.needed)
    if (!names.includes(name))
      throw refuse(
        `The first line must name the columns, and “${name}” is missing. Known columns: ${wanted}.`,
      );
  const strange = names.find((name) => !columns.known.includes(name));
  if (strange !== undefined && !columns.others)
    throw refuse(`The column “${strange.slice(0, 40)}” is unknown. Known columns: ${wanted}.`);
  if (new Set(names).size < names.length) throw refuse('A column appears twice in the header.');
  if (rest.length === 0) throw refuse('There are no rows below the header.');
  if (rest.length > most)
    throw refuse(
      `The file has ${rest.length.toLocaleString('en-US')} lines, and at most ${most.toLocaleString('en-US')} are accepted at a time. ${advice}`,
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
