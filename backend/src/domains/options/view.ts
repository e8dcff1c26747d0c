import type { Output } from '@tessera/api/contract';
import { countedOf, type OptionTerms, payoutOf, priceStep, settlementPrice, winOf } from '@tessera/api/options/rules';
import { typeOf, type WireOption } from '@tessera/api/options/wire';
import { add, mul, sub } from '@tessera/money';
import type { CatalogueSnapshot } from '../../platform/catalogue/catalogue.ts';
import type { StoredOption } from './store.ts';

/** What decides the result of an option. */
export const termsOf = (option: StoredOption): OptionTerms => ({
  rules: option.rules,
  direction: option.direction,
  stake: option.stake,
  fee: option.fee,
  ratio: option.ratio,
  scale: option.scale,
  entryAt: option.entry_at,
  expiresAt: option.expires_at,
  maxAgeMs: option.max_age,
});

const pricesOf = ({ settlement_prices }: StoredOption): readonly number[] | null =>
  settlement_prices?.map(Number) ?? null;

/** An option as its owner sees it. */
export function viewOf(option: StoredOption, catalogue: CatalogueSnapshot): WireOption {
  const prices = pricesOf(option);
  const { payout, rules } = option;
  const step = priceStep(option.tick, rules);
  return {
    id: option.id,
    match_id: catalogue.instrument(option.symbol)?.id ?? 0,
    symbol: option.symbol,
    currency_id: catalogue.heldCurrency(option.currency).id,
    currency: option.currency,
    scale: option.scale,
    type: typeOf(option.direction),
    seconds: option.seconds,
    number: option.stake,
    fee: option.fee,
    profit_ratio: option.ratio,
    rules,
    tick: step,
    open_price: option.strike === null ? null : mul(option.strike, step),
    close_price: prices && settlementPrice(prices, step),
    expected_income: add(option.stake, winOf(option)),
    profit: payout === null ? null : sub(payout, add(option.stake, option.fee)),
    status: option.status,
    result: option.result,
    reason: option.reason,
    created_at: option.accepted_at,
    entry_at: option.entry_at,
    sell_time: option.expires_at,
  };
}

/** The same with the prices that decided it. */
export function resultViewOf(option: StoredOption, catalogue: CatalogueSnapshot): Output<'GET /microtrade/get_result'> {
  const prices = pricesOf(option) ?? [];
  const counted = countedOf(prices);
  const first = Number(option.settlement_number) - prices.length + 1;
  const step = priceStep(option.tick, option.rules);
  return {
    ...viewOf(option, catalogue),
    strike:
      option.strike === null || option.strike_at === null
        ? null
        : { number: Number(option.strike_number), price: mul(option.strike, step), at: option.strike_at },
    ticks: prices.map((price, place) => ({
      number: first + place,
      price: mul(String(price), step),
      at: option.settlement_times?.[place] ?? 0,
      counts: counted[place] ?? false,
    })),
  };
}

/** The part of a proof that is the option. */
export const provedOf = (option: StoredOption, catalogue: CatalogueSnapshot) => ({
  ...viewOf(option, catalogue),
  max_age: option.max_age,
  payout: option.payout ?? payoutOf(option, null),
  strike_number: option.strike_number === null ? null : Number(option.strike_number),
  settlement_number: option.settlement_number === null ? null : Number(option.settlement_number),
});
