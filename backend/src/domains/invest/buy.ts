import type { ReadInput } from '@tessera/api/contract';
import { demandProblem, dualNeeds, fixedInterest, sharesProblem } from '@tessera/api/invest/rules';
import { dualTermsOf } from '@tessera/api/invest/wire';
import { add, cmp, div, mul, neg, quantize, sub } from '@tessera/money';
import { countriesWithout } from '../../platform/catalogue/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { houseBalance, postJournal, userAccount } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import { heldOf, requireUnbraked } from '../brakes/index.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { indexInUsdt, livesIn } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { accrueDeposits } from './accrue.ts';
import { dayBefore, dayOf } from './days.ts';
import { holdsAt, type InvestMarket, remainingShares, requireLive, requireSale, valuedCautiously } from './offer.ts';
import { readCapacity } from './settings.ts';
import {
  addSold,
  boughtOf,
  countOpen,
  insertOrder,
  lockDeposit,
  lockNeeds,
  lockProduct,
  nextOrderId,
  openWorth,
  type StoredProduct,
  setDeposit,
} from './store.ts';

const DAY = 86_400_000;
/** Days of interest of a demand deposit that the house must be able to pay when it takes more in. */
export const DEMAND_HORIZON = 30;
/** Digits of a worth in USDT. */
const USDT_SCALE = 8;
/** Orders of whole shares that a user has open: all of them are read for the overview. */
export const MOST_OPEN = 500;

export type BuyParts = InvestMarket & { readonly ports: Pick<Ports, 'requireCover' | 'keepsMoney'> };

/** Throws where the terms are not those that the user saw. */
function requireSeen({ version }: StoredProduct, seen: number | undefined): void {
  if (seen !== undefined && seen !== version) throw new DomainError('price_moved');
}

/** Digits of the currency that is paid in; throws while staff have closed it. */
function requireOpen({ catalogue }: InvestMarket, currency: string): { readonly scale: number } {
  const { scale, open } = catalogue.heldCurrency(currency);
  if (!open) throw new DomainError('currency_closed');
  return { scale };
}

/** What an amount is worth, USDT; null without a price. */
function worthOf({ feed }: InvestMarket, currency: string, amount: string): string | null {
  const price = indexInUsdt(feed, currency);
  return price === null ? null : quantize(mul(amount, price), USDT_SCALE, 'up');
}

const buyEntries = (userId: string, currency: string, amount: string, account: 'invest' | 'dual') => [
  { account: userAccount(userId, 'change'), currency, amount: neg(amount) },
  { account: userAccount(userId, account), currency, amount },
];

/** Throws where a dual product cannot be sold to this user now: the market, the price, the house's cover and limits. */
async function requireDualSale(
  tx: Transaction,
  user: Pick<SignedIn, 'id' | 'level'>,
  product: StoredProduct & { readonly symbol: string },
  { amount, worth }: { readonly amount: string; readonly worth: string | null },
  market: BuyParts,
): Promise<{ readonly need: string; readonly other_need: string }> {
  // What cannot be valued would be within every limit.
  if (worth === null) throw new DomainError('stale_price');
  const { catalogue, now } = market;
  const { symbol, currency, other_currency } = product;
  if (await livesIn(tx, user.id, countriesWithout(catalogue, symbol))) throw new DomainError('country_restricted');
  requireUnbraked((await heldOf(tx, [user.id])).get(user.id), null, now());
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  if (cmp(worth, limit) > 0) throw new DomainError('order_limit', { field: 'num', params: { limit } });

  const terms = dualTermsOf(
    {
      ...product,
      scale: catalogue.heldCurrency(currency).scale,
      other_scale: other_currency === null ? null : catalogue.heldCurrency(other_currency).scale,
    },
    amount,
  );
  if (!terms) throw new Error(`product ${product.id} has no terms`);
  const { own, other } = dualNeeds(terms);
  const needed = await lockNeeds(tx);
  for (const [code, more] of [
    [currency, own],
    [terms.otherCurrency, other],
  ] as const) {
    const wanted = add(needed.get(code) ?? '0', more);
    if (cmp(wanted, await houseBalance(tx, 'dual', code)) > 0) throw new DomainError('sold_out', { field: 'num' });
  }
  const held = await openWorth(tx, symbol, product.side);
  if (cmp(add(held, worth), await readCapacity(tx)) > 0) throw new DomainError('sold_out', { field: 'num' });
  return { need: own, other_need: other };
}

/** A fixed deposit that a purchase continues, from when on, Unix ms. */
type Renewed = { readonly id: string; readonly startsAt: number };

type Shares = Pick<ReadInput<'POST /dual/buyDual'>, 'id' | 'num' | 'version' | 'renew'>;

