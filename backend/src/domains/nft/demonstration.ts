import { randomBytes } from 'node:crypto';
import { depositOf, minBid } from '@tessera/api/nft/rules';
import { cmp, div, mul, quantize, sub } from '@tessera/money';
import type { Database, Sql, Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { JobRun, RecurringJob } from '../../platform/jobs/job.ts';
import {
  houseAccount,
  InsufficientBalance,
  postJournal,
  userAccount,
  userBalance,
} from '../../platform/ledger/index.ts';
import { createUser, hashSecret } from '../identity/index.ts';
import { placeBid } from './bid.ts';
import { buy, payDeposit, payOrder } from './buy.ts';
import type { NftMarket } from './judge.ts';
import { openPrimarySale } from './primary.ts';
import { resell } from './resell.ts';
import { readTerms } from './settings.ts';

/*
 * A market that goes on by itself: sales of the works of the house's artists, and four accounts of the exchange that buy
 * them, bid for them and sell them again, with money of the house. The rules are published in docs/nft.md. The accounts
 * know what every visitor knows; they trade with the house's artists and with each other only, and never bid after a user.
 */

type Currency = 'USDT' | 'ETH';

const COLLECTORS = ['Ada', 'Bruno', 'Chioma', 'Dai'] as const;
const emailOf = (name: string): string => `${name.toLowerCase()}.collects@demonstration.tessera.example`;

/** What a collector has at least, and is brought up to. */
const LEAST: Readonly<Record<Currency, string>> = { USDT: '20000', ETH: '10' };
const FULL: Readonly<Record<Currency, string>> = { USDT: '100000', ETH: '50' };

const HOUR = 3_600_000;
const EVERY = 60_000;
/** ms from the end of a sale to the next one of the same work, and to the resale of what a collector bought. */
export const REST = 18 * HOUR;
/** ms that every third sale is announced before it begins. */
const LEAD = 8 * HOUR;
/** ms of a sale at a price, and of an auction; and up to `SPREAD_HOURS` more, so that not all end at once. */
const SALE_LASTS = 60 * HOUR;
const AUCTION_LASTS = 36 * HOUR;
const SPREAD_HOURS = 24;
/** Sales that one run opens, besides works that never were in one: a market that has just started shows all of them. */
const OPENED = 4;
const LOOKED_AT = 100;
/** Resales of collectors at the same time. */
const RESALES = 12;
/** Items of one sale at most. */
const STOCK = 5;
/** Collectors bid once in a part of an auction, in the first six of eight parts. */
const PARTS = 8;
const LAST_PART = 6;
/** Times the lowest first bid: collectors bid no more. */
const MOST = '2';
/** Winners pay an hour after the end; those of one auction in three do not. */
const PAYS_AFTER = HOUR;
const UNPAID_OF = 3;

type Parts = NftMarket & { readonly database: Database };
type Run = Pick<JobRun, 'fence' | 'signal'>;
type Collector = { readonly id: string; readonly level: 2 };

/** Sees to it that the collectors are there. Their passwords are random and not kept. */
export async function seedCollectors(database: Database, now: number): Promise<void> {
  for (const name of COLLECTORS) {
    const value = emailOf(name);
    const [known] = await database.query('select 1 as one from user_account where lower(email) = $1', [value]);
    if (known) continue;
    const passwordHash = await hashSecret(randomBytes(32).toString('base64'));
    await database.transaction(async (tx) => {
      const contact = { kind: 'email', value } as const;
      const id = await createUser(tx, { contact, passwordHash, invitedBy: null, language: 'en', now });
      await tx.query('update user_account set nickname = $2, signature = $3, verification_level = 2 where id = $1', [
        id,
        name,
        'Demo collector',
      ]);
    });
  }
}

export async function collectorsOf(sql: Sql): Promise<readonly Collector[]> {
  const rows = await sql.query<{ id: string }>(
    'select id from user_account where email = any($1::text[]) order by id',
    [COLLECTORS.map(emailOf)],
  );
  return rows.map(({ id }) => ({ id, level: 2 }));
}

/** Brings the money of a collector up, where it has become little. */
async function refill(tx: Transaction, { id }: Collector, at: number): Promise<void> {
  for (const currency of ['USDT', 'ETH'] as const) {
    const held = await userBalance(tx, id, 'change', currency);
    if (cmp(held, LEAST[currency]) >= 0) continue;
    const amount = sub(FULL[currency], held);
    await postJournal(tx, {
      ref: `nft-collector:${id}:${currency}:${at}`,
      kind: 'reward',
      at,
      entries: [
        { account: houseAccount('grants'), currency, amount: `-${amount}` },
        { account: userAccount(id, 'change'), currency, amount },
      ],
    });
  }
}

/** What makes one work's sales other than another's: nothing but its number and how often it was sold. */
const seedOf = (id: string, sales: number): number => (Number(id) * 31 + sales * 17) % 997;

const priceOf = (seed: number, currency: Currency): string =>
  currency === 'USDT' ? String(40 + ((seed * 37) % 460)) : div(String(20 + ((seed * 13) % 230)), '1000');

type Primary = { readonly id: string; readonly editions: number; readonly left: number; readonly sales: number };

/** Works of the house's artists that are in no sale of the artist's, have items left, and have rested; new ones mixed. */
async function restingWorks(sql: Sql, now: number): Promise<Primary[]> {
  const works = await sql.query<Primary>(
    `select w.id, w.editions, w.editions - coalesce(i.items, 0) as left, coalesce(s.sales, 0) as sales
       from nft_work w join nft_artist a on a.id = w.artist_id
       left join lateral (select count(*) filter (where owner_id is not null or sale_id is not null)::int as items
                            from nft_item where work_id = w.id) i on true
       left join lateral (select count(*)::int as sales, max(coalesce(closed_at, created_at)) as last,
                                 bool_or(state in ('open', 'owed', 'offered')) as busy
                            from nft_sale where code = w.code) s on true
      where a.user_id is null and a.shown and w.shown and not w.blind_box
        and w.code not like 'BOX-%' and not exists (select 1 from nft_prize p where p.work_id = w.id) and coalesce(i.items, 0) < w.editions
        and not coalesce(s.busy, false) and (s.last is null or s.last <= $1)
      order by s.last nulls first, (w.id * 31) % 59, w.id limit $2`,
    [new Date(now - REST), LOOKED_AT],
  );
  return works.filter(({ sales }, place) => sales === 0 || place < OPENED);
}

async function openPrimary(tx: Transaction, work: Primary, parts: Parts, at: number): Promise<void> {
  const seed = seedOf(work.id, work.sales);
  const currency = seed % 3 === 0 ? 'ETH' : 'USDT';
  const price = priceOf(seed, currency);
  const auction = work.editions === 1 && seed % 2 === 1;
  const startAt = seed % 3 === 1 ? at + LEAD : at;
  const { depositBp } = await readTerms(tx);
  await openPrimarySale(
    tx,
    {
      workId: work.id,
      saleType: auction ? 'auction' : 'normal',
      currency,
      price,
      stock: Math.min(work.left, STOCK),
      startAt,
      endAt: startAt + (auction ? AUCTION_LASTS : SALE_LASTS) + (seed % SPREAD_HOURS) * HOUR,
      ...(auction && {
        auction: { deposit: depositOf(price, depositBp, 6), increment: quantize(div(price, '20'), 4, 'up') },
      }),
      demonstration: `work:${work.id}:${work.sales}`,
    },
    parts,
  );
}

type Held = {
  readonly code: string;
  readonly id: string;
  readonly owner_id: string;
  readonly price: string;
  readonly sales: number;
};

/** What collectors have kept long enough, while they sell little. */
const restingItems = (sql: Sql, collectors: readonly Collector[], now: number): Promise<Held[]> =>
  sql.query<Held>(
    `select i.id, i.code, i.owner_id, p.price, (select count(*)::int from nft_sale where code = i.code) as sales
       from nft_item i join nft_work w on w.id = i.work_id
       join lateral (select price from nft_provenance where item_id = i.id and price is not null order by id desc limit 1) p on true
      where i.owner_id = any($1::bigint[]) and i.sale_id is null and i.withdrawn_at is null and i.acquired_at <= $2
        and w.shown and not w.blind_box
        and not exists (select 1 from nft_sale s where s.code = i.code and s.closed_at > $2)
        and (select count(*) from nft_sale s where s.seller_id = any($1::bigint[]) and s.state in ('open', 'owed', 'offered')) < $3
      order by i.acquired_at, i.id limit $4`,
    [collectors.map(({ id }) => id), new Date(now - REST), RESALES, OPENED],
  );

/** Collectors ask between nine tenths and six fifths of what they paid. */
async function offerAgain(tx: Transaction, item: Held, parts: Parts, at: number): Promise<void> {
  const seed = seedOf(item.id, item.sales);
  const price = quantize(mul(item.price, div(String(90 + (seed % 31)), '100')), 4, 'up');
  const auction = seed % 2 === 0;
  const start_time = seed % 3 === 1 ? at + LEAD : at;
  const terms = {
    code: item.code,
    price,
    start_time,
    end_time: start_time + (auction ? AUCTION_LASTS : SALE_LASTS),
    ...(auction && { increment: quantize(div(price, '20'), 4, 'up') }),
    sale_type: auction ? ('auction' as const) : ('normal' as const),
  };
  await resell(tx, { id: item.owner_id, level: 2 }, terms, parts);
}

type OnSale = {
  readonly id: string;
  readonly code: string;
  readonly sale_type: 'normal' | 'auction';
  readonly seller_id: string | null;
  readonly currency: string;
  readonly price: string;
  readonly deposit: string | null;
  readonly ask: string;
  readonly increment: string | null;
  readonly bids: number;
  readonly stock: number;
  readonly sold: number;
  readonly start_at: number;
  readonly end_at: number;
  /** A user who is no collector has bid. */
  readonly wanted: boolean;
};

/** Sales of the house's artists and of collectors that are on. */
const salesOn = (sql: Sql, collectors: readonly Collector[], now: number): Promise<OnSale[]> =>
  sql.query<OnSale>(
    `select s.id, s.code, s.sale_type, s.seller_id, s.currency, s.price, s.deposit, s.ask, s.increment, s.bids, s.stock, s.sold, s.start_at, s.end_at,
            exists (select 1 from nft_bid b where b.sale_id = s.id and b.user_id <> all($1::bigint[])) as wanted
       from nft_sale s
      where s.state = 'open' and s.sale_type <> 'blind_box' and s.start_at <= $2 and s.end_at > $2
        and (s.seller_id is null or s.seller_id = any($1::bigint[]))
      order by s.id`,
    [collectors.map(({ id }) => id), new Date(now)],
  );

/** The bid or purchase that is due in a sale at a time, by the published rule; null for none. */
function dueIn(
  sale: OnSale,
  collectors: readonly Collector[],
  now: number,
): { who: Collector; bid: string | null } | null {
  const buyers = collectors.filter(({ id }) => id !== sale.seller_id);
  const part = Math.floor(((now - sale.start_at) * PARTS) / (sale.end_at - sale.start_at));
  const seed = seedOf(sale.id, 0);
  if (sale.sale_type === 'auction') {
    // One in five finds no bidder.
    if (sale.wanted || seed % 5 === 0 || part >= LAST_PART || sale.bids > part) return null;
    const top = sale.bids > 0 ? sale.ask : null;
    const bid = minBid({ price: sale.price, top, increment: sale.increment ?? '0' });
    if (cmp(bid, mul(sale.price, MOST)) > 0) return null;
    const who = buyers[(seed + sale.bids) % buyers.length];
    return who ? { who, bid } : null;
  }
  // Half of the sales at a price are sold out in their second half, the others have one buyer, or none.
  const wanted = seed % 2 === 0 ? sale.stock : Math.min(1, (seed % 3) * (sale.stock - 1));
  if (part < PARTS / 2 || sale.sold >= wanted) return null;
  const who = buyers[(seed + sale.sold) % buyers.length];
  return who ? { who, bid: null } : null;
}

/** Won auctions of collectors that they pay: an hour after the end, but for one in three. */
const ordersDue = (
  sql: Sql,
  collectors: readonly Collector[],
  now: number,
): Promise<{ id: string; user_id: string }[]> =>
  sql.query(
    `select id, user_id from nft_order
      where status = 'to_pay' and user_id = any($1::bigint[]) and created_at <= $2 and (sale_id % $3 <> 0 or place = 2)
      order by id`,
    [collectors.map(({ id }) => id), new Date(now - PAYS_AFTER), UNPAID_OF],
  );

/** One turn: refills, opens what has rested, buys and bids what is due. What cannot be done now is tried at the next. */
export async function demonstrate(parts: Parts, { fence, signal }: Run): Promise<void> {
  const { database, now } = parts;
  const collectors = await collectorsOf(database);
  const attempt = async (work: (tx: Transaction, at: number) => Promise<unknown>): Promise<void> => {
    if (signal.aborted) return;
    try {
      await database.transaction(async (tx) => {
        await fence(tx);
        await work(tx, now());
      });
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof InsufficientBalance)) throw error;
    }
  };
  for (const each of collectors) await attempt((tx, at) => refill(tx, each, at));
  for (const work of await restingWorks(database, now())) await attempt((tx, at) => openPrimary(tx, work, parts, at));
  for (const item of await restingItems(database, collectors, now())) {
    await attempt((tx, at) => offerAgain(tx, item, parts, at));
  }
  for (const sale of await salesOn(database, collectors, now())) {
    const due = dueIn(sale, collectors, now());
    if (!due) continue;
    const { who, bid } = due;
    const { code, currency, deposit } = sale;
    await attempt(async (tx) => {
      if (bid === null) return buy(tx, who, { code, currency, price: sale.price }, parts);
      await payDeposit(tx, who, { code, currency, deposit: deposit ?? undefined }, parts);
      return placeBid(tx, who, { code, currency, price: bid }, parts);
    });
  }
  for (const { id, user_id } of await ordersDue(database, collectors, now())) {
    await attempt((tx) => payOrder(tx, { id: user_id }, id, parts));
  }
}

export const demonstrationJob = (parts: Parts): RecurringJob => ({
  name: 'nft-demonstration',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  async run(run) {
    await seedCollectors(parts.database, parts.now());
    await demonstrate(parts, run);
  },
});
