import { abs, add, cmp, div, isNegative, isOnStep, mul, neg, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  affordableLots,
  bankruptcyPrice,
  breakEven,
  charged,
  closingFeeOf,
  costOf,
  crossLiquidationPrice,
  crossRiskRate,
  crossThreshold,
  entryPriceOf,
  equityOf,
  exceedsExposure,
  FUNDING_EVERY,
  FUNDING_LIMIT,
  fundingOf,
  fundingRateOf,
  increased,
  isCrossUnderWater,
  isolatedRiskRate,
  isReached,
  isStopWrong,
  isUnderWater,
  liquidationPrice,
  liquidationPriceOf,
  lotsOfNotional,
  marginBounds,
  marginOf,
  mostNotional,
  multiplesFor,
  nextDue,
  notionalOf,
  type Order,
  outlookOf,
  overnightOf,
  type PositionSide,
  pnlOf,
  premiumOf,
  priceOfMove,
  priceOfResult,
  priceOfReturn,
  quantityOf,
  type RiskPosition,
  resultOfPrice,
  roeOf,
  settle,
  signed,
  split,
  tierOf,
  trailed,
  trailingPrice,
  transferable,
  worstFundingRate,
} from './rules.ts';

const SCALE = 6;
const UNIT = '0.000001';

const steps = (step: string, min: number, max: number) =>
  fc.integer({ min, max }).map((count) => mul(String(count), step));
const sides = fc.constantFrom<PositionSide>('long', 'short');
const prices = steps('0.01', 100, 10_000_000);
const quantities = steps('0.001', 1, 1_000_000);
const multiples = fc.integer({ min: 1, max: 200 });
const thresholds = steps('0.01', 10, 80);
/** Small enough that no position is liquidated by its fees as it opens. */
const fees = steps('0.00001', 0, 100);
const money = steps(UNIT, 0, 2_000_000_000);

/** As it is just opened. */
const opened = fc.record({ side: sides, entry: prices, quantity: quantities, multiple: multiples }).chain((drawn) =>
  fc
    .record({ threshold: thresholds, feeRate: fees, moved: steps('0.0001', 1, 30_000) })
    .map(({ threshold, feeRate, moved }): RiskPosition & { readonly multiple: number } => {
      const required = marginOf(notionalOf(drawn.entry, drawn.quantity), drawn.multiple, SCALE);
      return { ...drawn, margin: required, required, threshold, feeRate, mark: mul(drawn.entry, moved) };
    }),
);

/** Equal but for what the division to 60 digits cuts off. */
const expectNear = (value: string, wanted: string, within = '0.00000000000000000001') =>
  expect(cmp(abs(sub(value, wanted)), within)).toBeLessThanOrEqual(0);

