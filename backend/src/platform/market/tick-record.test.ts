import { generateKeyPairSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeStep, encodeStep } from './steps.ts';
import {
  decodeTicks,
  encodeTicks,
  fineIndexOf,
  firstLink,
  type Head,
  indexFields,
  isSignedBy,
  leadsTo,
  linkAfter,
  signHeads,
  type Tick,
} from './tick-record.ts';

const FIELDS = {
  at: fc.integer({ min: 0, max: 4e12 }),
  bid: fc.integer({ min: 1, max: 1e12 }),
  ask: fc.integer({ min: 1, max: 1e12 }),
  last: fc.integer({ min: 1, max: 1e12 }),
  high: fc.integer({ min: 1, max: 1e12 }),
  low: fc.integer({ min: 1, max: 1e12 }),
  index: fc.integer({ min: 1, max: 1e12 }),
  lots: fc.integer({ min: 0, max: 1e12 }),
};
const basis = fc.integer({ min: -1e6, max: 1e6 });
/** One in some is of a former version, which recorded no fraction, or no basis either. */
const tick: fc.Arbitrary<Tick> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...FIELDS, basis, fraction: fc.integer({ min: -500, max: 499 }) }) },
  { weight: 1, arbitrary: fc.record({ ...FIELDS, basis }) },
  { weight: 1, arbitrary: fc.record(FIELDS) },
);
const ticks = fc.array(tick, { maxLength: 40 });
const headOf = (number: number, link: Uint8Array): Head => ({ symbol: 'BTC/USDT', number, link });
const START = headOf(0, firstLink('BTC/USDT'));
const endOf = (all: readonly Tick[]) => headOf(all.length, linkAfter(START.link, 1, all));

test('a block returns the ticks that were written', () => {
  fc.assert(
    fc.property(ticks, (all) => {
      expect(decodeTicks(encodeTicks(all))).toEqual(all);
    }),
  );
});

test('what former versions recorded is read and linked as it was', () => {
  const all: Tick[] = [
    { at: 5_000, bid: 300, ask: 302, last: 301, high: 303, low: 299, lots: 200, index: 301 },
    { at: 5_200, bid: 301, ask: 303, last: 302, high: 302, low: 302, lots: 0, index: 302 },
  ];
  expect(decodeTicks(Buffer.from('019be0f7dfeb060b130b0313130b030bc3046606060600', 'hex'))).toEqual(all);
  expect(linkAfter(firstLink('X/Y'), 1, all).toString('hex')).toBe(
    'b4c563fc8a68ee9711a683a5446b1c966a32da5f1d53c2c3fa6312a7ab4c1dbe',
  );
  const step = Buffer.from('0e5200d80404020404900302', 'hex');
  expect(decodeStep(5_000, step)).toEqual([{ id: 7, number: 41, tick: all[0] }]);
});

test('what the version before recorded with a basis is read and linked as it was', () => {
  const all: Tick[] = [
    { at: 5_000, bid: 300, ask: 302, last: 301, high: 303, low: 299, lots: 200, index: 301, basis: -3 },
    { at: 5_200, bid: 301, ask: 303, last: 302, high: 302, low: 302, lots: 0, index: 302, basis: 0 },
  ];
  expect(decodeTicks(Buffer.from('029be0f7dfeb060b130b0313130b030bc30466060606562600', 'hex'))).toEqual(all);
  expect(linkAfter(firstLink('X/Y'), 1, all).toString('hex')).toBe(
    '6ad813b12818f0862c9447ae9d312f2c39d4cf325b94c961819c61c8ced7a0a9',
  );
  expect(decodeStep(5_000, Buffer.from('010e5200d8040402040490030205', 'hex'))).toEqual([
    { id: 7, number: 41, tick: all[0] },
  ]);
});

test('an index is recorded to a thousandth of a tick, and its whole ticks are the nearest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 1e15 }), (fine) => {
      const fields = indexFields(fine);
      expect(fineIndexOf(fields)).toBe(fine);
      expect(fields.index).toBe(Math.max(1, Math.round(fine / 1_000)));
      expect(Math.abs(fields.fraction + 0.5)).toBeLessThan(500);
    }),
  );
});

test('a step returns the ticks that were written, of every version', () => {
  fc.assert(
    fc.property(ticks, fc.integer({ min: 0, max: 4e12 }), (all, at) => {
      const numbered = all.map((each, place) => ({ id: place + 1, number: 41 + place, tick: each }));
      expect(decodeStep(at, encodeStep(at, numbered))).toEqual(numbered);
    }),
  );
});

