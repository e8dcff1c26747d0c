import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chains, demonstrationKeys, depositAddress } from './addresses.ts';
import { requireValid } from './second-check.ts';

const keys = demonstrationKeys(new Uint8Array(32).fill(9));

test('a second library accepts every address that is made, and none with another character', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...chains),
      fc.integer({ min: 1, max: 2_147_483_647 }),
      fc.nat(),
      (chain, index, at) => {
        const address = depositAddress(keys[chain], chain, index);
        expect(requireValid(chain, address)).toBe(address);
        const place = 4 + (at % (address.length - 4));
        const other = address[place] === '7' ? '8' : '7';
        const changed = address.slice(0, place) + other + address.slice(place + 1);
        expect(() => requireValid(chain, changed)).toThrow(chain);
      },
    ),
    { numRuns: 30 },
  );
});

test('an address of one chain is none of another', () => {
  const [bitcoin = '', ethereum = ''] = chains.map((chain) => depositAddress(keys[chain], chain, 1));
  expect(() => requireValid('ethereum', bitcoin)).toThrow();
  expect(() => requireValid('tron', ethereum)).toThrow();
});
