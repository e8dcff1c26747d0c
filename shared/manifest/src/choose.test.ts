import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKETS, bucketOf, chooseVersion, isWithin, murmur3, referenceOf } from './choose.ts';
import type { ReleasedRemote, RemoteSlot } from './manifest.ts';

/** MurmurHash3 x86 32 written from its description, byte by byte: what ours is held to. */
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

describe('the bucket of a client', () => {
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

  it('spreads clients evenly, and anew under another salt', () => {
    const clients = Array.from({ length: 100_000 }, (_, index) => `client-${index}`);
    const cells = 100;
    for (const salt of ['first salt', 'second salt']) {
      const counts = new Array<number>(cells).fill(0);
      for (const client of clients) {
        const cell = Math.floor(bucketOf(salt, client) / (BUCKETS / cells));
        counts[cell] = (counts[cell] ?? 0) + 1;
      }
      const expected = clients.length / cells;
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      // 99 degrees of freedom: beyond 165 with a probability of less than 1 in 10,000.
      expect(chiSquare).toBeLessThan(165);
    }
    const both = clients.filter((each) => isWithin(1_000, 'first salt', each) && isWithin(1_000, 'second salt', each));
    expect(both.length / clients.length).toBeCloseTo(0.01, 2);
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

  it('reaches nobody at 0 and everybody at 10,000', () => {
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

  it('is what it would be when all of them failed: something has to be tried', () => {
    expect(without(candidate, stable, previous)).toBe('3.0.0');
  });

  it('is never the candidate outside the ramp', () => {
    const { ramp: _ended, ...calm } = slot;
    expect(chooseVersion(calm, 'client').version).toBe('2.0.0');
    expect(referenceOf(calm.stable)).toBe(stable);
  });
});
