/** Makes the OpenAPI document from the contract's calls, so there is no second description to maintain. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { Call, Schema } from '../../src/lib/contract/call.ts';
import { errorSchema, validationErrorSchema } from '../../src/lib/contract/errors.ts';
import { MAX_PAGE, MAX_PER_PAGE, PER_PAGE } from '../../src/lib/contract/limits.ts';
import { KEY_PATTERN, needsNoKey } from './idempotency.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: Schema, side: 'input' | 'output' = 'output'): Json {
  // Rules without a JSON form (checks, transforms) are missing from the document. The server still enforces them.
  const { $schema: _, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: side });
  return json;
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const whole = (fallback: number, maximum: number): Json => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: fallback,
});
/** The page number and the page length. The schemas check them with a function, which has no JSON form. */
const pages: Json = { page: whole(1, MAX_PAGE), per_page: whole(PER_PAGE, MAX_PER_PAGE) };

/** Returns the JSON schema of a call's input. A choice is any text before it is checked, so its allowed values are added. */
function inputOf(schema: Schema): Json {
  const input = schemaOf(schema, 'input');
  const { properties: taken } = schemaOf(schema);
  if (!isObject(input.properties) || !isObject(taken)) return input;
  const fields = Object.entries(input.properties).map(([name, written]) => {
    const field = taken[name];
    const words =
      isObject(field) && isObject(written) && field.enum ? { ...written, enum: field.enum } : null;
    return [name, pages[name] ?? words ?? written];
  });
  return { ...input, properties: Object.fromEntries(fields) };
}

/** Whether a call uses the idempotency key (idempotency.ts). */
const isKeyed = (call: Call) =>
  call.method !== 'GET' && (call.who === 'user' || call.who === 'operator') && !needsNoKey.has(call);
const keyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Any unique value, such as a UUID. Sending it again returns the first answer',
  schema: { type: 'string', pattern: KEY_PATTERN.source },
};

function content(schema: Json): Json {
  return { 'application/json': { schema } };
}

function parameters(call: Call): Json[] {
  const from = (schema: Schema | undefined, place: 'path' | 'query'): Json[] => {
    const { properties, required } = schema ? inputOf(schema) : {};
    if (!isObject(properties)) return [];
    const needed = Array.isArray(required) ? required : [];
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      schema: property,
    }));
  };
  const header = isKeyed(call) ? [keyHeader] : [];
  return [...from(call.params, 'path'), ...from(call.query, 'query'), ...header];
}

const securityOf: Record<Call['who'], Json[]> = {
  user: [{ bearer: [] }],
  operator: [{ operator: [] }],
  guest: [{}, { bearer: [] }],
  stranger: [{}],
};

/** A call that accepts an empty body, like the spec's purchase, also works without one (readCall). */
function requestBody(body: Schema): Json {
  return { required: !v.safeParse(body, {}).success, content: content(inputOf(body)) };
}

function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.source === 'spec' ? "the specification's" : 'ours'],
    'x-source': call.source,
    parameters: parameters(call),
    ...(call.body && { requestBody: requestBody(call.body) }),
    security: securityOf[call.who],
    responses: {
      200: { description: 'Done', content: content(schemaOf(call.answer)) },
      401: {
        description: 'The token is missing, unknown, expired or revoked',
        content: content(schemaOf(errorSchema)),
      },
      422: { description: 'A field is wrong', content: content(schemaOf(validationErrorSchema)) },
      default: {
        description: 'Rejected or failed, with an error code',
        content: content(schemaOf(errorSchema)),
      },
    },
  };
}

/** Returns the OpenAPI 3.1 document of all calls, by name. */
export function openApiOf(calls: Readonly<Record<string, Call>>, server: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Playtally API',
      version: '1',
      description: 'Calls marked "ours" are additions to the specification.',
    },
    servers: [{ url: server }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        operator: { type: 'http', scheme: 'bearer', description: 'The token of an operator’s session' },
      },
    },
    paths,
  };
}
