import type { Interval } from '@tessera/api/rules';
import { openingOf } from '../feed/kline-interval.ts';
import { readIntegers, writeInteger } from './integers.ts';

/** A bar in whole ticks and lots. */
export type Candle = {
  /** Where its time begins, Unix ms. */
  readonly opening: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
};

/** Two adjacent pieces as one, with the opening of the first. */
export const joined = (before: Candle | null | undefined, after: Candle): Candle =>
  before
    ? {
        opening: before.opening,
        open: before.open,
        high: Math.max(before.high, after.high),
        low: Math.min(before.low, after.low),
        close: after.close,
        lots: before.lots + after.lots,
      }
    : after;

/** From which bars each is put together; longer ones after those that they consist of. */
export const PARTS_OF: readonly (readonly [interval: Interval, parts: Interval])[] = [
  ['5m', '1m'],
  ['15m', '5m'],
  ['30m', '15m'],
  ['1h', '30m'],
  ['4h', '1h'],
  ['1d', '4h'],
  ['1w', '1d'],
  ['1M', '1d'],
];

/** Shorter bars, oldest first, as bars of an interval. */
export function gathered(interval: Interval, parts: Iterable<Candle>): Candle[] {
  const found: Candle[] = [];
  for (const part of parts) {
    const opening = openingOf(interval, part.opening);
    const last = found.at(-1);
    if (last?.opening === opening) found[found.length - 1] = joined(last, part);
    else found.push({ ...part, opening });
  }
  return found;
}

const MINUTE = 60_000;

/** Where a stored row begins that holds the bar which opens here. A row is rewritten with each bar, so it stays small. */
export function rowOf(interval: Interval, opening: number): number {
  switch (interval) {
    case '1m':
      return openingOf('1h', opening);
    case '5m':
    case '15m':
    case '30m':
      return openingOf('1d', opening);
    case '1h':
      return openingOf('1w', opening);
    case '4h':
      return openingOf('1M', opening);
    default:
      return Date.UTC(new Date(opening).getUTCFullYear(), 0, 1);
  }
}

const FIELDS = 6;

/** Bars of a row as bytes; those of later bars can be appended. */
export function encodeCandles(row: number, candles: readonly Candle[]): Buffer {
  const bytes: number[] = [];
  for (const { opening, open, high, low, close, lots } of candles) {
    writeInteger(bytes, (opening - row) / MINUTE);
    writeInteger(bytes, open);
    writeInteger(bytes, high - open);
    writeInteger(bytes, open - low);
    writeInteger(bytes, close - open);
    writeInteger(bytes, lots);
  }
  return Buffer.from(bytes);
}

export function decodeCandles(row: number, bytes: Uint8Array): Candle[] {
  const values = readIntegers(bytes);
  if (values.length % FIELDS !== 0) throw new Error('a row of bars is damaged');
  const found: Candle[] = [];
  for (let index = 0; index < values.length; index += FIELDS) {
    const open = values[index + 1] as number;
    found.push({
      opening: row + (values[index] as number) * MINUTE,
      open,
      high: open + (values[index + 2] as number),
      low: open - (values[index + 3] as number),
      close: open + (values[index + 4] as number),
      lots: values[index + 5] as number,
    });
  }
  return found;
}
