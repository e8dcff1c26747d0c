import { barredUntil, DEFAULTS_WITHIN, MOST_DEFAULTS, type NftStatus, statusAt } from '@tessera/api/nft/rules';
import { add, cmp, div, isPositive, mul, quantize } from '@tessera/money';
import type { Catalogue } from '../../platform/catalogue/catalogue.ts';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { Dependencies } from '../../platform/domain.ts';
import type { Feed } from '../../platform/feed/feed.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { userBalance } from '../../platform/ledger/index.ts';
import type { Ports } from '../../platform/ports.ts';
import type { SignedIn } from '../../platform/session/read-session.ts';
import type { Leaving } from '../../platform/ways/leave.ts';
import { nothingLeaves } from '../../platform/ways/leave.ts';
import { areLinked } from '../copytrading/index.ts';
import { requireNotFrozen } from '../identity/index.ts';
import { indexInUsdt, livesIn } from '../instruments/index.ts';
import { readConfiguration } from '../site/index.ts';
import { readTerms } from './settings.ts';
import { defaultsOf, type Sale } from './store.ts';

/* What every purchase, deposit and bid has to pass. */

/** A user with their identity level. */
export type Buyer = Pick<SignedIn, 'id' | 'level'>;

export type NftMarket = {
  readonly catalogue: Catalogue;
  readonly feed: Feed;
  readonly ports: Pick<Ports, 'keepsMoney' | 'moneyOut'>;
  /** The rule of what goes to other users. Accounts that the exchange itself trades with have none. */
  readonly leave: Leave;
  /** Unix ms; read again once locks are held. */
  readonly now: () => number;
  readonly databaseNow: Dependencies['databaseNow'];
};

/** `value` in USDT. */
export type Leave = (
  tx: Transaction,
  leaving: Pick<Leaving, 'userId' | 'payeeId' | 'call' | 'at'> & { readonly value: string },
) => Promise<void>;

const USDT_SCALE = 8;
const DAY = 86_400_000;

/** What an amount is worth in USDT by the index; null while there is no price. */
export function worthNow({ feed }: Pick<NftMarket, 'feed'>, currency: string, amount: string): string | null {
  const price = indexInUsdt(feed, currency);
  return price === null ? null : quantize(mul(amount, price), USDT_SCALE, 'up');
}

/** The same; without a price of now by what the sale was worth when it last had one. */
export const worthIn = (
  market: Pick<NftMarket, 'feed'>,
  { currency, worth, ask }: Pick<Sale, 'currency' | 'worth' | 'ask'>,
  amount: string,
): string => worthNow(market, currency, amount) ?? quantize(div(mul(worth, amount), ask), USDT_SCALE, 'up');

export const statusOf = (
  { start_at, end_at, stock, sold, state }: Pick<Sale, 'start_at' | 'end_at' | 'stock' | 'sold' | 'state'>,
  now: number,
): NftStatus => statusAt({ startAt: start_at, endAt: end_at, remaining: stock - sold, over: state !== 'open' }, now);

/** Throws unless the sale is on at this moment. */
export function requireOnSale(sale: Sale, now: number): void {
  const status = statusOf(sale, now);
  if (status === 'sold_out') throw new DomainError('sold_out', { field: 'code' });
  if (status !== 'on_sale') throw new DomainError('sale_not_open', { field: 'code' });
}

/** What the caller saw of a sale: its currency, and what it asks for as a deposit. */
export type Seen = { readonly currency?: string | undefined; readonly deposit?: string | undefined };

/**
 * Rejects what is paid in another currency, or as another deposit, than was shown: who sells a work may end a sale and begin
 * another one under its code, of the same number in a dearer coin. Pages of before name neither: then no sale of the code
 * may ever have differed. `kind`: what is paid.
 */
