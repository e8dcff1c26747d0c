import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { textOf } from './values.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** What PostgreSQL understands of a value that is sent as our text. */
async function understood(type: string, value: unknown): Promise<unknown> {
  const [row] = await database.query<{ value: unknown }>(`select to_json($1::text::${type}) as value`, [textOf(value)]);
  return row?.value;
}

/** Text that PostgreSQL can store, with what an array of texts could mistake for its own. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }).filter((each) => !each.includes('\0') && each.isWellFormed()),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'NULL',
    'Null',
    '{}',
    '{a,b}',
    ',',
    '"',
    '\\',
    '\\"',
    '","',
    "'; drop table x; --",
    '\\x',
  ),
);

test('texts of an array arrive as they are, whatever is in them', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { maxLength: 8 }), async (values) => {
      expect(await understood('text[]', values)).toEqual(values);
    }),
    { numRuns: 200 },
  ));

test('so do arrays of arrays, numbers, booleans and bytes', async () => {
  expect(
    await understood('text[]', [
      ['a', 'b,'],
      ['{', null],
    ]),
  ).toEqual([
    ['a', 'b,'],
    ['{', null],
  ]);
  expect(await understood('numeric[]', ['1.50', 2, 3n, null])).toEqual([1.5, 2, 3, null]);
  expect(await understood('boolean[]', [true, false, null])).toEqual([true, false, null]);
  expect(await understood('bytea[]', [Buffer.from([0, 34, 92, 255]), Buffer.alloc(0)])).toEqual(['\\x00225cff', '\\x']);
  expect(await understood('text[]', [])).toEqual([]);
});

test('a time is the same instant, in year 1 and in the last year that JavaScript knows', async () => {
  for (const ms of [Date.parse('0001-01-01T00:00:00Z'), 0, 1_795_338_433_162, Date.UTC(10_000, 0), 8.64e15]) {
    const [row] = await database.query<{ at: number }>('select $1::text::timestamptz as at', [textOf(new Date(ms))]);
    expect(row?.at).toBe(ms);
    expect(await understood('timestamptz[]', [new Date(ms)])).toHaveLength(1);
  }
  for (const ms of [Number.NaN, Date.parse('0000-12-31T23:59:59Z')]) {
    expect(() => textOf(new Date(ms))).toThrow(RangeError);
  }
});