describe('size and result', () => {
  test('the average price weighs the depth consumed by its lots', () => {
    expect(
      entryPriceOf([
        { price: '100', lots: 1 },
        { price: '103', lots: 2 },
      ]),
    ).toBe('102');
    expect(increased({ lots: 1, entry: '100' }, { lots: 3, entry: '104' })).toEqual({ lots: 4, entry: '103' });
  });

  test('the leverage is no factor of the result', () => {
    expect(quantityOf(30, '0.01')).toBe('0.3');
    expect(pnlOf('long', '10000', '10100', '0.3')).toBe('30');
    expect(pnlOf('short', '10000', '10100', '0.3')).toBe('-30');
    expect(roeOf('30', '300')).toBe('0.1');
    expect(roeOf('30', '0')).toBe('0');
  });

  it('affords the most lots of which margin and fee are within the balance', () => {
    fc.assert(
      fc.property(money, prices, multiples, fees, (available, price, multiple, feeRate) => {
        const terms = { available, price, lotSize: '0.001', multiple, feeRate, scale: SCALE };
        const lots = affordableLots(terms);
        const total = (count: number) =>
          costOf({ price, quantity: quantityOf(count, '0.001'), multiple, feeRate, scale: SCALE }).total;
        if (lots > 0) expect(cmp(total(lots), available)).toBeLessThanOrEqual(0);
        expect(cmp(total(lots + 1), available)).toBe(1);
      }),
    );
    expect(affordableLots({ available: '-1', price: '1', lotSize: '1', multiple: 1, feeRate: '0', scale: 2 })).toBe(0);
    expect(lotsOfNotional('1000', '99', '0.1')).toBe(101);
  });

  it('splits a position without a rest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), money, money, fc.nat(), (lots, margin, required, nat) => {
        const part = 1 + (nat % lots);
        const { closed, left } = split({ lots, margin, required }, part, SCALE);
        expect(closed.lots + left.lots).toBe(lots);
        expect([add(closed.margin, left.margin), add(closed.required, left.required)]).toEqual([margin, required]);
        expect(isNegative(left.margin)).toBe(false);
        if (part === lots) expect(left).toEqual({ lots: 0, margin: '0', required: '0' });
      }),
    );
    expect(() => split({ lots: 2, margin: '1', required: '1' }, 3, 2)).toThrow(RangeError);
  });

  it('settles a close without a balance below zero, every unit accounted for', () => {
    const result = fc.tuple(money, fc.boolean()).map(([value, lost]) => (lost ? neg(value) : value));
    fc.assert(
      fc.property(money, result, money, money, money, money, (margin, pnl, fee, available, others, debt) => {
        const booked = settle({ margin, pnl: mul(pnl, '1.3333333'), fee, available, others, debt, scale: SCALE });
        for (const [name, value] of Object.entries(booked)) {
          if (name !== 'change') expect(isNegative(value)).toBe(false);
        }
        expect(isNegative(add(available, booked.change))).toBe(false);
        expect(cmp(booked.fromOthers, others)).toBeLessThanOrEqual(0);
        expect(cmp(booked.fee, fee)).toBeLessThanOrEqual(0);
        expect(cmp(booked.repaid, debt)).toBeLessThanOrEqual(0);
        expect(sum([margin, booked.fromOthers, booked.gain, booked.shortfall])).toBe(
          sum([booked.change, booked.loss, booked.shortfall, booked.fee, booked.repaid]),
        );
        // The insurance account pays only where nothing of the user is left.
        if (cmp(booked.shortfall, '0') > 0) {
          expect([add(available, booked.change), booked.fromOthers, booked.fee]).toEqual(['0', others, '0']);
        }
      }),
    );
  });

  test('a loss beyond the margin of an isolated position is the insurance account’s', () => {
    expect(settle({ margin: '100', pnl: '-130', fee: '1', scale: 2 })).toEqual({
      change: '0',
      gain: '0',
      loss: '100',
      fee: '0',
      fromOthers: '0',
      shortfall: '30',
      repaid: '0',
    });
  });

  test('a liquidation of cross positions nets their results, in whichever order they close', () => {
    const first = settle({ margin: '100', pnl: '-500', fee: '0', others: '100', scale: 2 });
    expect(first).toMatchObject({ change: '0', fromOthers: '100', shortfall: '300' });
    const second = settle({ margin: '0', pnl: '450', fee: '0', debt: first.shortfall, scale: 2 });
    expect(second).toMatchObject({ change: '150', repaid: '300', shortfall: '0' });
  });
});

