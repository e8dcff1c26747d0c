import { fundingRateOf } from '@tessera/api/leverage/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';

/* The tables of what holding costs: no other file contains their SQL. */

export type ChargeKind = 'funding' | 'overnight_fee';

/** The lease of the job that charges; `reached_at` is the last instant of which all is charged. */
export const HOLDING_JOB = 'leverage-holding';

/** Mark and rate of an instant that was due; `rate` of 8 hours for funding, of a year for an overnight fee. */
export type HoldingRate = { readonly symbol: string; readonly mark: string; readonly rate: string };

/** What of a position was open at an instant that was due, and it was not charged for yet. */
export type Chargeable = {
  readonly id: string;
  readonly userId: string;
  readonly symbol: string;
  readonly currency: string;
  readonly side: 'long' | 'short';
  /** Of the quote currency in the settlement currency. */
  readonly conversion: string;
  readonly quantity: string;
};

/** What a position was charged; below zero where it received. */
export type NewCharge = {
  readonly positionId: string;
  readonly kind: ChargeKind;
  /** Unix ms. */
  readonly due: number;
  readonly userId: string;
  readonly quantity: string;
  readonly charge: string;
  readonly fromMargin: string;
  readonly shortfall: string;
  readonly at: number;
};

/** Until when premiums are stored, Unix ms; null before the first. */
export async function premiumsUntil(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ minute: number | null }>('select max(minute) as minute from funding_premium');
  return row?.minute ?? null;
}

export const insertPremiums = (
  tx: Sql,
  premiums: readonly { readonly symbol: string; readonly minute: number; readonly premium: string }[],
): Promise<unknown> =>
  tx.query(
    `insert into funding_premium (symbol, minute, premium)
     select * from unnest($1::text[], $2::timestamptz[], $3::numeric[]) on conflict do nothing`,
    [
      premiums.map(({ symbol }) => symbol),
      premiums.map(({ minute }) => new Date(minute)),
      premiums.map(({ premium }) => premium),
    ],
  );

/** Premiums before a time, Unix ms, are not needed any more. */
export const deletePremiums = (tx: Sql, before: number): Promise<unknown> =>
  tx.query('delete from funding_premium where minute < $1', [new Date(before)]);

/** The rate of funding of each contract, by its premiums in `[from, to)`, Unix ms; '0' for one without any. */
export async function fundingRates(
  sql: Sql,
  symbols: readonly string[],
  from: number,
  to: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql.query<{ symbol: string; mean: string | null }>(
    `select s.symbol, (select avg(premium::numeric) from funding_premium p
                        where p.symbol = s.symbol and p.minute >= $2 and p.minute < $3) as mean
       from unnest($1::text[]) as s (symbol)`,
    [symbols, new Date(from), new Date(to)],
  );
  return new Map(rows.map(({ symbol, mean }) => [symbol, fundingRateOf(mean)]));
}

/** Fixes rates of an instant, those that are not fixed yet; returns all of it. */
export async function fixRates(
  tx: Sql,
  kind: ChargeKind,
  due: number,
  rates: readonly HoldingRate[],
): Promise<readonly HoldingRate[]> {
  await tx.query(
    `insert into holding_rate (kind, due, symbol, mark, rate)
     select $1, $2, symbol, mark, rate from unnest($3::text[], $4::numeric[], $5::numeric[]) as r (symbol, mark, rate)
     on conflict do nothing`,
    [
      kind,
      new Date(due),
      rates.map(({ symbol }) => symbol),
      rates.map(({ mark }) => mark),
      rates.map(({ rate }) => rate),
    ],
  );
  return tx.query<HoldingRate>('select symbol, mark, rate from holding_rate where kind = $1 and due = $2', [
    kind,
    new Date(due),
  ]);
}

/** Symbols with positions of a category that were open at an instant, Unix ms. */
export async function heldSymbols(sql: Sql, category: 'lever' | 'contract', due: number): Promise<readonly string[]> {
  const rows = await sql.query<{ symbol: string }>(
    `select distinct symbol from lever_position
      where category = $1 and opened_at < $2 and (status in ('open', 'closing') or (status = 'closed' and closed_at >= $2))`,
    [category, new Date(due)],
  );
  return rows.map(({ symbol }) => symbol);
}

/** What of positions in these symbols was open just before an instant, and was not charged for it; by user. */
export const chargeable = (
  sql: Sql,
  kind: ChargeKind,
  symbols: readonly string[],
  due: number,
): Promise<Chargeable[]> =>
  sql.query<Chargeable>(
    `select p.id, p.user_id as "userId", p.symbol, p.currency, p.side, p.rate as conversion, e.open_quantity as quantity
       from lever_position p
       cross join lateral (select v.open_quantity from leverage_event v
                            where v.position_id = p.id and v.at < $3 order by v.id desc limit 1) e
      where p.symbol = any ($2) and p.opened_at < $3
        and (p.status in ('open', 'closing') or (p.status = 'closed' and p.closed_at >= $3))
        and e.open_quantity > 0
        and not exists (select from lever_charge c where c.position_id = p.id and c.kind = $1 and c.due = $3)
      order by p.user_id, p.id`,
    [kind, symbols, new Date(due)],
  );

