/** Returns a LIKE pattern for a text. Special characters are escaped, so "100%" finds "100%". */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