/** Buys whole shares of a dual product or a fixed deposit. Returns the order's id. */
export async function buyShares(
  tx: Transaction,
  user: Pick<SignedIn, 'id' | 'level'>,
  { id: productId, num, version, renew = false }: Shares,
  market: BuyParts,
  renewed: Renewed | null = null,
): Promise<string> {
  const { catalogue, now, ports } = market;
  const product = await lockProduct(tx, productId);
  if (!product || product.section === 'demand') throw new DomainError('not_found', { field: 'id' });
  requireSale(product, now());
  await requireNotFrozen(tx, user.id);
  await ports.keepsMoney(tx, user.id);
  requireSeen(product, version);
  // What is renewed takes the place of the former one.
  if (!renewed && (await countOpen(tx, user.id)) >= MOST_OPEN) {
    throw new DomainError('too_many_orders', { params: { max: MOST_OPEN } });
  }
  const { currency, symbol, share_size, other_currency } = product;
  const valued = symbol === null ? product : await valuedCautiously(market, product, symbol);
  const { scale } = requireOpen(market, currency);
  const bought = product.max_shares === null ? '0' : await boughtOf(tx, user.id, productId, renewed?.id ?? null);
  const problem = sharesProblem(num, {
    min_shares: product.min_shares,
    max_shares: product.max_shares === null ? null : product.max_shares - Number(div(bought, share_size)),
    remaining_shares: remainingShares(product),
  });
  if (problem) throw new DomainError(problem.code, problem);
  const amount = mul(String(num), share_size);
  const worth = worthOf(market, currency, amount);
  const needs =
    symbol === null
      ? { need: '0', other_need: '0' }
      : await requireDualSale(tx, user, { ...product, symbol }, { amount, worth }, market);
  if (symbol === null) {
    await ports.requireCover(tx, currency, fixedInterest(amount, product.annual_rate, product.days ?? 0, scale));
  }
  const id = await nextOrderId(tx);
  await postJournal(tx, {
    ref: `invest-order:${id}:buy`,
    kind: 'invest_buy',
    reference: symbol ?? currency,
    at: now(),
    entries: buyEntries(user.id, currency, amount, symbol === null ? 'invest' : 'dual'),
  });
  await addSold(tx, productId, amount);
  // Judged last: waiting for other buyers may have taken until the sale was over or the price had moved.
  const at = now();
  requireSale(product, at);
  if (symbol !== null && !holdsAt(market, valued, requireLive(market, symbol), at))
    throw new DomainError('price_moved');
  const startsAt = renewed?.startsAt ?? at;
  await insertOrder(tx, {
    id,
    user_id: user.id,
    product_id: productId,
    section: product.section,
    side: product.side,
    symbol,
    currency,
    scale,
    other_currency,
    other_scale: other_currency === null ? null : catalogue.heldCurrency(other_currency).scale,
    price: product.price,
    annual_rate: product.annual_rate,
    penalty_ratio: product.penalty_ratio,
    days: product.days,
    share_size,
    amount,
    worth: worth ?? '0',
    ...needs,
    matures_at: product.matures_at ?? startsAt + (product.days ?? 0) * DAY,
    renew: renew && product.section === 'fixed',
    renews: renewed?.id ?? null,
    accrued_to: null,
    low: null,
    low_on: null,
    created_at: startsAt,
  });
  tx.notify(user.id, { kind: 'order', id, status: 'purchased' });
  tx.notify(user.id, { kind: 'balance' });
  return id;
}

/** Puts an amount into a demand deposit, which a user has once a product. Returns the order's id. */
export async function buyDemand(
  tx: Transaction,
  user: SignedIn,
  { id: productId, num, version }: ReadInput<'POST /dual/buyDemand'>,
  market: BuyParts,
): Promise<string> {
  const { now, ports } = market;
  const product = await lockProduct(tx, productId);
  if (product?.section !== 'demand') throw new DomainError('not_found', { field: 'id' });
  requireSale(product, now());
  await requireNotFrozen(tx, user.id);
  await ports.keepsMoney(tx, user.id);
  requireSeen(product, version);
  const { currency, share_size, annual_rate } = product;
  const { scale } = requireOpen(market, currency);
  const amount = add(num, '0');
  const problem = demandProblem(amount, {
    min: mul(share_size, String(product.min_shares)),
    left: sub(mul(share_size, String(product.total_shares)), product.sold),
    scale,
  });
  if (problem) throw new DomainError(problem.code, problem);
  await ports.requireCover(tx, currency, fixedInterest(amount, annual_rate, DEMAND_HORIZON, scale));
  const known = await lockDeposit(tx, user.id, productId);
  const at = now();
  const today = dayOf(at);
  const worth = worthOf(market, currency, amount) ?? '0';
  const moveId = await nextOrderId(tx);
  const id = known?.id ?? moveId;
  if (known) {
    await accrueDeposits(tx, [known], { to: dayBefore(today), at });
    // What comes in today does not raise today's lowest balance.
    const low = known.low_on === today ? known.low : known.amount;
    await setDeposit(tx, id, { amount: add(known.amount, amount), worth: add(known.worth, worth), low, low_on: today });
  } else {
    await insertOrder(tx, {
      id,
      user_id: user.id,
      product_id: productId,
      section: 'demand',
      side: null,
      symbol: null,
      currency,
      scale,
      other_currency: null,
      other_scale: null,
      price: null,
      annual_rate,
      penalty_ratio: '0',
      days: null,
      share_size,
      amount,
      worth,
      need: '0',
      other_need: '0',
      matures_at: null,
      renew: false,
      renews: null,
      // The lowest balance of its first day is none.
      accrued_to: today,
      low: '0',
      low_on: today,
      created_at: at,
    });
  }
  await postJournal(tx, {
    ref: `invest-order:${id}:in:${moveId}`,
    kind: 'invest_buy',
    reference: currency,
    at,
    entries: buyEntries(user.id, currency, amount, 'invest'),
  });
  await addSold(tx, productId, amount);
  tx.notify(user.id, { kind: 'order', id, status: 'purchased' });
  tx.notify(user.id, { kind: 'balance' });
  return id;
}
