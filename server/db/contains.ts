/** Escapes what LIKE would read as a pattern, so that "100%" finds "100%". */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
