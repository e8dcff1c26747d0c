import type { Sql, Transaction } from '../../platform/db/database.ts';
import type { ChainName } from '../chains/index.ts';

/* Its tables, and what it reads of deposits, payments and the ledger. Units are the smallest ones of a chain. */

const DAY = 86_400_000;

export type Role = 'hot' | 'deposit' | 'cold';
export type Reason =
  | 'missing'
  | 'unrecorded'
  | 'unknown_transactions'
  | 'not_in_ledger'
  | 'not_on_chain'
  | 'payout_not_in_ledger'
  | 'payout_failed'
  | 'movement_differs'
  | 'movement_unlisted';

export type Difference = {
  readonly reason: Reason;
  readonly currency: string;
  readonly subject: string;
  readonly units: bigint;
};

export type Holding = {
  readonly currency: string;
  readonly role: Role;
  readonly addresses: number;
  readonly opening: bigint;
  readonly arrived: bigint;
  readonly paid: bigint;
  readonly fees: bigint;
  readonly moved: bigint;
  readonly held: bigint;
};

/** Addresses of users that were made from these keys; of other keys the platform cannot spend what arrives. */
export const depositAddresses = async (
  sql: Sql,
  chain: ChainName,
  fingerprints: readonly string[],
): Promise<string[]> =>
  (
    await sql.query<{ address: string }>(
      'select address from deposit_address where chain = $1 and key_fingerprint = any($2) order by address',
      [chain, fingerprints],
    )
  ).map(({ address }) => address);

/** Wallets that payments left from, and those that were reconciled before. */
export const hotAddresses = async (sql: Sql, chain: ChainName): Promise<string[]> =>
  (
    await sql.query<{ address: string }>(
      `select address from chain_wallet where chain = $1 union select address from treasury_opening where chain = $1`,
      [chain],
    )
  ).map(({ address }) => address);

/** Whether an address is a wallet of the house: a hot one, or a cold one that two members agreed on. */
export const isOwnWallet = async (sql: Sql, chain: string, address: string): Promise<boolean> =>
  (
    await sql.query(
      `select from (select address from chain_wallet where chain = $1
                    union all select address from treasury_opening where chain = $1
                    union all select address from treasury_change
                     where chain = $1 and kind = 'cold') own
        where lower(own.address) = lower($2) limit 1`,
      [chain, address],
    )
  ).length > 0;

/** The hash of the block that the watcher read; null for one that it did not. */
export const blockHash = async (sql: Sql, chain: ChainName, height: number): Promise<string | null> =>
  (
    await sql.query<{ hash: string }>('select hash from chain_block where chain = $1 and height = $2', [chain, height])
  )[0]?.hash ?? null;

/** Blocks, the one with the transaction included, of the most cautious network. */
export const confirmationsOf = async (sql: Sql, chain: ChainName): Promise<number> =>
  (
    await sql.query<{ most: number }>(
      'select coalesce(max(confirmations), 1) as most from deposit_network where chain = $1',
      [chain],
    )
  )[0]?.most ?? 1;

/** The block that was reconciled last, and whether nothing has kept the chain from it since. */
export const lastRun = async (sql: Sql, chain: ChainName): Promise<{ height: number; went: boolean } | null> =>
  (
    await sql.query<{ height: number; went: boolean }>(
      `select height::float8 as height, problem is null as went from treasury_run where chain = $1 and height is not null`,
      [chain],
    )
  )[0] ?? null;

type Sum = { readonly address: string; readonly currency: string; readonly units: string };
const keyOf = (address: string, currency: string): string => `${address} ${currency}`;
/** Units by address and currency. */
export type Sums = (address: string, currency: string) => bigint;
const sumsOf = (rows: readonly Sum[]): Sums => {
  const sums = new Map(rows.map(({ address, currency, units }) => [keyOf(address, currency), BigInt(units)]));
  return (address, currency) => sums.get(keyOf(address, currency)) ?? 0n;
};

