/*
 * Values as PostgreSQL reads them in text. The driver's own encoding quotes and escapes every element of an array and
 * takes a date apart by its fields, which is a third of what sending a batch costs.
 */

/** Elements that mean themselves without quotes. */
const BARE = /^[A-Za-z0-9_.:+-]+$/;
/** What an array says for no element, in whatever case. */
const NULL = 'null';

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const encoded = textOf(value) ?? '';
  const text = typeof encoded === 'string' ? encoded : `\\x${encoded.toString('hex')}`;
  if (BARE.test(text) && (text.length !== NULL.length || text.toLowerCase() !== NULL)) return text;
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const arrayOf = (values: readonly unknown[]): string => {
  let text = '{';
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (index > 0) text += ',';
    text += Array.isArray(value) ? arrayOf(value) : elementOf(value);
  }
  return `${text}}`;
};

/** As a parameter of a statement. Throws a RangeError for a time that is none. */
export function textOf(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return timeOf(value);
  if (Array.isArray(value)) return arrayOf(value);
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

const YEAR_1 = Date.parse('0001-01-01T00:00:00Z');
/** The last time that was encoded: the rows of a batch have the same. */
let latest = { ms: Number.NaN, text: '' };

/** PostgreSQL writes later years without the sign and the zeros that ISO 8601 puts before them. */
function timeOf(value: Date): string {
  const ms = value.getTime();
  if (ms === latest.ms) return latest.text;
  if (!(ms >= YEAR_1)) throw new RangeError('a time is of year 1 or later');
  latest = { ms, text: value.toISOString().replace(/^\+0*/, '') };
  return latest.text;
}
