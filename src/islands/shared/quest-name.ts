/** A quest's name; its number where a host doesn't tell the name. */
export const questName = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  name || `Quest ${id}`;
