import type { Holding } from '@tessera/api/wallet';
import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SMALL, shownHoldings } from './holdings.ts';

const amount = fc.nat({ max: 5_000 }).map((units) => (units / 100).toFixed(2));

const holding: fc.Arbitrary<Holding> = fc.record({
  currency_id: fc.integer({ min: 1, max: 99 }),
  currency: fc.constantFrom('BTC', 'ETH', 'USDT', 'SOL'),
  name: fc.constantFrom('Bitcoin', 'Ethereum', 'Tether', 'Solana'),
  kind: fc.constant('crypto' as const),
  scale: fc.constant(8),
  image: fc.constant(null),
  available: amount,
  frozen: amount,
  equivalent: amount,
});

describe('the holdings shown', () => {
  it('are all of them, each once, when nothing is hidden or searched', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        const shown = shownHoldings(holdings, { hideSmall: false, search: ' ' });
        expect(new Set(shown)).toEqual(new Set(holdings));
        expect(shown).toHaveLength(holdings.length);
      }),
    );
  });

  it('come in the order of their worth', () => {
    fc.assert(
      fc.property(fc.array(holding), fc.boolean(), (holdings, hideSmall) => {
        const worths = shownHoldings(holdings, { hideSmall, search: '' }).map(({ equivalent }) => equivalent);
        expect(worths).toEqual(worths.toSorted((a, b) => cmp(b, a)));
      }),
    );
  });

  it('lose no more than what is worth less than the limit', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        const shown = new Set(shownHoldings(holdings, { hideSmall: true, search: '' }));
        for (const each of holdings) if (!shown.has(each)) expect(cmp(each.equivalent, SMALL)).toBe(-1);
      }),
    );
  });

  it('keep what is held but has no price', () => {
    const unpriced = { ...fc.sample(holding, 1)[0], available: '5', frozen: '0', equivalent: '0' } as Holding;
    expect(shownHoldings([unpriced], { hideSmall: true, search: '' })).toEqual([unpriced]);
  });

  it('are found by code or name, whatever the case', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        for (const each of shownHoldings(holdings, { hideSmall: false, search: 'bit' }))
          expect(each.name).toBe('Bitcoin');
      }),
    );
  });
});
