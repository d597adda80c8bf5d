/**
 * Other hosts write the same values in other ways: whole numbers as text, yes and no as 1 and 0, a text that is missing as null.
 * Read by the contract's own schemas, they mean the same.
 */

/** What is looked at of a valibot schema. */
interface Node {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly value?: Node;
  readonly wrapped?: Node;
}

const flags = new Map<unknown, boolean>([
  [1, true],
  ['1', true],
  [0, false],
  ['0', false],
]);

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/** { id: '84', isRated: 0 } by the schema of a reward → { id: 84, isRated: false }. What can't be read stays as it is, to be refused. */
export function read(schema: Node, given: unknown): unknown {
  const { type, entries, item, value, wrapped } = schema;
  if (wrapped) {
    if (given === undefined) return given;
    if (given === null) return type === 'optional' && wrapped.type !== 'nullable' ? undefined : null;
    return read(wrapped, given);
  }
  if (entries && isObject(given)) {
    const known = Object.entries(entries).map(([key, node]) => [key, read(node, given[key])] as const);
    return { ...given, ...Object.fromEntries(known.filter(([key]) => key in given)) };
  }
  if (item && Array.isArray(given)) return given.map((one) => read(item, one));
  if (type === 'record' && value && isObject(given))
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, read(value, one)]));
  if (type === 'number' && typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given)) return Number(given);
  if (type === 'boolean') return flags.get(given) ?? given;
  if (type === 'string' && typeof given === 'number') return String(given);
  return given;
}
