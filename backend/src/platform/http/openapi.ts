import { contract } from '@tessera/api/contract';
import { type Call, documentationOf } from '@tessera/api/kit';
import * as z from 'zod/mini';

type Schema = z.core.JSONSchema.BaseSchema;

/** Of a process: tests make the document for many an app. */
const converted = { input: new WeakMap<z.ZodMiniType, Schema>(), output: new WeakMap<z.ZodMiniType, Schema>() };

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const known = converted[io].get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  converted[io].set(schema, made);
  return made;
}

const queryParameters = (schema: Schema) =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));

const envelope = (message: Schema) => ({
  type: 'object',
  required: ['type', 'code', 'message'],
  properties: { type: { const: 'ok' }, code: { const: 1 }, message },
});

function operation(call: Call, built: boolean) {
  const { consumes, ...documentation } = documentationOf(call, built);
  const input = schemaOf(call.input, 'input');
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const body =
    call.encoding === 'multipart'
      ? { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
      : input;
  return {
    ...documentation,
    ...(inQuery
      ? { parameters: queryParameters(input) }
      : { requestBody: { content: Object.fromEntries(consumes.map((type) => [type, { schema: body }])) } }),
    responses: {
      200: {
        description: 'The output, or the error code: `type` tells which.',
        content: { 'application/json': { schema: envelope(schemaOf(call.output, 'output')) } },
      },
    },
  };
}

function pathsOf(built: ReadonlySet<string>) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [callId, call] of Object.entries<Call>(contract)) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, built.has(callId)) };
  }
  return paths;
}

/**
 * The whole contract as an OpenAPI 3.1 document; `built` are the ids of the calls that have a handler. Its calls are
 * converted when the document is first read: that takes 0.15 s, which a start need not wait for.
 */
export function openApiDocument(version: string, built: ReadonlySet<string>) {
  let paths: ReturnType<typeof pathsOf> | undefined;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tessera',
      version,
      description: 'Payloads are form-encoded; amounts are decimal strings, times Unix milliseconds.',
    },
    get paths() {
      paths ??= pathsOf(built);
      return paths;
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  };
}