/** What the watcher saw arrive in blocks up to this one, whatever became of it. */
export const arrivals = async (sql: Sql, chain: ChainName, height: number): Promise<Sums> =>
  sumsOf(
    await sql.query<Sum>(
      `select d.address, t.currency, sum(d.units)::text as units
         from chain_deposit d join chain_token t on t.chain = d.chain and t.contract is not distinct from d.contract
        where d.chain = $1 and d.block_height <= $2 group by d.address, t.currency`,
      [chain, height],
    ),
  );

/** Movements that two members approved. */
export const movements = async (sql: Sql, chain: ChainName): Promise<Sums> =>
  sumsOf(
    await sql.query<Sum>(
      `select c.address, c.currency, trunc(sum(c.amount) * power(10::numeric, t.decimals))::text as units
         from treasury_change c join chain_token t on t.chain = c.chain and t.currency = c.currency
        where c.kind = 'movement' and c.chain = $1 group by c.address, c.currency, t.decimals`,
      [chain],
    ),
  );

/** Transactions in blocks: by final receipts, and of chains without receipts as the payments follow them. */
const COSTS = `(select x.id, x.wallet, c.txid, c.height, c.fee, c.succeeded
    from treasury_cost c join chain_transaction x on x.id = c.transaction_id where x.chain = $1
  union all
  select x.id, x.wallet, x.txid, x.block_number, v.fee, x.state <> 'failed'
    from chain_transaction x join chain k on k.name = x.chain and k.kind = 'bitcoin'
    join chain_transaction_version v on v.chain = x.chain and v.txid = x.txid
   where x.chain = $1 and x.block_number is not null)`;

/** Whether a deposit address of TRON paid for its transaction itself: `c` of `COSTS`, named `s.address`. */
const OWN_FEES = `${COSTS} c join chain_movement m on m.transaction_id = c.id and m.kind = 'sweep'
  join chain k on k.name = m.chain and k.kind = 'tron'
  join chain_movement_source s on s.movement_id = m.id`;

/** Transactions of movements that blocks hold, see `COSTS`, and whose wallet they are of. */
const MOVED = `chain_movement m join ${COSTS} c on c.id = m.transaction_id and c.succeeded`;

/** What sweeps, and their fees on TRON, took from deposit addresses in blocks up to this one, less what topped them up. */
export const sweptFrom = async (sql: Sql, chain: ChainName, height: number): Promise<Sums> =>
  sumsOf(
    await sql.query<Sum>(
      `select o.address, o.currency, sum(o.units)::text as units
         from (select s.address, m.currency, case when m.kind = 'top_up' then -s.amount else s.amount end as units
                 from ${MOVED} join chain_movement_source s on s.movement_id = m.id
                 join chain_token t on t.chain = m.chain and t.currency = m.currency and t.contract is not distinct from m.contract
                where m.chain = $1 and c.height <= $2
               union all
               select s.address, t.currency, c.fee
                 from ${OWN_FEES} join chain_token t on t.chain = m.chain and t.contract is null
                where c.height <= $2) o
        group by o.address, o.currency`,
      [chain, height],
    ),
  );

/**
 * What movements brought to a hot wallet and took from it in blocks after its opening, up to `to`. A sweep of Bitcoin brings
 * all of its outputs: its fee is the wallet's.
 */
export async function movedBy(
  sql: Sql,
  chain: ChainName,
  { address, currency, from, to }: { address: string; currency: string; from: number; to: number },
): Promise<bigint> {
  const [row] = await sql.query<{ units: string }>(
    `select coalesce(sum(case when m.kind = 'sweep'
              then (select sum(s.amount) from chain_movement_source s where s.movement_id = m.id)
              else -m.amount end), 0)::text as units
       from ${MOVED}
      where m.chain = $1 and m.currency = $3 and c.wallet = $2 and m.kind <> 'prepare' and c.height > $4 and c.height <= $5`,
    [chain, address, currency, from, to],
  );
  return BigInt(row?.units ?? 0);
}

