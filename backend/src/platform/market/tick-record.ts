import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readIntegers, writeInteger } from './integers.ts';

/*
 * The record of ticks. A symbol's ticks are numbered without gaps and chained: the link of a tick is the SHA-256 of the
 * link before it and of the tick. Heads, the links of one moment, are signed. A signed head that was kept shows
 * whether a later record has the same ticks before it.
 *
 * Blocks hold the ticks of a symbol over a time, field by field, as differences in variable-length integers (LEB128,
 * zigzag), deflated. Before them are the fractions of the index in ten bits each: they are noise, which deflating
 * lengthens.
 */

/** In how many parts of a tick the index is recorded: a price that is rounded to a tick would tell where it goes. */
export const INDEX_PARTS = 1_000;

/** Prices in ticks of the instrument, amounts in lots: whole numbers. */
export type Tick = {
  /** Unix ms. */
  readonly at: number;
  /** Best prices; 0 where nothing stands on that side. */
  readonly bid: number;
  readonly ask: number;
  /** Price of the last trade, or the nearer of bid and ask where the book has moved past it. */
  readonly last: number;
  /** Of `last` and of all trades since the tick before; 0 of a symbol that staff had halted, as bid and ask are. */
  readonly high: number;
  readonly low: number;
  /** Lots traded since the tick before, those of the source included. */
  readonly lots: number;
  /** The source's price, rounded: no order of a user moves it. */
  readonly index: number;
  /**
   * Twice the middle of the impact prices less `index`, within the band of the mark (`mark.ts`). Absent in ticks of former
   * versions.
   */
  readonly basis?: number;
  /**
   * By how much the source's price is above `index`, in thousandths of a tick; negative where it is below. Absent in
   * ticks of former versions, which recorded the index in whole ticks; a tick that has it has a basis.
   */
  readonly fraction?: number;
};

/** Whether it was recorded while staff had halted its symbol: it says what the index was, and nothing of a market. */
export const isHalted = ({ high }: Pick<Tick, 'high'>): boolean => high === 0;

/** The index in thousandths of a tick: what settles on it, and from where the price goes on. */
export const fineIndexOf = ({ index, fraction = 0 }: Pick<Tick, 'index' | 'fraction'>): number =>
  index * INDEX_PARTS + fraction;

/** A price in thousandths of a tick as the fields of a tick; at least half a tick. The fraction is from −500 to 499. */
export function indexFields(fine: number): { readonly index: number; readonly fraction: number } {
  const index = Math.max(1, Math.round(fine / INDEX_PARTS));
  return { index, fraction: Math.max(fine - index * INDEX_PARTS, LEAST_FRACTION) };
}
const LEAST_FRACTION = -INDEX_PARTS / 2;

const FIELDS = ['at', 'bid', 'ask', 'last', 'high', 'low', 'lots', 'index'] as const;
/** Raised when the form of blocks or links changes: the second one has the basis, the third the fraction of the index. */
const VERSIONS = [1, 2, 3] as const;
const LINK_BYTES = 32;

/** A basis as it is stored; ticks of former versions have none. */
export const storedBasis = (basis: number | undefined): number =>
  basis === undefined ? 0 : basis < 0 ? basis : basis + 1;

/** The field of a tick for what is stored of it. */
export const withBasis = (stored: number | undefined): Pick<Tick, 'basis'> =>
  stored ? { basis: stored < 0 ? stored : stored - 1 } : {};

/** The link before the first tick of a symbol. */
export const firstLink = (symbol: string): Buffer => createHash('sha256').update(`tessera ticks ${symbol}`).digest();

/** The link of a tick after `before`; `number` counts the symbol's ticks from 1. */
export function linkOf(before: Uint8Array, number: number, tick: Tick): Buffer {
  const values = [number, ...FIELDS.map((field) => tick[field])];
  if (tick.basis !== undefined) values.push(tick.basis);
  if (tick.fraction !== undefined) values.push(tick.fraction);
  const fields = Buffer.alloc(8 * values.length);
  values.forEach((value, index) => {
    fields.writeBigInt64BE(BigInt(value), index * 8);
  });
  return createHash('sha256').update(before).update(fields).digest();
}

