import { z } from 'zod';

type Schema = z.core.$ZodType;

/** Kinds of schemas that hold no other schema. */
const PLAIN: ReadonlySet<string> = new Set([
  'string',
  'number',
  'boolean',
  'null',
  'literal',
  'enum',
  'any',
  'unknown',
]);

const inner = (schema: Schema, key: 'element' | 'valueType' | 'innerType'): Schema => {
  const { def } = schema._zod;
  return z.core.clone(schema, { ...def, [key]: within((def as unknown as Record<typeof key, Schema>)[key]) } as never);
};

function within(schema: Schema): Schema {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object': {
      const { shape } = def as z.core.$ZodObjectDef;
      const fields = Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, within(field)]));
      return z.core.clone(schema, { ...def, shape: fields, catchall: z.unknown() } as never);
    }
    case 'array':
      return inner(schema, 'element');
    case 'record':
      return inner(schema, 'valueType');
    case 'optional':
    case 'nullable':
    case 'default':
      return inner(schema, 'innerType');
    default:
      if (PLAIN.has(def.type)) return schema;
      throw new Error(`What is inside a schema of the kind ${def.type} cannot be made tolerant.`);
  }
}

/**
 * Reads what a later version of the platform wrote: fields that it does not know are kept, in every object. What it knows
 * is checked as before. Throws where a schema holds others in a way that it does not know, such as a union or a pipe: an
 * object in there would stay strict.
 */
export const tolerant = <T extends z.ZodType>(schema: T): T => within(schema) as T;