describe('the liquidation price', () => {
  test('of a long position at 10,000, ten times, a threshold of 5 %, without fees is 9,050', () => {
    expect(liquidationPrice({ side: 'long', entry: '10000', multiple: 10, threshold: '0.05', feeRate: '0' })).toBe(
      '9050',
    );
    expect(liquidationPrice({ side: 'short', entry: '10000', multiple: 10, threshold: '0.05', feeRate: '0' })).toBe(
      '10950',
    );
  });

  it('is where the equity is the threshold of the margin: a hair further the position is under water', () => {
    fc.assert(
      fc.property(opened, money, (drawn, more) => {
        const position = { ...drawn, margin: add(drawn.margin, more) };
        const price = liquidationPriceOf(position);
        const at = (mark: string) => ({ ...position, mark });
        expectNear(equityOf(at(price)), mul(position.threshold, position.required));
        const away = signed(position.side, '0.0000001');
        expect(isUnderWater(at(sub(price, away)))).toBe(true);
        expect(isUnderWater(at(add(price, away)))).toBe(false);
        expectNear(isolatedRiskRate(at(price)), position.threshold, '0.000000000000001');
      }),
    );
  });

  it('is that of the leverage as long as the margin is what was asked for', () => {
    fc.assert(
      fc.property(opened, (position) => {
        const required = div(notionalOf(position.entry, position.quantity), String(position.multiple));
        expectNear(liquidationPriceOf({ ...position, margin: required, required }), liquidationPrice(position));
      }),
    );
  });

  it('comes before the margin is used up', () => {
    fc.assert(
      fc.property(opened, (position) => {
        const distance = signed(
          position.side,
          sub(
            liquidationPriceOf(position),
            bankruptcyPrice({ ...position, from: position.entry, funds: position.margin }) ?? '0',
          ),
        );
        expect(isNegative(distance)).toBe(false);
      }),
    );
  });

  it('of cross positions is where their risk rate reaches the threshold', () => {
    fc.assert(
      fc.property(
        fc.array(opened, { minLength: 1, maxLength: 4 }),
        fc.array(opened, { maxLength: 3 }),
        money,
        (drawn, others, available) => {
          const mark = (drawn[0] as RiskPosition).mark;
          const own = drawn.map((position) => ({ ...position, mark }));
          const price = crossLiquidationPrice(available, own, others);
          if (price === null) return;
          const at = [...own.map((position) => ({ ...position, mark: price })), ...others];
          expectNear(crossRiskRate(available, at) as string, crossThreshold(at), '0.000000000001');
        },
      ),
    );
  });

  test('of cross positions that cancel out, or that the account covers, is none', () => {
    const base = {
      entry: '100',
      quantity: '1',
      margin: '10',
      required: '10',
      feeRate: '0',
      threshold: '0.5',
      mark: '100',
    };
    const long = { ...base, side: 'long' as const };
    expect(crossLiquidationPrice('5', [long, { ...base, side: 'short' }])).toBeNull();
    expect(crossLiquidationPrice('100', [long])).toBeNull();
    expect(crossLiquidationPrice('0', [])).toBeNull();
    expect(crossLiquidationPrice('15', [long])).toBe('80');
    expect(crossRiskRate('15', [])).toBeNull();
  });

  // `getLiquidationPrice` of gTrade's SDK 1.8.7, at the same threshold for all multiples, without spread.
  it.each([
    ['long', '10000', 10, '0.05', '0', 9050],
    ['short', '10000', 10, '0.05', '0.0005', 10945],
    ['long', '65432.1', 125, '0.2', '0.0006', 65052.59382],
    ['short', '65432.1', 125, '0.2', '0.0006', 65811.60618],
    ['long', '1.0842', 200, '0.5', '0.00015', 1.08165213],
    ['short', '150.31', 200, '0.51', '0.0001', 150.6632285],
    ['long', '0.5123', 3, '0.8', '0.001', 0.4786589666666666],
    ['short', '3120.55', 1, '0.1', '0.0009', 5926.236505],
    ['long', '2.5', 1, '0.05', '0', 0.125],
  ] as const)(
    'of a %s position at %s, %i times, is that of gTrade',
    (side, entry, multiple, threshold, feeRate, price) => {
      const ours = Number(liquidationPrice({ side, entry, multiple, threshold, feeRate }));
      expect(Math.abs(ours - price) / price).toBeLessThan(1e-12);
    },
  );

  it('is where margin, result and closing fee, counted in doubles, leave the threshold, over 20,000 positions', () => {
    let worst = 0;
    let state = 1;
    // Any sequence does; this one is the same in every run.
    const draw = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    for (let index = 0; index < 20_000; index++) {
      const side: PositionSide = draw() < 0.5 ? 'long' : 'short';
      const entry = Number((0.01 + draw() * 100_000).toFixed(4));
      const multiple = 1 + Math.floor(draw() * 200);
      const threshold = Number((0.05 + draw() * 0.75).toFixed(4));
      const margin = Number((1 + draw() * 10_000).toFixed(2));
      const feeRate = index % 2 === 0 ? 0 : Number((draw() * 0.001).toFixed(6));
      const size = (margin * multiple) / entry;
      // What is above zero while the position lives, and below once it is under water.
      const left = (price: number): number => {
        const result = side === 'long' ? size * (price - entry) : size * (entry - price);
        return margin + result - feeRate * size * entry - threshold * margin;
      };
      let alive = side === 'long' ? entry * 3 : 0;
      let dead = side === 'long' ? 0 : entry * 3;
      for (let halving = 0; halving < 60; halving++) {
        const middle = (alive + dead) / 2;
        if (left(middle) > 0) alive = middle;
        else dead = middle;
      }
      const ours = Number(
        liquidationPrice({
          side,
          entry: entry.toFixed(4),
          multiple,
          threshold: threshold.toFixed(4),
          feeRate: feeRate.toFixed(6),
        }),
      );
      worst = Math.max(worst, Math.abs(Math.max(0, ours) - dead) / entry);
    }
    expect(worst).toBeLessThan(1e-12);
    expect(worst).toBeGreaterThan(0);
  });
});