/** Amounts from which on addresses are swept, by currency. */
export const sweepThresholds = async (sql: Sql, chain: ChainName): Promise<{ currency: string; units: string }[]> =>
  (
    await sql.query<{ currency: string; units: string }>(
      `select distinct on (c.currency) c.currency, trunc(c.amount * power(10::numeric, t.decimals))::text as units
         from treasury_change c join chain_token t on t.chain = c.chain and t.currency = c.currency
        where c.kind = 'sweep' and c.chain = $1
        order by c.currency, c.at desc, c.id desc`,
      [chain],
    )
  ).filter(({ units }) => units !== '0');

/** The newest movements of a chain: in general, of those that bring or take money, and to the cold address; null without one. */
export async function lastMoves(
  sql: Sql,
  chain: ChainName,
): Promise<{ readonly kind: string | null; readonly turn: string | null; readonly cold: string | null }> {
  const newest = (what: string, kinds: string) =>
    `(select ${what} from chain_movement where chain = $1 and kind in (${kinds}) order by id desc limit 1)`;
  const [row] = await sql.query<{ kind: string | null; turn: string | null; cold: string | null }>(
    `select ${newest('kind', `'release', 'sweep', 'cold'`)} as kind,
            ${newest(`case kind when 'cold' then 'cold' else currency end`, `'sweep', 'cold'`)} as turn,
            ${newest('currency', `'cold'`)} as cold`,
    [chain],
  );
  return row ?? { kind: null, turn: null, cold: null };
}

type Due = { readonly address: string; readonly index: number; readonly units: string };

/**
 * Deposit addresses of the key that have been credited at least so much which is not swept yet, the largest first. What
 * was never credited stays. One whose sweep failed waits by `chain_sweep_hold`, and comes last where it is to be tried
 * alone. One of TRON whose sweep failed in a block waits for a day: each attempt burns what it has.
 */
export const dueAddresses = (
  sql: Sql,
  chain: ChainName,
  {
    fingerprint,
    currency,
    least,
    limit,
    now,
  }: { fingerprint: string; currency: string; least: string; limit: number; now: number },
): Promise<(Due & { readonly alone: boolean })[]> =>
  sql.query(
    `select a.address, a.user_id::float8 as index, trunc(sum(x.units))::text as units, coalesce(h.mined, false) as alone
       from (select d.address, d.units from chain_deposit d
               join chain_token t on t.chain = d.chain and t.contract is not distinct from d.contract
              where d.chain = $1 and t.currency = $3 and d.state in ('credited', 'claimed') and d.block_height is not null
             union all
             select c.address, c.amount * power(10::numeric, t.decimals)
               from treasury_change c join chain_token t on t.chain = c.chain and t.currency = c.currency
              where c.kind = 'movement' and c.chain = $1 and c.currency = $3
             union all
             select s.address, -s.amount from chain_movement_source s join chain_movement m on m.id = s.movement_id
               join chain_token t on t.chain = m.chain and t.currency = m.currency and t.contract is not distinct from m.contract
              where m.chain = $1 and m.currency = $3 and m.state in ('signed', 'done')) x
       join deposit_address a on a.chain = $1 and a.address = x.address
       left join chain_sweep_hold h on h.chain = $1 and h.currency = $3 and h.address = a.address
      where a.key_fingerprint = $2 and not a.former and (h.until is null or h.until <= $7)
        and not exists (select from chain_movement_source s join chain_movement m on m.id = s.movement_id
                          join chain k on k.name = m.chain and k.kind = 'tron'
                         where s.address = a.address and m.chain = $1 and m.currency = $3 and m.kind = 'sweep'
                           and m.state = 'failed' and m.waits is distinct from 'never_mined' and m.ordered_at > $6)
      group by a.address, a.user_id, h.mined having sum(x.units) >= $4
      order by alone, sum(x.units) desc, a.address limit $5`,
    [chain, fingerprint, currency, least, limit, new Date(now - DAY), new Date(now)],
  );

