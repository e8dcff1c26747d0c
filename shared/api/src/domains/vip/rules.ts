import type { DecimalString } from '@tessera/money';
import { add, cmp, div, min, mul, quantize, sub, sum } from '@tessera/money';

/*
 * VIP levels: what counts towards them, and what they take off a fee. The rules are published on the screen and in
 * docs/vip.md. Volumes and balances are in USDT, rates are ratios.
 */

/** Whole days in UTC, before today, that count. */
export const VIP_DAYS = 30;

/** The fee that a trade pays to count in full: 0.1 %. */
export const STANDARD_RATE: DecimalString = '0.001';

/** No level takes more off a fee: the house's quotes are made for traders who pay the rest. */
export const MOST_DISCOUNT: DecimalString = '0.5';

/** Fraction digits of a volume or a balance. */
const SCALE = 8;
const RATE_SCALE = 18;

/** What a level asks for. Level 0 asks for nothing. */
export type VipGoal = { readonly level: number; readonly volume: DecimalString; readonly balance: DecimalString };

/** What a user has: the volume of the days that count, and the average balance over them. */
export type VipStanding = { readonly volume: DecimalString; readonly balance: DecimalString };

/**
 * What a fill counts: its value, but no more than the value whose standard fee it paid. So a volume is worth the fees that it
 * cost, with any counterparty: to reach a level of volume V by trades with oneself costs V × the standard rate, which
 * is what every user paid who reached it.
 */
export const countedVolume = (value: DecimalString, feeRate: DecimalString): DecimalString =>
  quantize(min(value, div(mul(value, feeRate), STANDARD_RATE)), SCALE, 'down');

/** The average over the days that count; a day without a balance counts as zero. */
export const averageBalance = (days: readonly DecimalString[]): DecimalString =>
  quantize(div(sum(days), String(VIP_DAYS)), SCALE, 'down');

const reaches = ({ volume, balance }: VipStanding, goal: VipGoal): boolean =>
  cmp(volume, goal.volume) >= 0 || cmp(balance, goal.balance) >= 0;

/** The highest level that one of both reaches. */
export const vipLevelOf = (goals: readonly VipGoal[], standing: VipStanding): number =>
  goals.reduce((highest, goal) => (goal.level > highest && reaches(standing, goal) ? goal.level : highest), 0);

/** The next level that asks for more than the user has; null at the highest. */
export const nextGoal = <Goal extends VipGoal>(goals: readonly Goal[], level: number): Goal | null =>
  goals.filter((goal) => goal.level > level).toSorted((a, b) => a.level - b.level)[0] ?? null;

/** How far a user is on one of the ways to a level, a ratio from 0 to 1; null where the level asks for none of it. */
export const progressOf = (have: DecimalString, goal: DecimalString): number =>
  cmp(goal, '0') <= 0 ? 1 : Math.min(1, Number(quantize(div(have, goal), 4, 'down')));

/** A fee rate less the discount of a level. */
export const discountedRate = (rate: DecimalString, discount: DecimalString): DecimalString =>
  quantize(mul(rate, sub('1', discount)), RATE_SCALE, 'up');

export type FeeRates = { readonly makerFeeRate: DecimalString; readonly takerFeeRate: DecimalString };

/** Both rates of an instrument less the discount of a level: what its fills cost, and what its order form shows. */
export const discountedRates = ({ makerFeeRate, takerFeeRate }: FeeRates, discount: DecimalString): FeeRates => ({
  makerFeeRate: discountedRate(makerFeeRate, discount),
  takerFeeRate: discountedRate(takerFeeRate, discount),
});

/** What is missing to a goal; zero once it is reached. */
export const missingTo = (have: DecimalString, goal: DecimalString): DecimalString =>
  cmp(have, goal) >= 0 ? '0' : sub(goal, add(have, '0'));
