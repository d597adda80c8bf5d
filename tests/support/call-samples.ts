/** For tests that make every call of the contract: the fields of a call, and a valid sample for each. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Schema } from '../../src/lib/contract/call.ts';

export interface FieldJson {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FieldJson[];
  readonly items?: FieldJson;
  readonly properties?: Readonly<Record<string, FieldJson>>;
  readonly minimum?: number;
  readonly minLength?: number;
}

interface CallField {
  readonly name: string;
  /** As declared, and as the server parses it. */
  readonly sent: FieldJson;
  readonly taken: FieldJson;
}

function propertiesOf(schema: Schema, typeMode: 'input' | 'output'): Record<string, FieldJson> {
  const { properties = {} } = toJsonSchema(schema, { errorMode: 'ignore', typeMode });
  return properties as Record<string, FieldJson>;
}

/** The fields of a query or a body. */
export function callFields(schema: Schema): CallField[] {
  const taken = propertiesOf(schema, 'output');
  return Object.entries(propertiesOf(schema, 'input')).map(([name, sent]) => ({
    name,
    sent,
    taken: taken[name] ?? {},
  }));
}

export const isNumeric = ({ type, anyOf = [] }: FieldJson): boolean =>
  type === 'number' || type === 'integer' || anyOf.some(isNumeric);

function sampleOf(json: FieldJson): unknown {
  if (json.enum) return json.enum[0];
  if ('const' in json) return json.const;
  if (json.anyOf?.[0]) return sampleOf(json.anyOf.find(isNumeric) ?? json.anyOf[0]);
  if (isNumeric(json)) return Math.max(1, json.minimum ?? 1);
  if (json.type === 'array') return [sampleOf(json.items ?? {})];
  if (json.type === 'boolean') return true;
  if (json.properties)
    return Object.fromEntries(Object.entries(json.properties).map(([name, of]) => [name, sampleOf(of)]));
  return 'x'.repeat(Math.max(json.minLength ?? 0, 10));
}

/** Samples for fields whose schema doesn't define them. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  amount_id: 8401,
  csv: 'code\nAAAA-BBBB-CCCC',
  ends_at: '2026-12-05T12:00:00Z',
  endpoint: 'https://push.test/1',
  inputs: [],
  keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
  player_seed: '5eed',
  reward_id: 84,
  seed: '5eed',
  starts_at: '2026-12-01T12:00:00Z',
  tournament: false,
  value: 'Mira_k',
};

/** A valid query or body, as far as numbers, choices and lengths of texts determine it. */
export function callSample(schema: Schema): Record<string, unknown> {
  return Object.fromEntries(
    callFields(schema).map(({ name, sent, taken }) => [
      name,
      name in SAMPLES ? SAMPLES[name] : sampleOf({ ...taken, ...sent }),
    ]),
  );
}
