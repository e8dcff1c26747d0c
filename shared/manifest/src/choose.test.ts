import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BUCKETS, bucketOf, chooseVersion, isWithin, murmur3, referenceOf } from './choose.ts';
import type { Ramp, ReleasedRemote, RemoteSlot } from './manifest.ts';

/** Reference implementation of MurmurHash3 x86 32, byte by byte. */
function reference(bytes: Uint8Array): number {
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  const view = new DataView(bytes.buffer);
  let hash = 0;
  const blocks = bytes.length >> 2;
  for (let block = 0; block < blocks; block += 1) {
    const mixed = Math.imul(rotate(Math.imul(view.getUint32(block * 4, true), 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotate(hash ^ mixed, 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let at = bytes.length - 1; at >= blocks * 4; at -= 1) tail = (tail << 8) | (bytes[at] as number);
  if (bytes.length % 4 > 0) hash ^= Math.imul(rotate(Math.imul(tail, 0xcc9e2d51), 15), 0x1b873593);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const utf16 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), true);
  return bytes;
};

/** A text whose UTF-16LE bytes are these. */
const textOf = (hex: string): string => Buffer.from(hex, 'hex').toString('utf16le');

/** Pseudo-random texts, the same in every run. */
function drawn(count: number, seed: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `${state.toString(36)}-${(Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0).toString(36)}`;
  });
}

/** Pearson's statistic of draws over equally likely cells: `cells - 1` degrees of freedom. */
function chiSquareOf(draws: readonly string[], cells: number, cellOf: (draw: string) => number): number {
  const counts = new Array<number>(cells).fill(0);
  for (const draw of draws) counts[cellOf(draw)] = (counts[cellOf(draw)] ?? 0) + 1;
  const expected = draws.length / cells;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** With 99 degrees of freedom, values above this have a probability below 1 in 10,000. */
const BOUND_OF_99 = 165;

describe('the bucket of a client', () => {
  // Published vectors of MurmurHash3_x86_32 (bytes, seed, hash), those of whole code units.
  test.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['ffffffff', 0, 0x76293b50],
    ['21436587', 0, 0xf55b516b],
    ['21436587', 0x5082edee, 0x2362f9de],
    ['2143', 0, 0xa0f7b07a],
    ['00000000', 0, 0x2362f9de],
    ['0000', 0, 0x30f4c306],
    ['61616161', 0x9747b28c, 0x5a97808a],
    ['6161', 0x9747b28c, 0x5d211726],
    ['61626364', 0x9747b28c, 0xf0478627],
    ['6162', 0x9747b28c, 0x74875592],
  ])('hashes the bytes %j under seed %d as published', (bytes, seed, hash) => {
    expect(murmur3(textOf(bytes), seed)).toBe(hash);
  });

  it('is any of the 10,000 with the same chance', () => {
    const chiSquare = chiSquareOf(drawn(200_000, 7), BUCKETS, (client) => bucketOf('salt-of-a-ramp', client));
    // 9,999 degrees of freedom: mean 9,999, deviation √(2 · 9,999) ≈ 141.4; beyond four of them with 1 in 15,000.
    expect(Math.abs(chiSquare - 9_999)).toBeLessThan(4 * 141.4);
  });

  it('spreads clients that are numbered through as evenly', () => {
    const clients = Array.from({ length: 100_000 }, (_, index) => `client-${index}`);
    expect(chiSquareOf(clients, 100, (client) => Math.floor(bucketOf('first salt', client) / 100))).toBeLessThan(
      BOUND_OF_99,
    );
  });

  it('is independent of the bucket under another salt', () => {
    const tenth = (salt: string, client: string) => Math.floor(bucketOf(salt, client) / 1_000);
    const cellOf = (client: string) => tenth('salt-one', client) * 10 + tenth('salt-two', client);
    expect(chiSquareOf(drawn(100_000, 11), 100, cellOf)).toBeLessThan(BOUND_OF_99);
  });

  it('is by MurmurHash3 over the code units of salt and client', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => murmur3(text) === reference(utf16(text))));
  });

  it('is one of 10,000, the same each time', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (salt, client) => {
        const bucket = bucketOf(salt, client);
        expect(bucket).toBeGreaterThanOrEqual(0);
        expect(bucket).toBeLessThan(BUCKETS);
        expect(bucketOf(salt, client)).toBe(bucket);
      }),
    );
  });
});

describe('a ramp', () => {
  const weight = fc.integer({ min: 0, max: BUCKETS });

  it('only adds clients when it is raised, and only removes when it is lowered', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), weight, weight, (salt, client, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        if (isWithin(low, salt, client)) expect(isWithin(high, salt, client)).toBe(true);
        if (!isWithin(high, salt, client)) expect(isWithin(low, salt, client)).toBe(false);
      }),
    );
  });

  it('includes no client at 0 and all clients at 10,000', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (salt, client) => {
        expect([isWithin(0, salt, client), isWithin(BUCKETS, salt, client)]).toEqual([false, true]);
      }),
    );
  });
});

describe('the version of a client', () => {
  const version = (number: string): ReleasedRemote => ({
    name: 'markets',
    version: number,
    entry: '',
    integrity: '',
    routes: [],
    assets: [],
    swap: 'allow',
  });
  const slot: RemoteSlot = {
    name: 'markets',
    stable: version('2.0.0'),
    previous: version('1.0.0'),
    ramp: { candidate: version('3.0.0'), weight: BUCKETS, salt: 'salt' },
  };
  const without = (...failed: string[]) =>
    chooseVersion(slot, 'client', (reference) => failed.includes(reference)).version;
  const [candidate, stable, previous] = ['markets@3.0.0', 'markets@2.0.0', 'markets@1.0.0'] as const;

  it('is the candidate, then the stable one, then the one before, as they fail', () => {
    expect(without()).toBe('3.0.0');
    expect(without(candidate)).toBe('2.0.0');
    expect(without(candidate, stable)).toBe('1.0.0');
    expect(without(stable)).toBe('3.0.0');
  });

  it('is unaffected by failures if all versions failed: one must be tried', () => {
    expect(without(candidate, stable, previous)).toBe('3.0.0');
  });

  it('is one that did not fail, unless all did, for any failures and client', () => {
    const weight = fc.integer({ min: 0, max: BUCKETS });
    const failing = fc.subarray([candidate, stable, previous]);
    fc.assert(
      fc.property(fc.string(), weight, failing, fc.boolean(), (client, share, failed, first) => {
        const { previous: _before, ...rest } = slot;
        const asked: RemoteSlot = { ...(first ? rest : slot), ramp: { ...slot.ramp, weight: share } as Ramp };
        const order = [...(isWithin(share, 'salt', client) ? [candidate] : []), stable, ...(first ? [] : [previous])];
        const chosen = referenceOf(chooseVersion(asked, client, (reference) => failed.includes(reference as never)));
        expect(chosen).toBe(order.find((reference) => !failed.includes(reference)) ?? order[0]);
      }),
    );
  });

  it('is never the candidate outside the ramp', () => {
    const { ramp: _ended, ...calm } = slot;
    expect(chooseVersion(calm, 'client').version).toBe('2.0.0');
    expect(referenceOf(calm.stable)).toBe(stable);
  });
});