/** The link after all of these ticks, of which the first has this number. */
export const linkAfter = (before: Uint8Array, number: number, ticks: readonly Tick[]): Buffer =>
  ticks.reduce<Buffer>((link, tick, index) => linkOf(link, number + index, tick), Buffer.from(before));

/** A tick as small numbers: each field against the one that it follows most closely. */
const differences = (tick: Tick, before: Tick, every: number): readonly number[] => [
  // Times are nearly regular.
  tick.at - before.at - every,
  tick.bid - before.bid,
  tick.ask - tick.bid - (before.ask - before.bid),
  tick.last - tick.bid,
  tick.high - tick.last,
  tick.last - tick.low,
  tick.lots,
  tick.index - Math.floor((tick.bid + tick.ask) / 2),
  storedBasis(tick.basis),
];

const ZERO: Tick = { at: 0, bid: 0, ask: 0, last: 0, high: 0, low: 0, lots: 0, index: 0 };

function refuseFraction({ basis, fraction }: Tick): void {
  if (fraction === undefined) return;
  if (!Number.isInteger(fraction) || fraction < LEAST_FRACTION || fraction >= LEAST_FRACTION + INDEX_PARTS) {
    throw new RangeError(`fraction of a tick is ${fraction}`);
  }
  // Otherwise its link would be that of a tick with this basis.
  if (basis === undefined) throw new RangeError('a tick has a fraction and no basis');
}

