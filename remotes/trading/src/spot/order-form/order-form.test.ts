import { amountProblem, priceProblem, spendProblem, totalProblem } from '@tessera/api/spot';
import { add, cmp, mul, quantize } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { marketState } from '../../market/instrument/market-state.ts';
import { expectedFill } from '../../ticket/expected-fill.ts';
import type { FormAction, OrderForm } from './form.ts';
import { spotForm } from './spot-form.ts';
import { conditions } from './testing.ts';

const cents = fc.integer({ min: 1, max: 10_000_000_00 }).map((value) => (value / 100).toFixed(2));
const micros = fc.bigInt({ min: 1n, max: 10n ** 13n }).map((value) => {
  const digits = value.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
});
const percents = fc.constantFrom(25, 50, 75, 100);

const action: fc.Arbitrary<FormAction> = fc.oneof(
  fc.record({ type: fc.constant('side' as const), side: fc.constantFrom('buy' as const, 'sell' as const) }),
  fc.record({ type: fc.constant('kind' as const), kind: fc.constantFrom('limit' as const, 'market' as const) }),
  fc.record({ type: fc.constantFrom('price' as const, 'amount' as const, 'total' as const), draft: cents }),
  fc.record({ type: fc.constant('share' as const), percent: percents }),
  fc.record({
    type: fc.constant('step' as const),
    up: fc.boolean(),
    tick: fc.constant('0.01'),
    market: fc.option(cents),
  }),
  fc.record({ type: fc.constant('level' as const), price: cents }),
  fc.constant({ type: 'placed' as const }),
);
const form = fc
  .array(action, { maxLength: 12 })
  .map((actions) => actions.reduce(spotForm.reduce, spotForm.initial('buy')));

const fill = (...actions: FormAction[]): OrderForm => actions.reduce(spotForm.reduce, spotForm.initial('buy'));

