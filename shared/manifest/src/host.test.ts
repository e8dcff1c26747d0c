import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUCKETS, isWithin } from './choose.ts';
import { bucketIn, chooseHost, HOST_NAME, hostCookieName, hostSlot, withHostSlot } from './host.ts';
import type { Manifest, ReleasedRemote, RemoteSlot } from './manifest.ts';

const version = (number: string): ReleasedRemote => ({
  name: HOST_NAME,
  version: number,
  entry: 'index.html',
  integrity: number,
  routes: [],
  assets: [],
  swap: 'block',
});
const slot: RemoteSlot = {
  name: HOST_NAME,
  stable: version('2.0.0'),
  previous: version('1.0.0'),
  ramp: { candidate: version('3.0.0'), weight: 2_500, salt: 'salt of a ramp' },
};
const markets: RemoteSlot = { name: 'markets', stable: { ...version('5.0.0'), name: 'markets' } };
const manifest = { schema: 2, epoch: 1, host: { version: '2.0.0' }, remotes: [slot, markets] } as unknown as Manifest;

const cookies = (bucket: string, unfit?: string, secure = false) =>
  [
    'other=1',
    `${hostCookieName('bucket', secure)}=${bucket}`,
    ...(unfit === undefined ? [] : [`${hostCookieName('unfit', secure)}=${unfit}`]),
  ].join('; ');
const bucket = fc.nat(BUCKETS - 1).map(String);

describe('the host of a manifest', () => {
  it('is a slot, taken from the remotes of the signed text', () => {
    const read = withHostSlot(manifest);
    expect(read.host).toMatchObject({
      version: '2.0.0',
      stable: slot.stable,
      ramp: slot.ramp,
      previous: slot.previous,
    });
    expect(read.remotes).toEqual([markets]);
    expect(hostSlot(read)).toEqual(slot);
    expect(withHostSlot(read)).toBe(read);
  });

  it('is as it was in one of before it was released by pointer', () => {
    const former: Manifest = { ...manifest, remotes: [markets] };
    expect(withHostSlot(former)).toBe(former);
    expect(hostSlot(former)).toBeUndefined();
    expect(hostSlot({ host: null })).toBeUndefined();
  });
});

describe('the host of a client', () => {
  it('is the candidate exactly for the buckets of the ramp, the same each time', () => {
    fc.assert(
      fc.property(bucket, fc.nat(BUCKETS), fc.string({ minLength: 8 }), (own, weight, salt) => {
        const ramped: RemoteSlot = { ...slot, ramp: { candidate: version('3.0.0'), weight, salt } };
        const chosen = chooseHost(ramped, cookies(own), false);
        expect(chosen.version).toBe(isWithin(weight, salt, own) ? '3.0.0' : '2.0.0');
      }),
    );
  });

  it('stays in a ramp that is raised', () => {
    fc.assert(
      fc.property(bucket, fc.nat(BUCKETS), fc.nat(BUCKETS), (own, one, other) => {
        const at = (weight: number) =>
          chooseHost({ ...slot, ramp: { ...slot.ramp, weight } as never }, cookies(own), false).version;
        if (at(Math.min(one, other)) === '3.0.0') expect(at(Math.max(one, other))).toBe('3.0.0');
      }),
    );
  });

  it('is given in the share that the ramp states', () => {
    const all = Array.from({ length: BUCKETS }, (_, own) => chooseHost(slot, cookies(String(own)), false).version);
    const share = all.filter((each) => each === '3.0.0').length;
    // 10,000 draws at 25 %: deviation 43.
    expect(Math.abs(share - 2_500)).toBeLessThan(4 * 43.4);
  });

  it('is no candidate without a bucket, whatever else stands in the cookies', () => {
    const open: RemoteSlot = { ...slot, ramp: { ...slot.ramp, weight: BUCKETS } as never };
    for (const text of [
      '',
      'x=1',
      cookies('10000'),
      cookies('-1'),
      cookies('1e3'),
      cookies(''),
      cookies('7', undefined, true),
    ])
      expect(chooseHost(open, text, false).version, text).toBe('2.0.0');
    expect(bucketIn(cookies('7', undefined, true), true)).toBe('7');
  });

  it('is one that starts here, unless none does', () => {
    const open: RemoteSlot = { ...slot, ramp: { ...slot.ramp, weight: BUCKETS } as never };
    const without = (unfit: string) => chooseHost(open, cookies('7', unfit), false).version;
    expect(['3.0.0', '3.0.0~2.0.0', '2.0.0', '3.0.0~2.0.0~1.0.0'].map(without)).toEqual([
      '2.0.0',
      '1.0.0',
      '3.0.0',
      '3.0.0',
    ]);
  });

  it('is one that the signed manifest names, for any cookies', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (own, unfit, more) => {
        const chosen = chooseHost(slot, `${cookies(own, unfit)}; ${more}`, false);
        expect([slot.stable, slot.ramp?.candidate, slot.previous]).toContain(chosen);
      }),
    );
  });
});
