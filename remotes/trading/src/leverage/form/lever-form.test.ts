import { affordableLots, costOf, liquidationPrice, quantityOf } from '@tessera/api/leverage';
import { cmp, mul } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { offeredMultiple, type Setting } from './derive.ts';
import type { LeverAction, LeverForm } from './form.ts';
import { leverForm } from './lever-form.ts';
import type { Conditions } from './terms.ts';
import { conditions, terms } from './testing.ts';

const CROSS_10: Setting = { mode: 'cross', multiple: 10 };
const ISOLATED_10: Setting = { mode: 'isolated', multiple: 10 };

const fill = (...actions: LeverAction[]): LeverForm =>
  actions.reduce(leverForm.reduce, leverForm.initial({ side: 'long' }));
const derived = (form: LeverForm, changes: Partial<Conditions> = {}, setting = ISOLATED_10) =>
  leverForm.derive(form, { at: conditions(changes), setting });
const codes = (form: LeverForm, changes: Partial<Conditions> = {}, setting = ISOLATED_10) =>
  leverForm.evaluate(form, { at: conditions(changes), setting }).problems.map(({ code }) => code);

const limit = (price: string, lots: string) => fill({ type: 'price', draft: price }, { type: 'size', draft: lots });
const market = (...actions: LeverAction[]) => fill({ type: 'kind', kind: 'market' }, ...actions);

const cents = fc.integer({ min: 1, max: 100_000_000 }).map((value) => (value / 100).toFixed(2));

