/** The editor's fields for reading and writing in tests, because Keystatic's types differ by kind. */

export interface EditField {
  readonly kind: 'form';
  readonly formKind?: string;
  defaultValue(): unknown;
  parse(stored: unknown, extra: object): unknown;
  validate(value: unknown): unknown;
  serialize(value: unknown, extra: object): { readonly value?: unknown; readonly content?: Uint8Array };
}

type Entries = Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;

/** As `collections.ts` exports it. */
export interface Editor {
  readonly collections?: Entries;
  readonly singletons?: Entries;
}

export const isField = (given: unknown): given is EditField =>
  typeof given === 'object' && given !== null && 'parse' in given && 'validate' in given;

/** What Keystatic passes to a field besides the value. */
export const extra = {
  other: new Map(),
  external: new Map(),
  asset: undefined,
  suggestedFilenamePrefix: undefined,
};

/** @param place 'collection/rewards' or 'singleton/site' */
export function schemaOf(
  { collections, singletons }: Editor,
  place: string,
): Readonly<Record<string, unknown>> {
  const [kind, name = ''] = place.split('/');
  const entry = (kind === 'collection' ? collections : singletons)?.[name];
  if (!entry) throw new Error(`The editor has no ${place}`);
  return entry.schema;
}

export function fieldOf(editor: Editor, place: string, name: string): EditField {
  const field = schemaOf(editor, place)[name];
  if (!isField(field)) throw new Error(`The editor has no field ${name} in ${place}`);
  return field;
}