/** Outputs of users of a Bitcoin-like chain that nothing of ours spends, at addresses that hold at least so much. */
export const dueOutputs = (
  sql: Sql,
  chain: ChainName,
  { fingerprint, least, limit }: { fingerprint: string; least: string; limit: number },
): Promise<(Due & { readonly txid: string; readonly vout: number })[]> =>
  sql.query(
    `select address, index, units::text as units, txid, vout::float8 as vout
       from (select d.address, a.user_id::float8 as index, d.units, d.txid, d.part::bigint as vout,
                    sum(d.units) over (partition by d.address) as held
               from chain_deposit d join deposit_address a on a.chain = d.chain and a.address = d.address
              where d.chain = $1 and d.state in ('credited', 'claimed') and d.block_height is not null
                and a.key_fingerprint = $2 and not a.former
                and not exists (select from chain_input i
                                 where i.chain = d.chain and i.txid = d.txid and i.vout = d.part::bigint)) o
      where held >= $3 order by held desc, address, txid, vout limit $4`,
    [chain, fingerprint, least, limit],
  );

/**
 * What is to leave a hot wallet, or has left it in blocks after the last reconciliation, smallest units; null where a
 * movement to the cold address is not reconciled yet.
 */
export async function leaving(sql: Sql, chain: ChainName, currency: string): Promise<bigint | null> {
  const [row] = await sql.query<{ units: string; unseen: boolean }>(
    `select (select coalesce(sum(p.amount), 0) from chain_payout p left join chain_transaction x on x.id = p.transaction_id
              where p.chain = r.chain and p.currency = $2
                and (p.state in ('ordered', 'signed') or p.state = 'done' and x.block_number > r.height))::text as units,
            exists (select from chain_movement m join chain_transaction x on x.id = m.transaction_id
                     where m.chain = r.chain and m.kind in ('cold', 'top_up') and x.block_number > r.height) as unseen
       from treasury_run r where r.chain = $1 and r.height is not null and r.problem is null`,
    [chain, currency],
  );
  return row && !row.unseen ? BigInt(row.units) : null;
}

/** Transactions that members sent from an address by hand, and two approved as movements. */
export const sentByHand = async (sql: Sql, chain: ChainName, address: string): Promise<number> =>
  (
    await sql.query<{ count: number }>(
      `select count(distinct reference)::int as count from treasury_change
        where kind = 'movement' and chain = $1 and address = $2 and amount < 0`,
      [chain, address],
    )
  )[0]?.count ?? 0;

export type Opening = { readonly units: bigint; readonly height: number; readonly nonce: number | null };

export async function openingOf(
  sql: Sql,
  chain: ChainName,
  address: string,
  currency: string,
): Promise<Opening | null> {
  const [row] = await sql.query<{ units: string; height: number; nonce: number | null }>(
    `select units::text as units, height::float8 as height, nonce::float8 as nonce from treasury_opening
      where chain = $1 and address = $2 and currency = $3`,
    [chain, address, currency],
  );
  return row ? { ...row, units: BigInt(row.units) } : null;
}

export const writeOpening = (
  tx: Transaction,
  chain: ChainName,
  { address, currency, units, height, nonce }: Opening & { readonly address: string; readonly currency: string },
): Promise<unknown> =>
  tx.query(
    `insert into treasury_opening (chain, address, currency, units, height, nonce) values ($1, $2, $3, $4, $5, $6)`,
    [chain, address, currency, String(units), height, nonce],
  );

/** Versions of transactions whose cost is not known yet. */
export const uncosted = (sql: Sql, chain: ChainName): Promise<{ id: string; txid: string }[]> =>
  sql.query(
    `select x.id, v.txid from chain_transaction x join chain_transaction_version v on v.transaction_id = x.id
      where x.chain = $1 and x.state <> 'dead' and not exists (select from treasury_cost c where c.transaction_id = x.id)
      order by x.id`,
    [chain],
  );