export async function requireSeen(
  sql: Sql,
  { code, currency, deposit }: Pick<Sale, 'code' | 'currency' | 'deposit'>,
  seen: Seen,
  kind: 'price' | 'deposit',
): Promise<void> {
  const moved = (field: string) => new DomainError('price_moved', { field });
  if (seen.currency !== undefined && seen.currency !== currency) throw moved('currency');
  if (seen.deposit !== undefined && (deposit === null || cmp(seen.deposit, deposit) !== 0)) throw moved('deposit');
  if (seen.currency !== undefined && (kind === 'price' || seen.deposit !== undefined)) return;
  const [other] = await sql.query(
    `select from nft_sale where code = $1 and (currency <> $2 or $3::numeric is not null and deposit <> $3) limit 1`,
    [code, currency, kind === 'deposit' ? deposit : null],
  );
  if (other) throw moved(kind === 'price' ? 'currency' : 'deposit');
}

/** Rejects sellers, and users known to be the same person: by browser, phone number, document or payee. */
export async function requireOther(tx: Transaction, userId: string, { seller_id: sellerId }: Sale): Promise<void> {
  if (sellerId === null) return;
  if (sellerId === userId || (await areLinked(tx, userId, sellerId))) throw new DomainError('own_work');
}

/** What a sale takes from a user, by the rule of what goes to others; the house and its artists are none. */
export async function leaveToSeller(
  tx: Transaction,
  { seller_id: sellerId, creator_id: creatorId }: Pick<Sale, 'seller_id' | 'creator_id'>,
  leaving: Omit<Parameters<Leave>[1], 'payeeId'>,
  { leave }: Pick<NftMarket, 'leave'>,
): Promise<void> {
  const payeeId = sellerId ?? creatorId;
  if (payeeId === null || !isPositive(leaving.value)) return nothingLeaves(tx);
  await leave(tx, { ...leaving, payeeId });
}

async function requireCountry(tx: Transaction, userId: string): Promise<void> {
  const { countries } = await readTerms(tx);
  if (await livesIn(tx, userId, countries)) throw new DomainError('country_restricted');
}

/** Rejects users who may not buy: frozen, of a country without the marketplace, or the seller. */
export async function requireBuyer(tx: Transaction, userId: string, sale: Sale): Promise<void> {
  await requireNotFrozen(tx, userId);
  await requireOther(tx, userId, sale);
  await requireCountry(tx, userId);
}

/**
 * Rejects sellers whose account lets nothing go now, at whatever price: what an item is worth is not known, and who sells it
 * for its owner while withdrawals pause may be a thief who buys it.
 */
export const requireSeller = (tx: Transaction, userId: string, { ports, now }: NftMarket): Promise<void> =>
  ports.moneyOut(tx, { userId, at: now() });

/** Rejects users who left won auctions unpaid, until the published time is over. */
export async function requireReliable(sql: Sql, userId: string, now: number): Promise<void> {
  const until = barredUntil(await defaultsOf(sql, userId, now - DEFAULTS_WITHIN), now);
  if (until === null) return;
  const days = Math.ceil((until - now) / DAY);
  throw new DomainError('bids_barred', { field: 'code', params: { count: MOST_DEFAULTS, days } });
}

/** Rejects what is worth more than the user's identity level allows for one order. Returns what it is worth, USDT. */
export async function requireWithinLimit(
  tx: Transaction,
  user: Pick<Buyer, 'level'>,
  sale: Sale,
  amount: string,
  market: Pick<NftMarket, 'feed'>,
): Promise<string> {
  const limit = (await readConfiguration(tx)).orderLimits[user.level];
  const worth = worthIn(market, sale, amount);
  if (cmp(worth, limit) > 0) throw new DomainError('order_limit', { field: 'price', params: { limit } });
  return worth;
}

/** Throws while staff have closed the currency. */
export function requireCurrency({ catalogue }: Pick<NftMarket, 'catalogue'>, code: string): { readonly scale: number } {
  const { scale, open } = catalogue.current().heldCurrency(code);
  if (!open) throw new DomainError('currency_closed');
  return { scale };
}

/** Rejects a bid whose rest the bidder could not pay at this moment. Nothing but the deposit is kept aside. */
export async function requireRest(
  sql: Sql,
  userId: string,
  { currency }: Sale,
  { bid, deposit }: { readonly bid: string; readonly deposit: string },
): Promise<void> {
  const held = add(await userBalance(sql, userId, 'change', currency), deposit);
  if (cmp(held, bid) < 0) throw new DomainError('insufficient_balance', { field: 'price' });
}
