import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heldBytes } from './held-bytes.ts';

it('an address holds a share, an account a number of bytes, and a node no more than its most', () => {
  const held = heldBytes({ most: 1_000, always: 100, ofAccount: 200 });
  const one = held.take({ address: '198.51.100.7', account: 'a' }, 200);
  expect(() => held.take({ address: '198.51.100.7', account: 'a' }, 1)).toThrow(
    expect.objectContaining({ code: 'rate_limited' }),
  );
  // 100 + a quarter of 800
  expect(held.fits({ address: '198.51.100.7', account: 'b' }, 100)).toBe(true);
  expect(held.fits({ address: '198.51.100.7', account: 'b' }, 101)).toBe(false);
  expect(held.fits({ address: '203.0.113.9', account: 'b' }, 200)).toBe(true);
  one();
  one();
  expect(held.held()).toBe(0);
  // What is larger than an account's bytes goes alone.
  held.take({ address: '203.0.113.9', account: 'c' }, 300);
  expect(held.fits({ address: '203.0.113.10', account: 'c' }, 1)).toBe(false);
});

it('whatever is taken and let go, the sums fit, and all of it comes back', () => {
  const step = fc.record({ address: fc.nat(3), account: fc.nat(3), bytes: fc.nat(400), letGo: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const held = heldBytes({ most: 1_000, always: 100, ofAccount: 300 });
      const taken: { readonly bytes: number; readonly letGo: () => void }[] = [];
      for (const { address, account, bytes, letGo } of steps) {
        const holder = { address: `198.51.100.${address}`, account: `${account}` };
        if (letGo) taken.pop()?.letGo();
        else if (held.fits(holder, bytes)) taken.push({ bytes, letGo: held.take(holder, bytes) });
        const sum = taken.reduce((total, each) => total + each.bytes, 0);
        if (sum !== held.held() || sum > 1_000) return false;
      }
      for (const each of taken) each.letGo();
      return held.held() === 0 && held.fits({ address: '198.51.100.0', account: '0' }, 350);
    }),
  );
});
