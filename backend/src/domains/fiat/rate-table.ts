import { type FiatCode, fiatCodes } from '@tessera/api/rules';
import { cmp, isDecimalString, isPositive, mul, plain } from '@tessera/money';

/** Units of each currency for one US dollar, decimal strings. */
export type RateTable = Readonly<Record<FiatCode, string>>;

/** Shipped with the server, for when no source was ever reached. */
export const builtInRates: { readonly at: number; readonly rates: RateTable } = {
  at: Date.UTC(2026, 10, 1),
  rates: {
    USD: '1',
    CNY: '7.1200',
    GBP: '0.7600',
    HKD: '7.7800',
    JPY: '153.40',
    EUR: '0.8650',
    AED: '3.6725',
    THB: '32.400',
    PHP: '58.600',
    SGD: '1.3010',
    VND: '26310',
  },
};

/** A table that moved a currency further than this against the last good one is taken for a mistake of its source. */
const MAX_MOVE = '3';

/** Why a response is not a valid table of rates. */
export class BadRates extends Error {
  override name = 'BadRates';
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses JSON with numbers as they are written: a JavaScript number would round a rate. */
const parseVerbatim = (json: string): unknown =>
  (JSON.parse as (json: string, reviver: Reviver) => unknown)(json, (_, value, { source }) =>
    typeof value === 'number' ? source : value,
  );

function rateOf(rates: object, code: FiatCode, lastGood: RateTable): string {
  const value: unknown = Reflect.get(rates, code);
  if (typeof value !== 'string' || !isDecimalString(value) || !isPositive(value)) {
    throw new BadRates(`${code} is ${JSON.stringify(value)}`);
  }
  const last = lastGood[code];
  if (cmp(value, mul(last, MAX_MOVE)) > 0 || cmp(mul(value, MAX_MOVE), last) < 0) {
    throw new BadRates(`${code} went from ${last} to ${value}`);
  }
  return plain(value);
}

/**
 * Parses the response of a source: JSON with `rates` by currency code for a base of one US dollar, as the common rate
 * services word it. All currencies or none: throws BadRates.
 */
export function readRates(json: string, lastGood: RateTable): RateTable {
  let body: unknown;
  try {
    body = parseVerbatim(json);
  } catch (error) {
    throw new BadRates('not JSON', { cause: error });
  }
  if (typeof body !== 'object' || body === null) throw new BadRates('no object');
  const base: unknown = Reflect.get(body, 'base') ?? Reflect.get(body, 'base_code');
  if (base !== 'USD') throw new BadRates(`the base is ${JSON.stringify(base)}`);
  const rates: unknown = Reflect.get(body, 'rates');
  if (typeof rates !== 'object' || rates === null) throw new BadRates('there are no rates');
  // A source may leave its own base out.
  const all = { USD: '1', ...rates };
  return Object.fromEntries(fiatCodes.map((code) => [code, rateOf(all, code, lastGood)])) as RateTable;
}
