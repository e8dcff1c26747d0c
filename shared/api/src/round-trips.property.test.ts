import { add, cmp, div, max, min, mul, neg, quantize, sub, sum } from '@tessera/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversionRate, convert, type Leg, withSpread } from './domains/convert/rules.ts';
import { settleShare, shareDue } from './domains/copytrading/rules.ts';
import { shareOf } from './domains/coupons/rules.ts';
import { dayInterest, dualPayout, fixedInterest, penaltyOf } from './domains/invest/rules.ts';
import {
  fundingOf,
  overnightOf,
  type PositionSide,
  pnlOf,
  settle,
  split,
  tradingFeeOf,
} from './domains/leverage/rules.ts';
import { accrue, type Debt, debtOf, LOAN_DAY, liquidate, owedOf, splitPayment } from './domains/loans/rules.ts';
import { interestInAll, redemptionOf } from './domains/mining/rules.ts';
import { feeOf, payoutOf } from './domains/options/rules.ts';
import { leftOverOf, prizeOf, payoutOf as quizPayoutOf } from './domains/quiz/rules.ts';
import { afterDay, rebateOf } from './domains/referral/rules.ts';

/* Dust, huge amounts and a million repetitions: no product gives more than it should because something was cut into parts. */

/** Units of a currency as an amount. */
const amountOf = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0');
  return add(scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`, '0');
};
const scales = fc.constantFrom(0, 2, 6, 8);
/** Dust is as likely as what is large. */
const units = fc.oneof(fc.bigInt(1n, 12n), fc.bigInt(1n, 100_000n), fc.bigInt(1n, 10n ** 16n));
const ratios = fc.integer({ min: 0, max: 999_999 }).map((parts) => div(String(parts), '1000000'));
const rates = fc.integer({ min: 0, max: 5_000 }).map((parts) => div(String(parts), '1000000'));
const prices = fc.oneof(
  fc.bigInt(1n, 1_000n).map((each) => amountOf(each, 8)),
  fc.bigInt(1n, 10n ** 12n).map((each) => amountOf(each, 4)),
);
const parts = fc.array(units, { minLength: 1, maxLength: 12 });
const MANY = { numRuns: 200 };

const sides = fc.constantFrom<PositionSide>('long', 'short');

test('a conversion and back gains nothing, in one or in parts', () => {
  const legs = fc.record({ index: prices, wide: ratios, scale: scales, spread: rates }).map(
    ({ index, wide, scale, spread }): Omit<Leg, 'code'> => ({
      scale,
      ...withSpread({ bid: mul(index, sub('1', wide)), ask: mul(index, add('1', wide)), index }, spread),
    }),
  );
  fc.assert(
    fc.property(legs, legs, parts, rates, (one, other, some, feeRate) => {
      const [a, b] = [
        { ...one, code: 'A' },
        { ...other, code: 'B' },
      ];
      fc.pre(cmp(b.bid, '0') > 0 && cmp(a.bid, '0') > 0);
      const amounts = some.map((each) => amountOf(each, a.scale));
      const got = sum(amounts.map((amount) => convert(amount, a, b, feeRate).receive));
      expect(cmp(got, mul(sum(amounts), conversionRate(a, b)))).toBeLessThanOrEqual(0);
      const back = convert(quantize(got, b.scale, 'down'), b, a, feeRate).receive;
      expect(cmp(back, sum(amounts))).toBeLessThanOrEqual(0);
    }),
    MANY,
  );
});

test('a loan that is repaid in parts costs no less than its principal and all interest, whatever the parts', () => {
  fc.assert(
    fc.property(
      units,
      rates,
      rates,
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 70 }), ratios), { maxLength: 8 }),
      scales,
      (principalUnits, dayRate, overdueRate, days, steps, scale) => {
        const principal = amountOf(principalUnits, scale);
        let debt: Debt = {
          ...{ principal, interest: '0', penalty: '0', dayRate, overdueRate, paidAt: 0, dueAt: days * LOAN_DAY },
          ...{ interestDays: 0, penaltyDays: 0, overdue: false },
        };
        let paid = '0';
        let due = '0';
        const pay = (amount: string) => {
          const before = debtOf(debt);
          const { split: parted, after } = splitPayment(debt, amount, scale);
          paid = add(paid, amount);
          expect(cmp(sum([parted.penalty, parted.interest, parted.principal]), amount)).toBe(0);
          for (const each of [after.penalty, after.interest, after.principal]) {
            expect(cmp(each, '0')).toBeGreaterThanOrEqual(0);
          }
          // What is paid lowers the debt by no more than it.
          expect(cmp(sub(before, debtOf(after)), amount)).toBeLessThanOrEqual(0);
          debt = after;
        };
        let at = 0;
        for (const [day, part] of steps.toSorted((one, other) => one[0] - other[0])) {
          at = Math.max(at, day * LOAN_DAY);
          const before = debtOf(debt);
          if (at > debt.dueAt) debt = { ...accrue(debt, debt.dueAt), overdue: true };
          debt = accrue(debt, at);
          due = add(due, sub(debtOf(debt), before));
          const amount = quantize(mul(owedOf(debt, scale), part), scale, 'down');
          pay(amount);
        }
        const before = debtOf(debt);
        debt = accrue(debt, at);
        due = add(due, sub(debtOf(debt), before));
        pay(owedOf(debt, scale));
        expect(owedOf(debt, scale)).toBe('0');
        expect(cmp(paid, add(due, principal))).toBeGreaterThanOrEqual(0);
      },
    ),
    MANY,
  );
});

test('a liquidation of a loan makes and loses nothing, and sells no more than there is', () => {
  fc.assert(
    fc.property(units, scales, prices, units, scales, rates, (held, scale, price, owes, owedScale, feeRate) => {
      const [collateral, owed] = [amountOf(held, scale), amountOf(owes, owedScale)];
      const out = liquidate({ collateral, scale, price, owed, owedScale, feeRate });
      expect(cmp(out.sold, collateral)).toBeLessThanOrEqual(0);
      expect(add(out.sold, out.returned)).toBe(add(collateral, '0'));
      expect(cmp(sub(out.value, out.fee), add(out.repaid, out.surplus))).toBe(0);
      expect(cmp(add(out.repaid, out.shortfall), owed)).toBe(0);
      expect(cmp(out.value, mul(out.sold, price))).toBeLessThanOrEqual(0);
      for (const each of [out.surplus, out.shortfall, out.returned]) expect(cmp(each, '0')).toBeGreaterThanOrEqual(0);
      // Where some of the collateral is left, nothing is owed.
      if (cmp(out.returned, '0') > 0) expect(out.shortfall).toBe('0');
    }),
    MANY,
  );
});

test('interest of deposits and mining in parts is no more than that of the whole', () => {
  fc.assert(
    fc.property(parts, ratios, fc.integer({ min: 1, max: 400 }), scales, ratios, (some, rate, days, scale, penalty) => {
      const amounts = some.map((each) => amountOf(each, scale));
      const whole = sum(amounts);
      expect(
        cmp(
          sum(amounts.map((each) => fixedInterest(each, rate, days, scale))),
          fixedInterest(whole, rate, days, scale),
        ),
      ).toBeLessThanOrEqual(0);
      expect(
        cmp(mul(dayInterest(whole, rate, scale), String(days)), fixedInterest(whole, rate, days, scale)),
      ).toBeLessThanOrEqual(0);
      expect(
        cmp(sum(amounts.map((each) => penaltyOf(each, penalty, scale))), penaltyOf(whole, penalty, scale)),
      ).toBeGreaterThanOrEqual(0);
      const terms = (amount: string) => ({
        amount,
        rates: Array.from({ length: Math.min(days, 30) }, () => rate),
        scale,
      });
      expect(
        cmp(sum(amounts.map((each) => interestInAll(terms(each)))), interestInAll(terms(whole))),
      ).toBeLessThanOrEqual(0);
      const { receives, penalty: taken } = redemptionOf({ ...terms(whole), penaltyRatio: penalty }, 0);
      expect(cmp(receives, whole)).toBeLessThanOrEqual(0);
      expect(cmp(add(receives, taken), whole)).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('a dual product in parts pays no more than one, and no more than its yield at the price that it compares with', () => {
  fc.assert(
    fc.property(
      parts,
      prices,
      prices,
      ratios,
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom('sell_high' as const, 'buy_low' as const, null),
      scales,
      scales,
      (some, price, total, annualRate, days, side, scale, otherScale) => {
        const terms = (amount: string) => ({
          ...{ side, amount, price, annualRate, days, currency: 'A', scale },
          ...{ otherCurrency: side === null ? 'A' : 'B', otherScale },
        });
        const amounts = some.map((each) => amountOf(each, scale));
        const whole = dualPayout(terms(sum(amounts)), { total, count: 1 });
        const apart = amounts.map((each) => dualPayout(terms(each), { total, count: 1 }));
        expect(cmp(sum(apart.map(({ amount }) => amount)), whole.amount)).toBeLessThanOrEqual(0);
        // In the money: the lesser of both prices, and the yield.
        const grown = (of: string) => mul(of, add('1', mul(annualRate, div(String(days), '365'))));
        const least = min(price, total);
        const worth = side === 'sell_high' ? mul(sum(amounts), least) : mul(sum(amounts), div(least, price));
        const paid =
          side === null || whole.currency === (side === 'sell_high' ? 'B' : 'A')
            ? whole.amount
            : mul(whole.amount, total);
        expect(cmp(paid, add(grown(worth), '0.000000000001'))).toBeLessThanOrEqual(0);
      },
    ),
    MANY,
  );
});

test('options on both sides, in parts and ties included, pay no more than was staked and paid in fees', () => {
  fc.assert(
    fc.property(
      parts,
      units,
      ratios,
      rates,
      scales,
      fc.constantFrom('won', 'tied', 'lost'),
      (ups, down, ratio, feeRate, scale, up) => {
        const option = (amount: bigint) => {
          const stake = amountOf(amount, scale);
          return { rules: 2 as const, stake, fee: feeOf(stake, feeRate, scale), ratio, scale };
        };
        const [some, against] = [ups.map(option), option(ups.reduce((all, each) => all + each, 0n))];
        const all = [...some, against];
        const other = up === 'won' ? 'lost' : up === 'lost' ? 'won' : 'tied';
        const back = add(sum(some.map((each) => payoutOf(each, up))), payoutOf(against, other));
        const given = sum(all.flatMap(({ stake, fee }) => [stake, fee]));
        expect(cmp(back, given)).toBeLessThanOrEqual(0);
        // What is returned is what was paid.
        const single = option(down);
        expect(cmp(payoutOf(single, null), add(single.stake, single.fee))).toBe(0);
      },
    ),
    MANY,
  );
});

test('a round of the quiz pays exactly its pool, however the stakes are cut', () => {
  fc.assert(
    fc.property(
      parts,
      fc.array(units, { minLength: 1, maxLength: 5 }),
      ratios,
      scales,
      (winners, losers, rake, scale) => {
        const stakes = winners.map((each) => ({ stake: amountOf(each, scale) }));
        const pools = [sum(stakes.map(({ stake }) => stake)), ...losers.map((each) => amountOf(each, scale))];
        const prize = prizeOf(pools, 1, min(rake, '0.2'), scale);
        const division = { ...prize, scale };
        const leftOver = leftOverOf(stakes, division);
        const paid = sum(stakes.map(({ stake }, place) => quizPayoutOf(stake, place + 1, { ...division, leftOver })));
        expect(cmp(add(paid, prize.rake), prize.pool)).toBe(0);
      },
    ),
    MANY,
  );
});

test('shares of copies, rebates and coupons in parts come to no more than at once', () => {
  fc.assert(
    fc.property(parts, fc.array(ratios, { minLength: 1, maxLength: 6 }), rates, units, (some, paying, rate, cap) => {
      const results = some.map((each) => amountOf(each, 6));
      let state = { realised: '0', highWater: '0' };
      let paid = '0';
      results.forEach((result, place) => {
        // Each second one is a loss.
        state = { ...state, realised: place % 2 === 0 ? add(state.realised, result) : sub(state.realised, result) };
        const settled = settleShare(state, '0.1', mul(shareDue(state, '0.1'), paying[place % paying.length] ?? '0'));
        expect(cmp(settled.highWater, state.highWater)).toBeGreaterThanOrEqual(0);
        expect(cmp(settled.highWater, max(state.highWater, state.realised))).toBeLessThanOrEqual(0);
        paid = add(paid, settled.paid);
        state = { ...state, highWater: settled.highWater };
        expect(cmp(paid, mul(state.highWater, '0.1'))).toBeLessThanOrEqual(0);
      });
      const whole = sum(results);
      expect(cmp(sum(results.map((each) => rebateOf(each, rate, 6))), rebateOf(whole, rate, 6))).toBeLessThanOrEqual(0);
      let fees = { net: '0', rebated: '0' };
      let fresh = '0';
      results.forEach((result, place) => {
        const after = afterDay(fees, place % 2 === 0 ? result : neg(result));
        fresh = add(fresh, after.fresh);
        fees = { net: after.net, rebated: after.rebated };
      });
      expect(cmp(fresh, fees.rebated)).toBe(0);
      const amount = amountOf(cap, 6);
      let given = '0';
      for (const each of results) given = add(given, shareOf(each, { rate, amount, paid: given }, 6));
      expect(cmp(given, min(amount, mul(whole, rate)))).toBeLessThanOrEqual(0);
    }),
    MANY,
  );
});

test('what longs and shorts pay for holding brings the house nothing below zero, however positions are cut', () => {
  fc.assert(
    fc.property(parts, prices, rates, fc.boolean(), scales, (some, mark, size, pays, scale) => {
      const rate = pays ? size : neg(size);
      const quantities = some.map((each) => amountOf(each, 8));
      const whole = sum(quantities);
      const long = sum(quantities.map((each) => fundingOf('long', mark, each, rate, scale)));
      expect(cmp(add(long, fundingOf('short', mark, whole, rate, scale)), '0')).toBeGreaterThanOrEqual(0);
      expect(cmp(long, fundingOf('long', mark, whole, rate, scale))).toBeGreaterThanOrEqual(0);
      const nights = sum(quantities.map((each) => overnightOf(mark, each, size, 1, scale)));
      expect(cmp(nights, overnightOf(mark, whole, size, 1, scale))).toBeGreaterThanOrEqual(0);
    }),
    MANY,
  );
});

test('closed in any parts at any prices, a position brings no more than its exact result, and its margin once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), prices), { minLength: 1, maxLength: 8 }),
      prices,
      sides,
      fc.integer({ min: 1, max: 125 }),
      rates,
      scales,
      (closes, entry, side, multiple, feeRate, scale) => {
        const lots = closes.reduce((all, [each]) => all + each, 0);
        const margin = quantize(div(mul(entry, String(lots)), String(multiple)), scale, 'up');
        let funds = { lots, margin, required: margin };
        let [gained, exact, short] = ['0', '0', '0'];
        for (const [part, price] of closes) {
          const { closed, left } = split(funds, part, scale);
          const pnl = pnlOf(side, entry, price, String(part));
          const fee = tradingFeeOf(mul(price, String(part)), feeRate, scale);
          const done = settle({ margin: closed.margin, pnl, fee, available: left.margin, scale });
          const total = [closed.margin, done.fromOthers, done.gain, done.shortfall];
          const out = [done.change, done.loss, done.shortfall, done.fee, done.repaid];
          expect(cmp(sum(total), sum(out))).toBe(0);
          const fromLeft = max('0', neg(done.change));
          funds = { ...left, margin: sub(left.margin, fromLeft) };
          expect(cmp(funds.margin, '0')).toBeGreaterThanOrEqual(0);
          gained = add(gained, max('0', done.change));
          exact = add(exact, pnl);
          short = add(short, done.shortfall);
        }
        expect(funds.lots).toBe(0);
        expect(cmp(add(gained, funds.margin), add(add(margin, exact), short))).toBeLessThanOrEqual(0);
      },
    ),
    MANY,
  );
});