export const writeCost = (
  tx: Transaction,
  cost: { id: string; txid: string; height: number; fee: bigint; succeeded: boolean },
): Promise<unknown> =>
  tx.query(
    `insert into treasury_cost (transaction_id, txid, height, fee, succeeded) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [cost.id, cost.txid, cost.height, String(cost.fee), cost.succeeded],
  );

export type Spent = { readonly paid: bigint; readonly fees: bigint; readonly transactions: number };

/**
 * What left a wallet in blocks after its opening, up to `to`. Fees are in the chain's coin, whatever was paid; sweeps of
 * TRON are not the wallet's.
 */
export async function spentBy(
  sql: Sql,
  chain: ChainName,
  { address, currency, from, to }: { address: string; currency: string; from: number; to: number },
): Promise<Spent> {
  const [row] = await sql.query<{ paid: string; fees: string; transactions: number }>(
    `select coalesce(sum(o.paid) filter (where c.succeeded), 0)::text as paid, coalesce(sum(c.fee), 0)::text as fees,
            count(*)::int as transactions
       from ${COSTS} c
       left join lateral (select sum(p.amount) as paid from chain_payout p
                           where p.transaction_id = c.id and p.currency = $3) o on true
      where c.wallet = $2 and c.height > $4 and c.height <= $5 and c.id not in (select c.id from ${OWN_FEES})`,
    [chain, address, currency, from, to],
  );
  return { paid: BigInt(row?.paid ?? 0), fees: BigInt(row?.fees ?? 0), transactions: row?.transactions ?? 0 };
}

/** Deposits, payments and movements in which chain or signer and the records do not say the same, up to a block. */
export async function disagreements(sql: Sql, chain: ChainName, height: number): Promise<Difference[]> {
  const rows = await sql.query<Omit<Difference, 'units'> & { readonly units: string }>(
    `select 'not_in_ledger' as reason, d.currency, d.txid || ':' || d.part as subject, d.units::text as units
       from chain_deposit d
       left join journal j on j.ref = d.chain || ':' || d.txid || ':' || d.part
                                      || case when d.credits > 1 then ':' || d.credits else '' end
      where d.chain = $1 and d.state = 'credited' and d.block_height <= $2
        and d.amount is distinct from (select sum(e.amount) from ledger_entry e join ledger_account a on a.id = e.account_id
                                        where e.journal_id = j.id and a.owner_kind = 'user' and a.user_id = d.user_id)
     union all
     select 'not_on_chain', d.currency, d.txid || ':' || d.part, (-d.units)::text
       from chain_deposit d where d.chain = $1 and d.state = 'credited' and d.block_height is null
     union all
     select case when c.succeeded then 'payout_not_in_ledger' else 'payout_failed' end, p.currency, c.txid,
            (case when c.succeeded then -p.amount else p.amount end)::text
       from ${COSTS} c join chain_payout p on p.transaction_id = c.id join withdrawal w on w.id = p.withdrawal_id
      where c.height <= $2 and p.state = 'done' and (w.status in ('sent', 'final')) <> c.succeeded
     union all
     select 'movement_differs', m.currency, 'movement:' || m.id, greatest(m.amount, 1)::text
       from chain_movement m where m.chain = $1 and m.signed_as is not null
     union all
     select 'movement_unlisted', m.asset, 'movement:' || m.movement_id || coalesce(':' || m.contract, ''),
            (-greatest(m.amount, 1))::text
       from chain_movement_unlisted m where m.chain = $1`,
    [chain, height],
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

export async function writeHoldings(tx: Transaction, chain: ChainName, holdings: readonly Holding[]): Promise<void> {
  await tx.query('delete from treasury_holding where chain = $1', [chain]);
  for (const each of holdings) {
    await tx.query(
      `insert into treasury_holding (chain, currency, role, addresses, opening, arrived, paid, fees, moved, held)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        chain,
        each.currency,
        each.role,
        each.addresses,
        ...[each.opening, each.arrived, each.paid, each.fees, each.moved, each.held].map(String),
      ],
    );
  }
}

