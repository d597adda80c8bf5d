/** The fields of an act's form, as data. */
import { formatNumber } from '../../../lib/format/numbers.ts';
export type ActField =
  | {
      readonly kind: 'words';
      readonly name: string;
      readonly label: string;
      /** Who reads the text, and what it is for. */
      readonly hint: string;
      readonly min: number;
      readonly max: number;
      readonly rows?: number;
      readonly start?: string;
      /** The message for an empty field, if the default isn't enough. */
      readonly needed?: string;
    }
  | {
      readonly kind: 'line';
      readonly name: string;
      readonly label: string;
      readonly hint?: string;
      readonly max: number;
      readonly needed?: string;
      readonly type?: 'text' | 'number' | 'date' | 'datetime-local';
      readonly start?: string;
    }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      readonly hint?: string;
      readonly choices: readonly (readonly [value: string, words: string])[];
      readonly start?: string;
    }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly label: string;
      readonly hint: string;
      readonly needed: string;
    }
  | { readonly kind: 'check'; readonly name: string; readonly label: string };

/** The input by field name. A checkbox is 'yes' or missing. */
export class ActValues {
  readonly #data: FormData;
  constructor(data: FormData) {
    this.#data = data;
  }
  text(name: string): string {
    const value = this.#data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }
  checked(name: string): boolean {
    return this.#data.get(name) === 'yes';
  }
  file(name: string): File | null {
    const value = this.#data.get(name);
    return value instanceof File ? value : null;
  }
}

/** Validates before sending. Returns the first message for each field. */
export function wrongIn(fields: readonly ActField[], values: ActValues): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const field of fields) {
    const words = wrongWith(field, values);
    if (words !== undefined) wrong[field.name] = words;
  }
  return wrong;
}

function wrongWith(field: ActField, values: ActValues): string | undefined {
  if (field.kind === 'file') return values.file(field.name)?.name ? undefined : field.needed;
  if (field.kind !== 'line' && field.kind !== 'words') return undefined;
  const { length } = values.text(field.name);
  if (length === 0 && field.needed !== undefined) return field.needed;
  if (field.kind === 'line') return undefined;
  if (length === 0 && field.min > 0)
    return `Please fill in “${field.label}” with at least ${field.min} characters.`;
  const has = `characters, and this has ${formatNumber(length)}.`;
  if (length < field.min) return `“${field.label}” needs at least ${field.min} ${has} Please write more.`;
  if (length > field.max)
    return `“${field.label}” takes at most ${formatNumber(field.max)} ${has} Please shorten it.`;
  return undefined;
}

/** Returns a field's error, including those of its list entries: `rules` also gets the error of 'rules.2'. */
export const errorOf = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([key]) => key.startsWith(`${name}.`))?.[1];