describe('the order form', () => {
  it('sends only orders that fit the terms of the instrument', () => {
    fc.assert(
      fc.property(form, micros, cents, (state, quote, base) => {
        const at = conditions({ available: { base, quote } });
        const { derived, problems } = spotForm.evaluate(state, at);
        if (problems.length > 0) return;
        const { order } = derived;
        expect(order).not.toBeNull();
        if (!order) return;
        expect(order.price === undefined).toBe(order.kind === 'market');
        if (order.kind !== 'market') expect(order.expected_price).toBeUndefined();
        expect((order.amount === undefined) !== (order.quote_amount === undefined)).toBe(true);
        if (order.amount) expect(amountProblem(at.rules, order.amount)).toBeNull();
        if (order.price) expect(priceProblem(at.rules, order.price)).toBeNull();
        if (order.amount && order.price) {
          expect(totalProblem(at.rules, mul(order.price, order.amount), 'amount')).toBeNull();
        }
        if (order.quote_amount) expect(spendProblem(at.rules, order.quote_amount, at.scales.quote)).toBeNull();
        if (order.quote_amount) expect([order.kind, order.side]).toEqual(['market', 'buy']);
      }),
    );
  });

  it('never orders more than the balance', () => {
    fc.assert(
      fc.property(form, micros, cents, (state, quote, base) => {
        const at = conditions({ available: { base, quote } });
        const { derived, problems } = spotForm.evaluate(state, at);
        if (problems.length > 0) return;
        const { fields } = derived;
        if (state.side === 'sell') expect(cmp(fields.amount ?? '0', base)).toBeLessThanOrEqual(0);
        else expect(cmp(fields.total ?? '0', quote)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('can always afford a share of what is available', () => {
    fc.assert(
      fc.property(percents, micros, cents, fc.boolean(), (percent, quote, price, market) => {
        const at = conditions({ available: { base: '0', quote } });
        const state = fill(
          { type: 'price', draft: price },
          { type: 'share', percent },
          { type: 'kind', kind: market ? 'market' : 'limit' },
        );
        const { total } = spotForm.derive(state, at).fields;
        if (total !== null) expect(cmp(total, quote)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('links amount and total: what is bought for a total never costs more than it', () => {
    fc.assert(
      fc.property(cents, cents, (price, typed) => {
        const at = conditions();
        const state = fill({ type: 'price', draft: price }, { type: 'total', draft: typed });
        const fields = spotForm.derive(state, at).fields;
        expect(fields.totalDraft).toBe(typed);
        if (fields.amount === null) return;
        expect(cmp(mul(fields.amount, price), typed)).toBeLessThanOrEqual(0);
        expect(cmp(mul(add(fields.amount, at.rules.lot), price), typed)).toBe(1);
      }),
    );
  });

  it('charges a total rounded up and pays one rounded down', () => {
    fc.assert(
      fc.property(cents, micros, (price, amount) => {
        const exact = mul(price, quantize(amount, 5, 'down'));
        const draft = quantize(amount, 5, 'down');
        const buy = fill({ type: 'price', draft: price }, { type: 'amount', draft });
        const sell = fill({ type: 'side', side: 'sell' }, { type: 'price', draft: price }, { type: 'amount', draft });
        expect(cmp(spotForm.derive(buy, conditions()).fields.total ?? '0', exact)).toBeGreaterThanOrEqual(0);
        expect(cmp(spotForm.derive(sell, conditions()).fields.total ?? '0', exact)).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('keeps what was typed as it was typed', () => {
    const state = fill({ type: 'price', draft: '63000.10' }, { type: 'amount', draft: '0.50' });
    expect(spotForm.derive(state, conditions()).fields).toMatchObject({ amountDraft: '0.50', totalDraft: '31500.05' });
  });

  it('shows no share once a figure is typed', () => {
    expect(spotForm.derive(fill({ type: 'share', percent: 50 }), conditions()).fields.percent).toBe(50);
    const typed = fill({ type: 'share', percent: 50 }, { type: 'amount', draft: '1' });
    expect(spotForm.derive(typed, conditions()).fields.percent).toBeNull();
  });

  it('follows the market with a market order and forgets a total when selling at market', () => {
    const buy = fill({ type: 'kind', kind: 'market' }, { type: 'total', draft: '630' });
    expect(spotForm.derive(buy, conditions()).fields).toMatchObject({
      price: '63000.01',
      amount: '0.00999',
      byTotal: true,
    });
    const sell = fill(
      { type: 'side', side: 'sell' },
      { type: 'total', draft: '630' },
      { type: 'kind', kind: 'market' },
    );
    expect(spotForm.derive(sell, conditions()).fields).toMatchObject({ price: '62999.99', amount: null });
  });

  it('takes a tapped level as a limit price', () => {
    const state = fill({ type: 'kind', kind: 'market' }, { type: 'level', price: '62000.5' });
    expect([state.kind, state.price]).toEqual(['limit', '62000.5']);
  });

  it('suggests the market price once and leaves an emptied field empty', () => {
    expect(fill({ type: 'suggest', price: '63000' }).price).toBe('63000');
    expect(fill({ type: 'price', draft: '1' }, { type: 'suggest', price: '63000' }).price).toBe('1');
    const emptied = [{ type: 'suggest', price: '1' } as const, { type: 'price', draft: '' } as const];
    expect(fill(...emptied, { type: 'suggest', price: '2' }).price).toBe('');
    expect(fill(...emptied, { type: 'pair' }, { type: 'suggest', price: '2' }).price).toBe('2');
  });
});

describe('the price steps', () => {
  const step = (price: string, up: boolean, market: string | null = '63000.01') =>
    spotForm.reduce({ ...spotForm.initial('buy'), price }, { type: 'step', up, tick: '0.5', market }).price;

  test('by one tick, onto the grid', () => {
    expect(step('100', true)).toBe('100.5');
    expect(step('100', false)).toBe('99.5');
    expect(step('100.2', true)).toBe('100.5');
    expect(step('100.2', false)).toBe('100');
  });

  test('start from the market when the field is empty, and stay above zero', () => {
    expect(step('', true)).toBe('63000');
    expect(step('', true, null)).toBe('');
    expect(step('0.5', false)).toBe('0.5');
  });
});

describe('problems', () => {
  const codes = (state: OrderForm, changes: Parameters<typeof conditions>[0] = {}) => {
    const at = conditions(changes);
    return spotForm.evaluate(state, at).problems.map(({ code }) => code);
  };
  const limit = (price: string, amount: string) =>
    fill({ type: 'price', draft: price }, { type: 'amount', draft: amount });

  test('an empty form lacks price and size', () =>
    expect(codes(spotForm.initial('buy'))).toEqual(['price_required', 'size_required']));
  test('a good order has nothing in its way', () => expect(codes(limit('63000', '0.1'))).toEqual([]));
  test('a price off the tick', () => expect(codes(limit('63000.005', '0.1'))).toEqual(['price_off_tick']));
  test('an amount off the lot', () => expect(codes(limit('63000', '0.000015'))).toEqual(['amount_off_lot']));
  test('too small a total', () => expect(codes(limit('63000', '0.00001'))).toEqual(['total_too_small']));
  test('more than there is', () => expect(codes(limit('63000', '1'))).toEqual(['insufficient']));
  test('a share of nothing', () =>
    expect(
      codes(fill({ type: 'price', draft: '1' }, { type: 'share', percent: 25 }), {
        available: { base: '0', quote: '0' },
      }),
    ).toEqual(['insufficient']));
  test('the limit of the identity level', () => {
    expect(codes(limit('63000', '0.1'), { orderLimit: '500' })).toEqual(['order_limit']);
    expect(codes(limit('63000', '0.1'), { orderLimit: '6300' })).toEqual([]);
  });
  test('a share of the account stays within the limit of the identity level', () => {
    for (const side of ['buy', 'sell'] as const) {
      const whole = fill({ type: 'side', side }, { type: 'kind', kind: 'market' }, { type: 'share', percent: 100 });
      expect(codes(whole, { orderLimit: '500' }), side).toEqual([]);
    }
  });
  test('a guest sees no balance problem', () => expect(codes(limit('63000', '1000'), { available: null })).toEqual([]));
  test.each(['closed', 'stale', 'offline'] as const)('a market that is %s', (state) =>
    expect(codes(limit('63000', '0.1'), { state })).toEqual([state]),
  );
});

describe('what the order comes to', () => {
  test('a buy pays its fee from the coins, as maker below the ask', () => {
    const state = fill({ type: 'price', draft: '60000' }, { type: 'amount', draft: '0.1' });
    expect(spotForm.derive(state, conditions()).summary).toEqual({
      feeRate: '0.001',
      fee: '0.0001',
      receive: '0.0999',
      currency: 'BTC',
      scale: 8,
    });
  });

  test('a market sell pays its fee from the proceeds, as taker', () => {
    const state = fill(
      { type: 'side', side: 'sell' },
      { type: 'kind', kind: 'market' },
      { type: 'amount', draft: '0.1' },
    );
    expect(spotForm.derive(state, conditions()).summary).toMatchObject({
      feeRate: '0.002',
      fee: '12.599998',
      receive: '6287.399002',
      currency: 'USDT',
    });
  });

  test('fee and receipts make up the whole', () => {
    fc.assert(
      fc.property(form, (state) => {
        const { fields, summary } = spotForm.derive(state, conditions());
        const gross = state.side === 'buy' ? fields.amount : fields.total;
        if (summary) expect(cmp(add(summary.fee, summary.receive), gross ?? '0')).toBe(0);
      }),
    );
  });

  test('a limit price that gives money away is warned about', () => {
    const warn = (price: string, side: 'buy' | 'sell' = 'buy') => {
      const state = fill({ type: 'side', side }, { type: 'price', draft: price });
      return spotForm.derive(state, conditions()).warning?.way ?? null;
    };
    expect([warn('63000'), warn('70000'), warn('50000')]).toEqual([null, 'above', null]);
    expect([warn('50000', 'sell'), warn('70000', 'sell')]).toEqual(['below', null]);
  });

  test('the most that can be bought is what the balance pays for', () => {
    expect(spotForm.derive(fill({ type: 'price', draft: '50000' }), conditions()).largest).toBe('0.2');
    expect(spotForm.derive(fill({ type: 'side', side: 'sell' }), conditions()).largest).toBe('2');
    expect(spotForm.derive(spotForm.initial('buy'), conditions()).largest).toBeNull();
  });
});

describe('the state of the market', () => {
  const base = { open: true, halted: false, restricted: false, age: 2, offline: false } as const;
  test('is open with a fresh price', () => expect(marketState(base)).toBe('open'));
  test('is stale when the price is old or missing', () => {
    expect(marketState({ ...base, age: 6 })).toBe('stale');
    expect(marketState({ ...base, age: null })).toBe('stale');
  });
  test('is halted before its price counts, and closed before that', () => {
    expect(marketState({ ...base, halted: true, age: 900 })).toBe('halted');
    expect(marketState({ ...base, halted: true, open: false })).toBe('closed');
  });
  test('is closed outside its hours, however old the price', () =>
    expect(marketState({ ...base, open: false, age: 900 })).toBe('closed'));
  test('is restricted for residents of some countries, whatever its hours', () =>
    expect(marketState({ ...base, restricted: true, open: false })).toBe('restricted'));
  test('is offline without a network', () =>
    expect(marketState({ ...base, offline: true, open: false })).toBe('offline'));
});

const BOOK = {
  asks: [
    ['63000', '0.5'],
    ['63063', '0.5'],
    ['63630', '1'],
  ],
  bids: [
    ['62999', '0.2'],
    ['62937', '0.3'],
  ],
} as const;

describe('what the visible book fills', () => {
  const market = (...actions: FormAction[]) =>
    spotForm.derive(fill({ type: 'kind', kind: 'market' }, ...actions), conditions({ book: BOOK }));

  test('a market buy walks it: average, slippage and what is received follow from its levels', () => {
    const { taken, summary } = market({ type: 'amount', draft: '1' });
    expect(taken).toMatchObject({ amount: '1', total: '63031.5', average: '63031.5', short: false });
    expect(taken?.slippage).toBe('0.0005');
    expect(summary).toMatchObject({ receive: '0.998', fee: '0.002' });
  });

  test('a market order is sent with the average that is shown, and without one where the book is too short', () => {
    expect(market({ type: 'amount', draft: '1' }).order).toMatchObject({ amount: '1', expected_price: '63031.5' });
    expect(market({ type: 'amount', draft: '500' }).order?.expected_price).toBeUndefined();
    const bookless = fill({ type: 'kind', kind: 'market' }, { type: 'amount', draft: '1' });
    expect(spotForm.derive(bookless, conditions({ book: null, ask: '63000' })).order?.expected_price).toBe('63000');
  });

  test('a buy by total spends no more than it, in whole lots', () => {
    const { taken } = market({ type: 'total', draft: '40000' });
    expect(taken).toMatchObject({ amount: '0.63478', short: false });
    expect(cmp(taken?.total ?? '0', '40000')).toBeLessThanOrEqual(0);
  });

  test('a size beyond it is short by what the book lacks', () => {
    const { taken } = market(
      { type: 'side', side: 'sell' },
      { type: 'kind', kind: 'market' },
      { type: 'amount', draft: '2' },
    );
    expect(taken).toMatchObject({ amount: '0.5', short: true });
  });

  test('counts for IOC and FOK no further than the limit price, and not for orders that rest', () => {
    const limit = (timeInForce: 'GTC' | 'FOK') =>
      spotForm.derive(
        fill({ type: 'price', draft: '63063' }, { type: 'amount', draft: '1.5' }, { type: 'timeInForce', timeInForce }),
        conditions({ book: BOOK }),
      ).taken;
    expect(limit('FOK')).toMatchObject({ amount: '1', short: true });
    expect(limit('GTC')).toBeNull();
  });

  test('never fills more than stands there, nor beyond the price, at an average between the levels', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 12 }),
        fc.integer({ min: 1, max: 900 }),
        fc.integer({ min: 1, max: 600 }),
        (levels, amount, price) => {
          const asks = levels.toSorted(([a], [b]) => a - b).map(([at, lots]) => [String(at), String(lots)] as const);
          const within = levels.filter(([at]) => at <= price);
          const found = expectedFill(
            { asks, bids: [] },
            { side: 'buy', amount: String(amount), total: null, price: String(price) },
            '1',
          );
          const standing = within.reduce((sum, [, lots]) => sum + lots, 0);
          expect(Number(found.amount)).toBe(Math.min(amount, standing));
          expect(found.short).toBe(standing < amount);
          if (found.average === null) return;
          expect(Number(found.average)).toBeGreaterThanOrEqual(Math.min(...within.map(([at]) => at)) - 1e-9);
          expect(Number(found.average)).toBeLessThanOrEqual(price + 1e-9);
        },
      ),
    );
  });
});

describe('time in force and post-only', () => {
  const limit = (...actions: FormAction[]) =>
    spotForm.evaluate(
      fill({ type: 'price', draft: '62000' }, { type: 'amount', draft: '0.1' }, ...actions),
      conditions(),
    );

  test('are sent only where they differ from a plain limit order', () => {
    expect(limit().derived.order).not.toHaveProperty('time_in_force');
    expect(limit({ type: 'timeInForce', timeInForce: 'IOC' }).derived.order).toMatchObject({ time_in_force: 'IOC' });
    expect(limit({ type: 'postOnly', postOnly: true }).derived.order).toMatchObject({ post_only: true });
    expect(
      limit({ type: 'timeInForce', timeInForce: 'FOK' }, { type: 'kind', kind: 'market' }).derived.order,
    ).not.toHaveProperty('time_in_force');
  });

  test('exclude each other: the later choice wins', () => {
    const both = limit({ type: 'timeInForce', timeInForce: 'FOK' }, { type: 'postOnly', postOnly: true });
    expect(both.derived.order).toEqual(limit({ type: 'postOnly', postOnly: true }).derived.order);
    const back = limit({ type: 'postOnly', postOnly: true }, { type: 'timeInForce', timeInForce: 'IOC' });
    expect(back.derived.order).not.toHaveProperty('post_only');
  });

  test('a post-only price that would take is a problem before it is sent', () => {
    const taking = limit({ type: 'price', draft: '63000.01' }, { type: 'postOnly', postOnly: true });
    expect(taking.problems).toContainEqual({ code: 'post_only_takes' });
    expect(limit({ type: 'postOnly', postOnly: true }).problems).not.toContainEqual({ code: 'post_only_takes' });
  });
});