export type OpenDifference = {
  readonly id: string;
  readonly reason: Reason;
  readonly currency: string;
  readonly subject: string;
  readonly units: string;
  readonly first_height: number;
  readonly halted_units: string | null;
};

/** Differences of one subject as one, such as two payments of a transaction of Bitcoin: a row says how much it is in all. */
function together(all: readonly Difference[]): Difference[] {
  const found = new Map<string, Difference>();
  for (const each of all) {
    const key = `${each.reason} ${each.currency} ${each.subject}`;
    found.set(key, { ...each, units: each.units + (found.get(key)?.units ?? 0n) });
  }
  return [...found.values()];
}

/** Writes down which differences stand at a block; those that are gone end. Returns the ones that stand. */
export async function writeDifferences(
  tx: Transaction,
  chain: ChainName,
  all: readonly Difference[],
  { height, at }: { readonly height: number; readonly at: number },
): Promise<OpenDifference[]> {
  const time = new Date(at);
  const found = together(all);
  const values = [
    chain,
    found.map(({ reason }) => reason),
    found.map(({ currency }) => currency),
    found.map(({ subject }) => subject),
  ];
  await tx.query(
    `update treasury_difference d set gone_at = $5
      where chain = $1 and gone_at is null
        and not exists (select from unnest($2::text[], $3::text[], $4::text[]) as f (reason, currency, subject)
                         where (f.reason, f.currency, f.subject) = (d.reason, d.currency, d.subject))`,
    [...values, time],
  );
  return tx.query<OpenDifference>(
    `insert into treasury_difference as d (chain, reason, currency, subject, units, first_height, height, seen_at)
     select $1, f.reason, f.currency, f.subject, f.units, $6, $6, $7
       from unnest($2::text[], $3::text[], $4::text[], $5::numeric[]) as f (reason, currency, subject, units)
     on conflict (chain, reason, currency, subject) where gone_at is null do update
        set units = excluded.units, height = excluded.height
     returning id, reason, currency, subject, units::text as units, first_height::float8 as first_height,
               halted_units::text as halted_units`,
    [...values, found.map(({ units }) => String(units)), height, time],
  );
}

/** Halts a chain's withdrawals for a difference, once for each size of it. */
export async function haltWithdrawals(
  tx: Transaction,
  chain: ChainName,
  { id, units }: Pick<OpenDifference, 'id' | 'units'>,
  { why, at }: { readonly why: string; readonly at: number },
): Promise<void> {
  await tx.query('update treasury_difference set halted_units = $2 where id = $1', [id, units]);
  await tx.query('update chain set withdrawals_halted = true where name = $1', [chain]);
  await tx.query('update treasury_run set halted_for = $2, halted_at = $3 where chain = $1', [
    chain,
    why.slice(0, 300),
    new Date(at),
  ]);
}

export const writeRun = (tx: Transaction, chain: ChainName, height: number, at: number): Promise<unknown> =>
  tx.query(
    `insert into treasury_run (chain, height, at) values ($1, $2, $3)
     on conflict (chain) do update set height = $2, at = $3, problem = null`,
    [chain, height, new Date(at)],
  );

export const writeProblem = (tx: Transaction, chain: ChainName, problem: string): Promise<unknown> =>
  tx.query(`insert into treasury_run (chain, problem) values ($1, $2) on conflict (chain) do update set problem = $2`, [
    chain,
    problem.slice(0, 300),
  ]);

/** The cold address of a chain; null where none is set. */
export const coldAddress = async (sql: Sql, chain: ChainName): Promise<string | null> =>
  (
    await sql.query<{ address: string }>(
      `select address from treasury_change where kind = 'cold' and chain = $1
        order by at desc, id desc limit 1`,
      [chain],
    )
  )[0]?.address ?? null;