describe('the size', () => {
  test('lots, an amount and a value are the same lots', () => {
    for (const [unit, draft] of [
      ['lots', '10'],
      ['amount', '0.01'],
      ['value', '600'],
    ] as const) {
      const form = fill({ type: 'price', draft: '60000' }, { type: 'unit', unit }, { type: 'size', draft });
      expect(derived(form)).toMatchObject({ lots: 10, quantity: '0.01', value: '600', sizeDraft: draft });
    }
  });

  test('a part of a lot is not ordered', () => {
    const form = fill(
      { type: 'price', draft: '60000' },
      { type: 'unit', unit: 'amount' },
      { type: 'size', draft: '0.0019' },
    );
    expect(derived(form).order?.lots).toBe(1);
  });

  it('of a share is what the account can pay, margin and fee together', () => {
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(1, 10, 100),
        (available, percent, multiple) => {
          const form = market({ type: 'share', percent });
          const setting = { mode: 'isolated', multiple } as const;
          const { lots, most, outlook } = derived(form, { available }, setting);
          const { lotSize, takerFeeRate: feeRate, scale } = terms();
          const all = affordableLots({ available, price: '63000.1', lotSize, multiple, feeRate, scale });
          expect(most).toBe(Math.min(all, 100_000));
          expect(lots).toBe(Math.floor(((most ?? 0) * percent) / 100));
          if (outlook) expect(cmp(outlook.total, available)).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  test('of all is bounded by the tier of the leverage', () => {
    const tiers = [
      { limit: '6300', multiple: 10 },
      { limit: '63000', multiple: 5 },
    ];
    const form = fill({ type: 'price', draft: '63000' }, { type: 'share', percent: 100 });
    expect(derived(form, { terms: terms({ tiers }), available: '100000' }).lots).toBe(100);
    expect(codes(limit('63000', '101'), { terms: terms({ tiers }), available: '100000' })).toEqual([
      'leverage_for_size',
    ]);
  });
});

describe('what the order means', () => {
  test('is what the rules of the exchange make of it', () => {
    const { outlook, order } = derived(limit('60000', '10'));
    expect(order).toMatchObject({ lots: 10, price: '60000', multiple: 10, mode: 'isolated', side: 'long' });
    const cost = costOf({
      price: '60000',
      quantity: quantityOf(10, '0.001'),
      multiple: 10,
      feeRate: '0.0002',
      scale: 6,
    });
    expect(outlook).toMatchObject({ margin: cost.margin, openingFee: cost.fee, worstCase: cost.total });
    expect(outlook?.liquidation).toBe(
      liquidationPrice({ side: 'long', entry: '60000', multiple: 10, threshold: '0.5', feeRate: '0.0002' }),
    );
  });

  test('a market order is measured by what the visible book fills', () => {
    const book = {
      asks: [
        ['63000', '0.005'],
        ['63100', '1'],
      ],
      bids: [],
    } as const;
    const { price, outlook } = derived(market({ type: 'size', draft: '10' }), { book });
    expect(price).toBe('63050');
    expect(outlook?.notional).toBe('630.5');
    expect(derived(market({ type: 'size', draft: '10' }), { book }).order?.shown).toBe('63050');
    expect(derived(limit('64000', '10'), { book }).order?.shown).toBeNull();
  });

  test('a limit order that would take pays the taker’s rate', () => {
    expect(derived(limit('64000', '10')).outlook?.openingFee).toBe(mul('640', '0.0005'));
  });

  test('a cross position has the whole account behind it', () => {
    const cross = derived(limit('60000', '10'), {}, CROSS_10).outlook;
    expect(cross?.worstCase).toBe('1000');
    // 1,000 outlast any fall of 0.01 BTC.
    expect(cross?.liquidation).toBeNull();
  });

  test('the largest leverage is the user’s own limit', () => {
    expect(derived(limit('60000', '10'), { ownLimit: 5 }).order?.multiple).toBe(5);
    expect(offeredMultiple(30, [1, 10, 20, 50], null)).toBe(20);
    expect(offeredMultiple(1, [5, 10], null)).toBe(5);
  });
});

describe('take profit and stop loss at open', () => {
  const open = (...actions: LeverAction[]) =>
    fill({ type: 'price', draft: '60000' }, { type: 'size', draft: '10' }, { type: 'protected', on: true }, ...actions);
  const stop = (field: 'profit' | 'loss', by: 'price' | 'percent' | 'money', draft: string): LeverAction[] => [
    { type: 'stopUnit', field, by },
    { type: 'stop', field, draft },
  ];

  test.each([
    ['price', '66000', '54000'],
    // 10 % of the price at 10× is 100 % of the margin of 60.
    ['percent', '100', '100'],
    ['money', '60', '60'],
  ] as const)('by %s', (by, profit, loss) => {
    const { order, ...rest } = derived(open(...stop('profit', by, profit), ...stop('loss', by, loss)));
    expect(order).toMatchObject({ profit: '66000', loss: '54000' });
    expect(rest.profit).toMatchObject({ pnl: '60', roe: '1' });
    expect(rest.loss).toMatchObject({ pnl: '-60', roe: '-1' });
  });

  test('a short position gains below', () => {
    const form = open({ type: 'side', side: 'short' }, ...stop('profit', 'money', '60'));
    expect(derived(form).order?.profit).toBe('54000');
  });

  test('on the wrong side of the price, or beyond the liquidation price, it is not sent', () => {
    expect(codes(open(...stop('profit', 'price', '59000')))).toEqual(['stop_wrong']);
    expect(codes(open(...stop('loss', 'price', '61000')))).toEqual(['stop_wrong']);
    expect(codes(open(...stop('loss', 'price', '57012.1')))).toEqual([]);
    expect(codes(open(...stop('loss', 'price', '57012')))).toEqual(['stop_wrong']);
    expect(codes(open(...stop('loss', 'price', '50000')), {}, CROSS_10)).toEqual([]);
  });

  test('a trailing stop is a share of the price between the bounds', () => {
    expect(derived(open({ type: 'trailing', draft: '1.5' })).order?.trailing).toBe('0.015');
    expect(codes(open({ type: 'trailing', draft: '0.05' }))).toEqual(['trailing_range']);
    expect(codes(open({ type: 'trailing', draft: '21' }))).toEqual(['trailing_range']);
  });

  test('what was entered is not sent once it is turned off', () => {
    const form = open(...stop('loss', 'price', '58000'), { type: 'protected', on: false });
    expect(derived(form).order?.loss).toBeNull();
  });
});

describe('problems', () => {
  test('an empty form lacks price and size', () => expect(codes(fill())).toEqual(['price_required', 'size_required']));
  test('a price off the tick', () => expect(codes(limit('60000.05', '1'))).toEqual(['price_off_tick']));
  test('less than the least lots', () => expect(codes(limit('60000', '0'))).toEqual(['lots_too_few']));
  test('more than the most lots', () =>
    expect(codes(limit('60000', '11'), { terms: terms({ mostLots: 10 }) })).toEqual(['lots_too_many']));
  test('more than the account pays', () => expect(codes(limit('60000', '167'))).toEqual(['insufficient']));
  test('a share of an empty account', () =>
    expect(codes(market({ type: 'share', percent: 100 }), { available: '0' })).toEqual(['insufficient']));
  test('the limit of the identity level counts the notional', () => {
    expect(codes(limit('60000', '10'), { orderLimit: '500' })).toEqual(['order_limit']);
    expect(codes(limit('60000', '10'), { orderLimit: '600' })).toEqual([]);
  });
  test('the most that can be opened, and so the slider, ends at the limit of the identity level', () => {
    const whole = market({ type: 'share', percent: 100 });
    const own = derived(whole);
    const limited = derived(whole, { orderLimit: '600' });
    expect([own.mostByLevel, limited.mostByLevel, limited.most]).toEqual([false, true, 9]);
    expect(own.most).toBeGreaterThan(9);
    expect(codes(whole, { orderLimit: '600' })).toEqual([]);
    expect(derived(whole, { orderLimit: '1000000' }).most).toBe(own.most);
  });
  test('a guest sees no balance problem', () => expect(codes(limit('60000', '1000'), { available: null })).toEqual([]));
  test.each(['restricted', 'closed', 'halted', 'stale', 'offline'] as const)('a market that is %s', (state) =>
    expect(codes(limit('60000', '10'), { state })).toEqual([state]),
  );
  test('a market order without a price', () =>
    expect(codes(market({ type: 'size', draft: '1' }), { ask: null, mark: null })).toEqual(['stale']));
});

test('a stop entry waits at its trigger price', () => {
  const form = fill({ type: 'kind', kind: 'stop' }, { type: 'trigger', draft: '65000' }, { type: 'size', draft: '5' });
  expect(derived(form).order).toMatchObject({ kind: 'stop', price: '65000', lots: 5 });
});

test('a level of the book is a limit price, or the trigger of a stop entry', () => {
  expect(market({ type: 'level', price: '62000' })).toMatchObject({ kind: 'limit', price: '62000' });
  const stop = fill({ type: 'kind', kind: 'stop' }, { type: 'level', price: '62000' });
  expect(stop).toMatchObject({ kind: 'stop', trigger: '62000' });
});