describe('the cross risk rate', () => {
  const position: RiskPosition = {
    side: 'long',
    entry: '100',
    quantity: '10',
    margin: '100',
    required: '100',
    feeRate: '0.001',
    threshold: '0.5',
    mark: '95',
  };

  test('is account, margin and result less closing fees, over the margin', () => {
    expect(closingFeeOf(position)).toBe('1');
    expect(crossRiskRate('20', [position])).toBe('0.69');
    expect(isCrossUnderWater('20', [position])).toBe(false);
    expect(isCrossUnderWater('1', [position])).toBe(true);
    expect(isCrossUnderWater('0', [])).toBe(false);
  });

  it('keeps its initial level when everything is moved out that may be', () => {
    fc.assert(
      fc.property(fc.array(opened, { minLength: 1, maxLength: 4 }), money, (positions, available) => {
        const out = transferable(available, positions);
        expect(cmp(out, available)).toBeLessThanOrEqual(0);
        if (out === '0') return;
        expect(cmp(crossRiskRate(sub(available, out), positions) as string, '1')).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(transferable('20', [])).toBe('20');
    expect(transferable('20', [{ ...position, mark: '200' }])).toBe('20');
    expect(transferable('80', [position])).toBe('29');
  });

  it('leaves an isolated position with its required margin when all is taken out that may be', () => {
    fc.assert(
      fc.property(opened, money, (drawn, more) => {
        const drawnMore = { ...drawn, margin: add(drawn.margin, more) };
        const { remove } = marginBounds(drawnMore, '7', SCALE);
        if (remove === '0') return;
        const left = { ...drawnMore, margin: sub(drawnMore.margin, remove) };
        expect(cmp(isolatedRiskRate(left), '1')).toBeGreaterThanOrEqual(0);
        expect(cmp(left.margin, left.required)).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(marginBounds({ ...position, margin: '180', mark: '120' }, '7', 2)).toEqual({ add: '7', remove: '80' });
  });
});

describe('tiers', () => {
  const tiers = [
    { limit: '10000', multiple: 100 },
    { limit: '100000', multiple: 20 },
  ];

  test('bound the leverage by the notional value', () => {
    expect(tierOf(tiers, '10000')?.multiple).toBe(100);
    expect(tierOf(tiers, '10000.01')?.multiple).toBe(20);
    expect(tierOf(tiers, '100001')).toBeNull();
    expect(tierOf([], '1')).toBeUndefined();
    expect(multiplesFor([5, 20, 100], tiers, '50000')).toEqual([5, 20]);
    expect(multiplesFor([5, 20, 100], tiers, '500000')).toEqual([]);
    expect(multiplesFor([5, 20, 100], [], '500000')).toEqual([5, 20, 100]);
    expect([mostNotional(tiers, 20), mostNotional(tiers, 50), mostNotional(tiers, 200)]).toEqual([
      '100000',
      '10000',
      null,
    ]);
  });

  test('an exposure is capped on the side that adds to it', () => {
    expect(exceedsExposure('long', '90', '10', '100')).toBe(false);
    expect(exceedsExposure('long', '90', '10.01', '100')).toBe(true);
    expect(exceedsExposure('short', '90', '190', '100')).toBe(false);
    expect(exceedsExposure('short', '-90', '11', '100')).toBe(true);
    // Beyond a cap that was lowered, the way back is open.
    expect(exceedsExposure('short', '500', '100', '100')).toBe(false);
  });
});

describe('stops', () => {
  it('a price of a result loses no more and gains no less, within a tick', () => {
    fc.assert(
      fc.property(sides, prices, quantities, money, fc.boolean(), (side, entry, quantity, value, lost) => {
        const result = lost ? neg(value) : value;
        const position = { side, entry, quantity, tick: '0.05', margin: '100' };
        const price = priceOfResult(position, result);
        if (cmp(price, '0') <= 0) return;
        expect(isOnStep(price, '0.05')).toBe(true);
        const { pnl, roe, move } = resultOfPrice(position, price);
        expect(cmp(add(pnl, '0.00000000000000000001'), result)).toBeGreaterThanOrEqual(0);
        expect(cmp(sub(pnl, result), mul('0.05', quantity))).toBe(-1);
        expectNear(mul(roe, '100'), pnl);
        expectNear(mul(signed(side, move), entry), sub(price, entry));
        expect(priceOfReturn(position, div(result, '100'))).toBe(price);
      }),
    );
    expect(priceOfMove({ side: 'short', entry: '100', tick: '0.1' }, '0.1')).toBe('90');
    expect(resultOfPrice({ side: 'long', entry: '100', quantity: '1', margin: '0' }, '101').roe).toBe('0');
  });

  test('that would trigger at once, or beyond the liquidation price, are wrong', () => {
    expect(isReached('take_profit', 'long', '110', '110')).toBe(true);
    expect(isReached('take_profit', 'short', '90', '91')).toBe(false);
    expect(isReached('stop_loss', 'short', '110', '110')).toBe(true);
    expect(isStopWrong('take_profit', 'long', '110', '100')).toBe(false);
    expect(isStopWrong('take_profit', 'long', '99', '100')).toBe(true);
    expect(isStopWrong('stop_loss', 'long', '91', '100', '90')).toBe(false);
    expect(isStopWrong('stop_loss', 'long', '90', '100', '90')).toBe(true);
    expect(isStopWrong('stop_loss', 'short', '110', '100', '110')).toBe(true);
    expect(isStopWrong('stop_loss', 'short', '101', '100', null)).toBe(false);
    expect(isStopWrong('stop_loss', 'long', '0', '100')).toBe(true);
  });

  it('a trailing stop follows the best price and triggers when the price comes back by its callback', () => {
    fc.assert(
      fc.property(sides, fc.array(prices, { minLength: 1, maxLength: 20 }), (side, marks) => {
        let stop = { callback: '0.05', activation: null as string | null, best: null as string | null };
        for (const mark of marks) {
          const before = trailingPrice(side, stop);
          const next = trailed(side, stop, mark);
          expect(next.triggered).toBe(before !== null && isReached('stop_loss', side, before, mark));
          if (next.triggered) return;
          stop = { ...stop, ...next.stop };
          const better =
            before === null || cmp(signed(side, trailingPrice(side, stop) as string), signed(side, before)) >= 0;
          expect(better).toBe(true);
        }
      }),
    );
    const waiting = { callback: '0.1', activation: '120', best: null };
    expect(trailed('long', waiting, '119')).toEqual({ stop: waiting, triggered: false });
    expect(trailed('long', waiting, '121').stop.best).toBe('121');
    expect(trailed('long', { ...waiting, best: '200' }, '180').triggered).toBe(true);
  });
});

describe('the cost of holding', () => {
  test('funding falls due at 0, 8 and 16 o’clock UTC', () => {
    const eight = Date.UTC(2026, 0, 1, 8);
    expect(nextDue(eight - 1, FUNDING_EVERY)).toBe(eight);
    expect(nextDue(eight, FUNDING_EVERY)).toBe(Date.UTC(2026, 0, 1, 16));
  });

  it('what longs pay is what shorts receive, and the house loses nothing by rounding', () => {
    fc.assert(
      fc.property(prices, quantities, steps('0.000001', -9000, 9000), (mark, quantity, premium) => {
        const rate = fundingRateOf(premium);
        expect(cmp(abs(rate), FUNDING_LIMIT)).toBeLessThanOrEqual(0);
        const [long, short] = (['long', 'short'] as const).map((side) => fundingOf(side, mark, quantity, rate, SCALE));
        const total = add(long as string, short as string);
        expect(isNegative(total)).toBe(false);
        expect(cmp(total, UNIT)).toBeLessThanOrEqual(0);
      }),
    );
    expect(premiumOf('101', '100')).toBe('0.01');
    expect(fundingRateOf('0.001')).toBe('0.001');
    expect(fundingRateOf('0.015')).toBe('0.0075');
    expect(fundingRateOf('-0.015')).toBe('-0.0075');
    expect(fundingRateOf(null)).toBe('0');
  });

  it('no minutes that are still to come make a funding dearer than its worst rate', () => {
    const minutes = fc.array(steps('0.0001', -50, 50), { maxLength: 12 });
    fc.assert(
      fc.property(minutes, minutes, fc.nat(3), (known, later, unrecorded) => {
        const all = [...known, ...later];
        const mean = all.length === 0 ? null : div(sum(all), String(all.length));
        const rate = fundingRateOf(mean);
        for (const [side, paid] of [
          ['long', rate],
          ['short', neg(rate)],
        ] as const) {
          const worst = worstFundingRate(side, sum(known), known.length, later.length + unrecorded);
          expect(cmp(paid, worst)).toBeLessThanOrEqual(0);
        }
      }),
    );
    expect(worstFundingRate('long', '0.478', 478, 2)).toBe('0.001016666666666667');
    expect(worstFundingRate('short', '0.478', 478, 2)).toBe('0');
  });

  test('an overnight fee is the yearly rate by 360 of the notional value for each night', () => {
    expect(overnightOf('100', '36', '0.05', 1, 2)).toBe('0.5');
    expect(overnightOf('100', '36', '0.05', 3, 2)).toBe('1.5');
    expect(overnightOf('100', '1', '0.05', 1, 2)).toBe('0.02');
  });

  it('a charge is covered by account, margin and insurance in this order', () => {
    fc.assert(
      fc.property(money, money, money, (charge, available, margin) => {
        const taken = charged(charge, available, margin);
        expect(sum([taken.available, taken.margin, taken.shortfall])).toBe(charge);
        expect(cmp(taken.available, available)).toBeLessThanOrEqual(0);
        if (taken.margin !== '0') expect(taken.available).toBe(available);
        if (taken.shortfall !== '0') expect(taken.margin).toBe(margin);
      }),
    );
  });
});

describe('the sheet before an order', () => {
  it('breaks even where the result pays both fees and the costs', () => {
    fc.assert(
      fc.property(sides, prices, quantities, fees, money, (side, entry, quantity, feeRate, costs) => {
        const price = breakEven({ side, entry, quantity, feeRate, costs });
        const paid = sum([mul(feeRate, mul(entry, quantity)), mul(feeRate, mul(price, quantity)), costs]);
        expectNear(pnlOf(side, entry, price, quantity), paid, '0.0000000000000001');
      }),
    );
  });

  const order: Order = {
    side: 'long',
    mode: 'isolated',
    lots: 100,
    lotSize: '0.01',
    conversion: '1',
    price: '10000',
    mark: '10000',
    multiple: 10,
    feeRate: '0.0005',
    threshold: '0.5',
    holding: { kind: 'funding', rate: '0.0001' },
    scale: 2,
    available: '2000',
    own: [],
    others: [],
  };

  test('of an isolated position shows what its margin bears', () => {
    const sheet = outlookOf(order);
    expect(sheet).toMatchObject({
      quantity: '1',
      notional: '10000',
      margin: '1000',
      openingFee: '5',
      total: '1005',
      liquidation: '9505',
      worstCase: '1005',
      costOfDay: '3',
    });
    expect(sheet.moves.map(({ move, pnl, liquidated }) => [move, pnl, liquidated])).toEqual([
      ['0.01', '100', false],
      ['-0.01', '-100', false],
      ['0.05', '500', false],
      ['-0.05', '-495', true],
      ['0.1', '1000', false],
      ['-0.1', '-495', true],
    ]);
  });

  test('of a cross position counts the account and what is in it already', () => {
    const other: RiskPosition = {
      side: 'long',
      entry: '10000',
      quantity: '1',
      margin: '1000',
      required: '1000',
      feeRate: '0.0005',
      threshold: '0.5',
      mark: '10000',
    };
    const alone = outlookOf({ ...order, mode: 'cross' });
    expect(alone).toMatchObject({ liquidation: '8510', worstCase: '2000' });
    expect(outlookOf({ ...order, mode: 'cross', own: [other] })).toMatchObject({
      liquidation: '9007.5',
      worstCase: '3000',
    });
    expect(outlookOf({ ...order, mode: 'cross', available: '50000' }).liquidation).toBeNull();
  });

  test('in another currency than that of settlement counts by its worth', () => {
    const sheet = outlookOf({ ...order, conversion: '0.01', holding: { kind: 'overnight', yearly: '0.036' } });
    expect(sheet).toMatchObject({
      quantity: '1',
      notional: '100',
      margin: '10',
      liquidation: '9505',
      costOfDay: '0.01',
    });
  });
});
