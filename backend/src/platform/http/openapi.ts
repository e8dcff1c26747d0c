import { type Call, contract, documentationOf } from '@tessera/api/contract';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

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

function operation(call: Call) {
  const { consumes, ...documentation } = documentationOf(call);
  const payload = schemaOf(call.payload, 'input');
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const body =
    call.encoding === 'multipart'
      ? { type: 'object', properties: { file: { type: 'string', format: 'binary' } } }
      : payload;
  return {
    ...documentation,
    ...(inQuery
      ? { parameters: queryParameters(payload) }
      : { requestBody: { content: Object.fromEntries(consumes.map((type) => [type, { schema: body }])) } }),
    responses: {
      200: {
        description: 'The answer, or why the call is refused: `type` tells.',
        content: { 'application/json': { schema: envelope(schemaOf(call.answer, 'output')) } },
      },
    },
  };
}

/** The whole contract as an OpenAPI 3.1 document. */
export function openApiDocument(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of Object.values<Call>(contract)) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tessera',
      version,
      description: 'Payloads are form-encoded; amounts are decimal strings, times Unix milliseconds.',
    },
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
  };
}
