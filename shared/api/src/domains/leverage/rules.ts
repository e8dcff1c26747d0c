/*
 * The rules of leverage and contracts that the order sheet and the exchange share. Pure: prices, amounts and rates are
 * decimal strings and go in by argument. Formulas: docs/trading.md, "Leverage and contracts".
 *
 * s is +1 for a long position and −1 for a short one; Q the size in units of the base; EP the entry price, P another
 * price, L the leverage, T the share of the margin at which a position is liquidated, f the rate of the closing fee.
 * Money counts the settlement currency. Where a price counts another currency, Q goes in times what a unit of that
 * currency is worth in the settlement currency: for results what it is worth at that moment.
 */

export * from './rules/deleverage.ts';
export * from './rules/funding.ts';
export * from './rules/open-interest.ts';
export * from './rules/outlook.ts';
export * from './rules/position.ts';
export * from './rules/risk.ts';
export * from './rules/stops.ts';
