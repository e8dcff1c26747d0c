import type { Holding } from '@tessera/api/wallet';
import { cmp } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { heldOf, holdsOf, SMALL, shownHoldings } from './holdings.ts';

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

const all = ({ held, others }: ReturnType<typeof shownHoldings>) => [...held, ...others];

describe('the holdings shown', () => {
  it('are all of them, each once, when nothing is hidden or searched', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        const shown = all(shownHoldings(holdings, { hideSmall: false, search: ' ' }));
        expect(new Set(shown)).toEqual(new Set(holdings));
        expect(shown).toHaveLength(holdings.length);
      }),
    );
  });

  it('come in the order of their worth, those without a balance apart', () => {
    fc.assert(
      fc.property(fc.array(holding), fc.boolean(), (holdings, hideSmall) => {
        const { held, others } = shownHoldings(holdings, { hideSmall, search: '' });
        const worths = held.map(({ equivalent }) => equivalent);
        expect(worths).toEqual(worths.toSorted((a, b) => cmp(b, a)));
        for (const each of held) expect(cmp(heldOf(each), '0')).toBe(1);
        for (const each of others) expect(cmp(heldOf(each), '0')).toBe(0);
      }),
    );
  });

  it('lose no more than what is worth less than the limit', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        const shown = new Set(all(shownHoldings(holdings, { hideSmall: true, search: '' })));
        for (const each of holdings) if (!shown.has(each)) expect(cmp(each.equivalent, SMALL)).toBe(-1);
      }),
    );
  });

  it('keep what is held but has no price', () => {
    const unpriced = { ...fc.sample(holding, 1)[0], available: '5', frozen: '0', equivalent: '0' } as Holding;
    expect(shownHoldings([unpriced], { hideSmall: true, search: '' }).held).toEqual([unpriced]);
  });

  it('are found by code or name, whatever the case', () => {
    fc.assert(
      fc.property(fc.array(holding), (holdings) => {
        for (const each of all(shownHoldings(holdings, { hideSmall: false, search: 'bit' })))
          expect(each.name).toBe('Bitcoin');
      }),
    );
  });
});

test('what is on hold in an account is what its orders and requests hold of the currency, the most first', () => {
  const product = (name: 'spot_order' | 'withdrawal' | 'option' | 'mining', amount: string, currency = 'USDT') => ({
    product: name,
    currency_id: 3,
    currency,
    amount,
    equivalent: amount,
  });
  const products = [
    product('spot_order', '5'),
    product('withdrawal', '200'),
    product('withdrawal', '1', 'BTC'),
    product('option', '7'),
    product('mining', '9'),
  ];
  const named = (account: 'change' | 'micro' | 'legal') =>
    holdsOf(products, account, 'USDT').map((each) => each.product);
  expect(named('change')).toEqual(['withdrawal', 'spot_order']);
  expect(named('micro')).toEqual(['option']);
  expect(named('legal')).toEqual([]);
});