/** Ticks as a block. Throws a RangeError where a value is no safe integer. */
export function encodeTicks(ticks: readonly Tick[]): Buffer {
  // Field by field: the bytes of one field resemble each other, and most of them are zero.
  const columns: number[][] = [...FIELDS, 'basis'].map(() => []);
  let before = ZERO;
  let every = 0;
  for (const tick of ticks) {
    for (const field of [...FIELDS, 'basis'] as const) {
      const value = tick[field] ?? 0;
      if (!Number.isSafeInteger(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER / 8) {
        throw new RangeError(`${field} of a tick is ${value}`);
      }
    }
    refuseFraction(tick);
    differences(tick, before, every).forEach((value, field) => {
      writeInteger(columns[field] as number[], value);
    });
    every = tick.at - before.at;
    before = tick;
  }
  const size = Buffer.alloc(4);
  size.writeUInt32BE(ticks.length);
  const fractions = packFractions(ticks.map(({ fraction }) => fraction));
  return Buffer.concat([Buffer.from([VERSIONS[2]]), size, fractions, deflateRawSync(Buffer.from(columns.flat()))]);
}

const FRACTION_BITS = 10;
/** In ten bits, of a tick that has none. */
const ABSENT = INDEX_PARTS;

/** Ten bits each, most significant first. */
function packFractions(fractions: readonly (number | undefined)[]): Buffer {
  const packed = Buffer.alloc(Math.ceil((fractions.length * FRACTION_BITS) / 8));
  fractions.forEach((fraction, place) => {
    const value = fraction === undefined ? ABSENT : fraction - LEAST_FRACTION;
    for (let bit = 0; bit < FRACTION_BITS; bit++) {
      const at = place * FRACTION_BITS + bit;
      const isSet = (value >> (FRACTION_BITS - 1 - bit)) & 1;
      packed[at >> 3] = (packed[at >> 3] as number) | (isSet << (7 - (at & 7)));
    }
  });
  return packed;
}

/** The fraction at a place; undefined of a tick that has none. */
function fractionAt(packed: Uint8Array, place: number): number | undefined {
  const first = place * FRACTION_BITS;
  const byte = first >> 3;
  // Ten bits lie in two bytes, whichever bit they begin at.
  const pair = ((packed[byte] as number) << 8) | (packed[byte + 1] as number);
  const value = (pair >> (16 - FRACTION_BITS - (first & 7))) & (2 ** FRACTION_BITS - 1);
  return value === ABSENT ? undefined : value + LEAST_FRACTION;
}

/** The whole numbers of a block by their fields, and the fractions of its ticks; null in blocks of former versions. */
function columnsOf(block: Uint8Array): {
  readonly columns: readonly (readonly number[])[];
  readonly fractions: Uint8Array | null;
} {
  const version = VERSIONS.find((each) => each === block[0]);
  if (version === undefined) throw new Error(`a block of ticks has version ${block[0]}, not ${VERSIONS.join(' or ')}`);
  const fields = version === 1 ? FIELDS.length : FIELDS.length + 1;
  try {
    const said = version === 3 ? Buffer.from(block).readUInt32BE(1) : null;
    const from = said === null ? 1 : 5 + Math.ceil((said * FRACTION_BITS) / 8);
    const numbers = readIntegers(inflateRawSync(block.subarray(from)));
    const count = numbers.length / fields;
    if (said === null ? Number.isInteger(count) : count === said) {
      return {
        columns: Array.from({ length: fields }, (_, field) => numbers.slice(field * count, (field + 1) * count)),
        fractions: said === null ? null : block.subarray(5, from),
      };
    }
  } catch (cause) {
    throw new Error('a block of ticks is damaged', { cause });
  }
  throw new Error('a block of ticks is damaged');
}

/** The ticks of a block. Throws where it is damaged. */
export function decodeTicks(block: Uint8Array): Tick[] {
  const { columns, fractions } = columnsOf(block);
  const column = (field: number, index: number): number => columns[field]?.[index] as number;
  const bases = columns[FIELDS.length];
  let before = ZERO;
  let every = 0;
  return Array.from(columns[0] ?? [], (_, index) => {
    every += column(0, index);
    const bid = before.bid + column(1, index);
    const ask = bid + (before.ask - before.bid) + column(2, index);
    const last = bid + column(3, index);
    const fraction = fractions ? fractionAt(fractions, index) : undefined;
    before = {
      at: before.at + every,
      bid,
      ask,
      last,
      high: last + column(4, index),
      low: last - column(5, index),
      lots: column(6, index),
      index: Math.floor((bid + ask) / 2) + column(7, index),
      ...withBasis(bases?.[index]),
      ...(fraction !== undefined && { fraction }),
    };
    return before;
  });
}

/** Where the chain of a symbol stands. */
export type Head = { readonly symbol: string; readonly number: number; readonly link: Uint8Array };

export type SignedHeads = {
  /** Unix ms. */
  readonly at: number;
  /** By symbol: number and link, hex. */
  readonly heads: Readonly<Record<string, readonly [number: number, link: string]>>;
  /** Ed25519 over `signedText`, base64url. */
  readonly signature: string;
};

/** What is signed: one line a symbol, in the order of their names. */
function signedText({ at, heads }: Pick<SignedHeads, 'at' | 'heads'>): Buffer {
  const lines = Object.keys(heads)
    .sort()
    .map((symbol) => `${symbol} ${heads[symbol]?.[0]} ${heads[symbol]?.[1]}`);
  return Buffer.from(['tessera heads 1', String(at), ...lines].join('\n'));
}

export function signHeads(at: number, all: readonly Head[], key: KeyObject): SignedHeads {
  const heads = Object.fromEntries(
    all.map(({ symbol, number, link }) => [symbol, [number, Buffer.from(link).toString('hex')] as const]),
  );
  return { at, heads, signature: sign(null, signedText({ at, heads }), key).toString('base64url') };
}

export const isSignedBy = (signed: SignedHeads, key: KeyObject): boolean =>
  verify(null, signedText(signed), key, Buffer.from(signed.signature, 'base64url'));

/**
 * Whether these ticks lead from one head to another: none was changed, left out, added or reordered. `from` may be the
 * start of the chain, number 0 and `firstLink`.
 */
export function leadsTo(from: Head, ticks: readonly Tick[], to: Head): boolean {
  if (from.symbol !== to.symbol || from.number + ticks.length !== to.number) return false;
  if (from.link.length !== LINK_BYTES) return false;
  return linkAfter(from.link, from.number + 1, ticks).equals(to.link);
}
