import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tolerant } from './tolerant.ts';

const inside = z.strictObject({ known: z.string() });
const more = { known: 'x', later: { than: 'this' } };

describe('a tolerant schema', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['an object', inside, more],
    ['a field', z.strictObject({ field: inside }), { field: more, another: 1 }],
    ['a list', z.array(inside), [more]],
    ['a record', z.record(z.string(), inside), { any: more }],
    ['what may be absent', z.strictObject({ field: inside.optional() }), { field: more }],
    ['what may be null', inside.nullable(), more],
    ['what has a default', inside.default({ known: '' }), more],
    ['all of these', z.record(z.string(), z.array(inside.nullable()).optional()), { any: [null, more] }],
  ])('keeps unknown fields in %s, and checks the known ones', (_what, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
    expect(tolerant(schema).parse(value)).toEqual(value);
    const wrong = JSON.parse(JSON.stringify(value).replace('"known":"x"', '"known":1'));
    expect(tolerant(schema).safeParse(wrong).success).toBe(false);
  });

  test.each<[string, z.ZodType]>([
    ['union', z.union([inside, z.string()])],
    ['union', z.discriminatedUnion('known', [z.strictObject({ known: z.literal('a') })])],
    ['intersection', z.intersection(inside, z.strictObject({}))],
    ['tuple', z.tuple([inside])],
    ['pipe', inside.pipe(z.any())],
    ['pipe', inside.transform((value) => value)],
    ['lazy', z.lazy(() => inside)],
    ['readonly', inside.readonly()],
    ['catch', inside.catch({ known: '' })],
    ['custom', z.custom((value) => inside.safeParse(value).success)],
  ])('is not made of a %s, whose objects would stay strict', (kind, schema) => {
    for (const each of [schema, z.strictObject({ deep: z.array(schema.optional()) })])
      expect(() => tolerant(each)).toThrow(`a schema of the kind ${kind} cannot`);
  });
});
