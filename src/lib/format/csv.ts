type Cell = string | number | null;

/**
 * Returns rows as CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front, so that another person's
 * text can't run on the reader's machine.
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Where the comma is part of a number, spreadsheets begin a cell after a semicolon, even within quotation marks. Some also
  // read full-width signs, as East Asian keyboards type them.
  const safe = value.replace(/^(?=[=+\-@＝＋－＠\t\r\n])|(?<=[;\t\r\n])(?=[=+\-@＝＋－＠])/g, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
