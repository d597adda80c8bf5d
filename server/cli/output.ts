/** Prints answers as plain text: tables for lists, "name value" lines for everything else. */

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(key) : undefined,
      value,
    );
}

/** Removes control characters, because a name or message could send the terminal a command. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** [{ number: 2 }] → "number 2". Times are printed without milliseconds. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cell).join('; ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key} ${cell(one)}`)
      .join(', ');
  return plain(String(value)).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.\d+Z$/, '$1 $2');
}

/** Returns a table: rows under column names, with each column as wide as its longest cell. */
function tableOf(rows: readonly unknown[], columns: readonly string[]): string {
  const names = columns.map((column) => column.replace(/\.name$/, ''));
  const cells = [names, ...rows.map((row) => columns.map((column) => cell(at(row, column))))];
  const widths = columns.map((_, place) => Math.max(...cells.map((line) => (line[place] ?? '').length)));
  return cells
    .map((line) =>
      line
        .map((text, place) => text.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Returns one line per field. Fields of inner objects are named like "user.name". */
function linesOf(value: unknown, prefix = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${prefix}  ${cell(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, prefix ? `${prefix}.${key}` : key));
}

function aligned(lines: readonly string[]): string {
  const parts = lines.map((line): [string, string] => {
    const end = line.indexOf('  ');
    return [line.slice(0, end), line.slice(end + 2)];
  });
  const width = Math.max(0, ...parts.map(([name]) => name.length));
  return parts.map(([name, text]) => `${name.padEnd(width)}  ${text}`.trimEnd()).join('\n');
}

/** Returns what is printed after the table, without the paginator's links. */
function around(answer: unknown, rows: string): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const [first] = rows.split('.');
  const more = Object.entries(answer).filter(
    ([key]) => key !== first && !/^(data|current_page|last_page|per_page|total|\w+_page_url)$/.test(key),
  );
  return more.flatMap(([key, value]) => linesOf(value, key));
}

export function shown(
  answer: unknown,
  { rows, columns }: { rows?: string; columns?: readonly string[] },
): string {
  if (rows === undefined || columns === undefined) return aligned(linesOf(answer));
  const found = at(answer, rows);
  const list = Array.isArray(found) ? found : [];
  const beside = around(answer, rows);
  const holder = rows.includes('.') ? at(answer, rows.replace(/\.\w+$/, '')) : answer;
  const [pageNumber, last, total] = ['current_page', 'last_page', 'total'].map((key) => at(holder, key));
  return [
    ...(beside.length > 0 ? [aligned(beside), ''] : []),
    list.length === 0 ? 'Nothing here.' : tableOf(list, columns),
    ...(typeof total === 'number' ? ['', `Page ${pageNumber} of ${last}, ${total} in total.`] : []),
  ].join('\n');
}
