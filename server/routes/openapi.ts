/** The OpenAPI document, made from the contract's calls: there is no second description to keep in step. */
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Call, Schema } from '../../src/lib/contract/call.ts';
import { errorSchema, validationErrorSchema } from '../../src/lib/contract/errors.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: Schema, side: 'input' | 'output' = 'output'): Json {
  // What has no JSON form (a check, a transform) is left out of the document and still enforced by the server.
  const { $schema: _, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: side });
  return json;
}

function content(schema: Json): Json {
  return { 'application/json': { schema } };
}

function parameters(call: Call): Json[] {
  const from = (schema: Schema | undefined, place: 'path' | 'query'): Json[] => {
    const { properties, required } = schema ? schemaOf(schema, 'input') : {};
    if (typeof properties !== 'object' || properties === null) return [];
    const needed = Array.isArray(required) ? required : [];
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      schema: property,
    }));
  };
  return [...from(call.params, 'path'), ...from(call.query, 'query')];
}

const securityOf: Record<Call['who'], Json[]> = {
  user: [{ bearer: [] }],
  operator: [{ operator: [] }],
  guest: [{}, { bearer: [] }],
  stranger: [{}],
};

function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.source === 'spec' ? "the specification's" : 'ours'],
    'x-source': call.source,
    parameters: parameters(call),
    ...(call.body && { requestBody: { required: true, content: content(schemaOf(call.body, 'input')) } }),
    security: securityOf[call.who],
    responses: {
      200: { description: 'Done', content: content(schemaOf(call.answer)) },
      401: {
        description: 'The token is missing, unknown, expired or revoked',
        content: content(schemaOf(errorSchema)),
      },
      422: { description: 'A field is wrong', content: content(schemaOf(validationErrorSchema)) },
      default: { description: 'Refused or failed, with a code', content: content(schemaOf(errorSchema)) },
    },
  };
}

/** OpenAPI 3.1 of all calls by name. */
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
