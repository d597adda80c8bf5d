/** The fields of an act's form, as data. */
import { formatNumber } from '../../../lib/format/numbers.ts';
export type ActField =
  | {
      readonly kind: 'words';
      readonly name: string;
      readonly label: string;
      /** Who reads it, and what it is good for. */
      readonly hint: string;
      readonly min: number;
      readonly max: number;
      readonly rows?: number;
      readonly start?: string;
      /** The message for an empty one, where that says more than the limit. */
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

/** What was written, by name; a check is 'yes' or missing. */
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

/** What can be checked before anything is sent: the first sentence for each field. */
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
  if (length < field.min) return `Please write at least ${field.min} characters.`;
  if (length > field.max) return `Please write at most ${formatNumber(field.max)} characters.`;
  return undefined;
}

/** { 'rules.2': '…' } and the field `rules` → '…': a list's entries are reported beside the list. */
export const errorOf = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([key]) => key.startsWith(`${name}.`))?.[1];