/** The last instant of which all is charged, Unix ms; null before the first run of the job. */
export async function chargedUntil(sql: Sql): Promise<number | null> {
  const [row] = await sql.query<{ at: number | null }>('select reached_at as at from lease where name = $1', [
    HOLDING_JOB,
  ]);
  return row?.at ?? null;
}

/** What of a user was open at an instant that was not charged yet. */
export type Uncharged = Chargeable & {
  readonly kind: ChargeKind;
  /** Unix ms. */
  readonly due: number;
  /** Σ of the premiums of its hours that are known, and how many minutes are, and are not yet; of funding. */
  readonly premiums: string;
  readonly known: number;
  readonly unknown: number;
};

/** What these users held at instants, of what is not charged for them. An instant may be still to come. */
export const unchargedOf = (
  sql: Sql,
  userIds: readonly string[],
  instants: readonly { readonly kind: ChargeKind; readonly due: number }[],
): Promise<Uncharged[]> =>
  sql.query<Uncharged>(
    `with held as (
       select w.kind, w.due, p.id, p.user_id, p.symbol, p.currency, p.side, p.rate
         from unnest($2::text[], $3::timestamptz[]) as w (kind, due)
         join lever_position p on p.category = case w.kind when 'funding' then 'contract' else 'lever' end
        where p.user_id = any ($1) and p.status in ('open', 'closing') and p.opened_at < w.due
       union all
       select w.kind, w.due, p.id, p.user_id, p.symbol, p.currency, p.side, p.rate
         from unnest($2::text[], $3::timestamptz[]) as w (kind, due)
         join lever_position p on p.category = case w.kind when 'funding' then 'contract' else 'lever' end
        where p.user_id = any ($1) and p.status = 'closed' and p.closed_at >= w.due and p.opened_at < w.due)
     select h.kind, h.due, h.id, h.user_id as "userId", h.symbol, h.currency, h.side, h.rate as conversion,
            e.open_quantity as quantity, m.premiums, m.known::int as known,
            least(480, greatest(0, extract(epoch from h.due - coalesce(
              (select max(minute) from funding_premium) + interval '1 minute', '-infinity')) / 60))::int as unknown
       from held h
       cross join lateral (select v.open_quantity from leverage_event v
                            where v.position_id = h.id and v.at < h.due order by v.id desc limit 1) e
       cross join lateral (select coalesce(sum(f.premium::numeric), 0) as premiums, count(*) as known
                             from funding_premium f
                            where f.symbol = h.symbol and h.kind = 'funding'
                              and f.minute >= h.due - interval '8 hours' and f.minute < h.due) m
      where e.open_quantity > 0
        and not exists (select from lever_charge c where c.position_id = h.id and c.kind = h.kind and c.due = h.due)`,
    [userIds, instants.map(({ kind }) => kind), instants.map(({ due }) => new Date(due))],
  );

/** Of these positions those that were charged for an instant. */
export async function chargedOf(
  sql: Sql,
  kinds: readonly ChargeKind[],
  dues: readonly number[],
  positionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ kind: ChargeKind; due: number; position_id: string }>(
    `select c.kind, c.due, c.position_id
       from unnest($1::text[], $2::timestamptz[], $3::bigint[]) as w (kind, due, position_id)
       join lever_charge c on c.position_id = w.position_id and c.kind = w.kind and c.due = w.due`,
    [kinds, dues.map((due) => new Date(due)), positionIds],
  );
  return new Set(rows.map(({ kind, due, position_id }) => chargeKey(kind, due, position_id)));
}

export const chargeKey = (kind: ChargeKind, due: number, positionId: string): string => `${kind} ${due} ${positionId}`;

export const insertCharges = (tx: Transaction, charges: readonly NewCharge[]): Promise<unknown> =>
  tx.query(
    `insert into lever_charge (position_id, kind, due, user_id, quantity, charge, from_margin, shortfall, at)
     select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::bigint[], $5::numeric[], $6::numeric[],
                          $7::numeric[], $8::numeric[], $9::timestamptz[])`,
    [
      charges.map(({ positionId }) => positionId),
      charges.map(({ kind }) => kind),
      charges.map(({ due }) => new Date(due)),
      charges.map(({ userId }) => userId),
      charges.map(({ quantity }) => quantity),
      charges.map(({ charge }) => charge),
      charges.map(({ fromMargin }) => fromMargin),
      charges.map(({ shortfall }) => shortfall),
      charges.map(({ at }) => new Date(at)),
    ],
  );
