import { z } from 'zod';

type Schema = z.core.$ZodType;

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
      return schema;
  }
}

/**
 * Reads what a later version of the platform wrote: fields that it does not know are kept, in every object. What it knows
 * is checked as before.
 */
export const tolerant = <T extends z.ZodType>(schema: T): T => within(schema) as T;