test('a block of a quiet minute takes few bytes a tick', () => {
  let last = 6_000_000;
  const minute = Array.from({ length: 300 }, (_, index) => {
    last += ((index * 7919) % 41) - 20;
    const at = 1_790_000_000_000 + index * 200;
    return { at, bid: last - 3, ask: last + 3, last, high: last, low: last, lots: (index * 31) % 90, index: last };
  });
  expect(encodeTicks(minute).length / minute.length).toBeLessThan(3);
  const fine = minute.map((each, place) => ({ ...each, basis: 0, fraction: ((place * 7_919) % 1_000) - 500 }));
  expect(encodeTicks(fine).length / minute.length).toBeLessThan(4.3);
});

test('a damaged block or a value that is no integer is an error', () => {
  const one = { at: 5_000, bid: 300, ask: 301, last: 300, high: 300, low: 300, lots: 200, index: 300 };
  const block = encodeTicks([one]);
  expect(() => decodeTicks(block.subarray(0, -1))).toThrow('damaged');
  const short = Buffer.concat([block.subarray(0, 7), deflateRawSync(Buffer.from([2, 2, 2]))]);
  expect(() => decodeTicks(short)).toThrow('damaged');
  expect(() => decodeTicks(Buffer.concat([Buffer.from([9]), block.subarray(1)]))).toThrow('version 9');
  // Where the count of ticks is another one.
  expect(() => decodeTicks(Buffer.from(block).fill(9, 4, 5))).toThrow('damaged');
  expect(() => encodeTicks([{ ...one, basis: 0, fraction: 500 }])).toThrow('fraction of a tick is 500');
  expect(() => encodeTicks([{ ...one, fraction: 5 }])).toThrow('a tick has a fraction and no basis');
  expect(() => encodeTicks([{ ...one, bid: 1.5 }])).toThrow('bid of a tick is 1.5');
  expect(() => encodeTicks([{ ...one, bid: Number.MAX_SAFE_INTEGER }])).toThrow(RangeError);
});

test('ticks lead from head to head; a changed, missing, added or moved tick does not', () => {
  fc.assert(
    fc.property(fc.array(tick, { minLength: 2, maxLength: 20 }), fc.nat(), fc.nat(9), (all, place, which) => {
      const end = endOf(all);
      expect(leadsTo(START, all, end)).toBe(true);
      const index = place % all.length;
      const middle = headOf(index, linkAfter(START.link, 1, all.slice(0, index)));
      expect(leadsTo(middle, all.slice(index), end)).toBe(true);

      const fields = ['at', 'bid', 'ask', 'last', 'high', 'low', 'lots', 'index', 'basis', 'fraction'] as const;
      const field = fields[which] as keyof Tick;
      const chosen = all[index] as Tick;
      // Also where a zero is added to a tick that had none.
      const changed = all.with(index, { ...chosen, [field]: (chosen[field] ?? -1) + 1 });
      expect(leadsTo(START, changed, end)).toBe(false);
      expect(leadsTo(START, all.toSpliced(index, 1), end)).toBe(false);
      expect(leadsTo(START, all.toSpliced(index, 0, chosen), end)).toBe(false);
      const moved = all.toReversed();
      if (JSON.stringify(moved) !== JSON.stringify(all)) expect(leadsTo(START, moved, end)).toBe(false);
    }),
  );
});

test('the chains of two symbols differ from the start', () => {
  expect(firstLink('BTC/USDT')).not.toEqual(firstLink('ETH/USDT'));
});

test('signed heads are those that were signed, by that key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = signHeads(
    5,
    [headOf(3, firstLink('x')), { ...headOf(2, firstLink('y')), symbol: 'ETH/USDT' }],
    privateKey,
  );
  expect(isSignedBy(JSON.parse(JSON.stringify(signed)) as typeof signed, publicKey)).toBe(true);
  expect(isSignedBy({ ...signed, at: 6 }, publicKey)).toBe(false);
  expect(isSignedBy({ ...signed, heads: { ...signed.heads, 'ETH/USDT': [3, '00'] } }, publicKey)).toBe(false);
  expect(
    isSignedBy({ ...signed, heads: { 'ETH/USDT': signed.heads['ETH/USDT'] as [number, string] } }, publicKey),
  ).toBe(false);
  expect(isSignedBy(signed, generateKeyPairSync('ed25519').publicKey)).toBe(false);
});
