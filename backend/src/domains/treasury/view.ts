import type { Output } from '@tessera/api/contract';
import { add, cmp, neg, sub } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { type ChainName, listChains } from '../chains/index.ts';
import { fromUnits } from '../withdrawals/index.ts';
import { coldAddress, type Role } from './store.ts';

export type TreasuryView = Output<'GET /staff/treasury'>;
type ChainView = TreasuryView['chains'][number];
type Limit = TreasuryView['limits'][number];

/** A decimal amount of smallest units, which may be below zero. */
const amountOf = (units: string, decimals: number): string =>
  units.startsWith('-') ? neg(fromUnits(units.slice(1), decimals)) : fromUnits(units, decimals);

type HoldingRow = {
  readonly chain: ChainName;
  readonly currency: string;
  readonly role: Role;
  readonly decimals: number;
  readonly addresses: number;
  readonly opening: string;
  readonly arrived: string;
  readonly paid: string;
  readonly fees: string;
  readonly moved: string;
  readonly held: string;
};

type Holding = ChainView['holdings'][number] & { readonly chain: ChainName };

async function holdingsOf(sql: Sql): Promise<Holding[]> {
  const rows = await sql.query<HoldingRow>(
    `select h.chain, h.currency, h.role, t.decimals, h.addresses, h.opening::text as opening, h.arrived::text as arrived,
            h.paid::text as paid, h.fees::text as fees, h.moved::text as moved, h.held::text as held
       from treasury_holding h join chain_token t on t.chain = h.chain and t.currency = h.currency
      order by h.chain, h.currency, h.role`,
  );
  return rows.map(({ decimals, chain, currency, role, addresses, ...row }) => {
    const [opening, arrived, paid, fees, moved, held] = [
      row.opening,
      row.arrived,
      row.paid,
      row.fees,
      row.moved,
      row.held,
    ].map((units) => amountOf(units, decimals)) as [string, string, string, string, string, string];
    const expected = sub(sub(add(add(opening, arrived), moved), paid), fees);
    return { chain, currency, role, addresses, opening, arrived, paid, fees, moved, expected, held };
  });
}

type RunRow = Omit<ChainView, 'holdings'>;

const runsOf = (sql: Sql): Promise<RunRow[]> =>
  sql.query(
    `select chain, height::float8 as height, at, problem, halted_for, halted_at from treasury_run order by chain`,
  );

/** Differences of now, the largest first. */
export async function differencesOf(sql: Sql): Promise<TreasuryView['differences']> {
  const rows = await sql.query<
    Omit<TreasuryView['differences'][number], 'amount'> & { readonly units: string; readonly decimals: number }
  >(
    `select d.id, d.chain, d.reason, d.currency, d.subject, d.units::text as units,
            case when d.reason = 'unknown_transactions' then 0 else t.decimals end as decimals,
            d.first_height::float8 as first_height, d.height::float8 as height, d.seen_at
       from treasury_difference d join chain_token t on t.chain = d.chain and t.currency = d.currency
      where d.gone_at is null order by abs(d.units) / power(10::numeric, t.decimals) desc, d.id limit 1000`,
  );
  return rows.map(({ units, decimals, ...row }) => ({ ...row, amount: amountOf(units, decimals) }));
}

async function limitsOf(sql: Sql, holdings: readonly Holding[]): Promise<Limit[]> {
  const rows = await sql.query<Pick<Limit, 'chain' | 'currency' | 'low' | 'high'>>(
    `select distinct on (chain, currency) chain, currency, trim_scale(low) as low, trim_scale(high) as high
       from treasury_change where kind = 'limit'
      order by chain, currency, at desc, id desc`,
  );
  const limits: Limit[] = [];
  for (const { chain, currency, low, high } of rows) {
    const cold = await coldAddress(sql, chain);
    const hot = holdings.find((each) => each.role === 'hot' && each.chain === chain && each.currency === currency);
    limits.push({
      chain,
      currency,
      low,
      high,
      hot: hot?.held ?? null,
      move: hot ? moveOf({ low, high, cold }, hot.held) : null,
    });
  }
  return limits;
}

/** Half of a decimal number, exactly. */
function half(value: string): string {
  const [whole = '0', part = ''] = value.split('.');
  return fromUnits(String(BigInt(`${whole}${part}0`) / 2n), part.length + 1);
}

/** What brings a hot wallet to the middle between its limits. */
function moveOf({ low, high, cold }: { low: string; high: string; cold: string | null }, held: string): Limit['move'] {
  const middle = half(add(low, high));
  if (cmp(held, high) > 0) return { to: 'cold', amount: sub(held, middle), cold };
  if (cmp(held, low) < 0) return { to: 'hot', amount: sub(middle, held), cold };
  return null;
}

/** What is above the limits of hot wallets of a chain, as it was reconciled last. */
export async function surplusesOf(sql: Sql, of: ChainName) {
  const limits = await limitsOf(sql, await holdingsOf(sql));
  return limits.flatMap(({ chain, currency, move }) =>
    chain === of && move?.to === 'cold' && move.cold !== null
      ? [{ currency, amount: move.amount, cold: move.cold }]
      : [],
  );
}

type Asset = TreasuryView['assets'][number];

/** What users own against what the platform holds, by currency. */
async function assetsOf(
  sql: Sql,
  holdings: readonly Holding[],
  elsewhere: TreasuryView['elsewhere'],
): Promise<Asset[]> {
  const owed = await sql.query<{ currency: string; amount: string }>(
    `select currency, trim_scale(sum(balance)) as amount from ledger_account where owner_kind = 'user'
      group by currency having sum(balance) <> 0`,
  );
  const sumIn = (rows: readonly { currency: string; amount: string }[], currency: string): string =>
    rows.filter((row) => row.currency === currency).reduce((total, { amount }) => add(total, amount), '0');
  const currencies = new Set([...owed, ...elsewhere, ...holdings].map(({ currency }) => currency));
  return [...currencies].sort().map((currency) => {
    const held = (role: Role): string =>
      holdings
        .filter((each) => each.currency === currency && each.role === role)
        .reduce((total, each) => add(total, each.held), '0');
    const [hot, deposit, cold] = [held('hot'), held('deposit'), held('cold')];
    const [liabilities, other] = [sumIn(owed, currency), sumIn(elsewhere, currency)];
    const assets = [hot, deposit, cold, other].reduce(add);
    return { currency, liabilities, hot, deposit, cold, elsewhere: other, surplus: sub(assets, liabilities) };
  });
}

/** The newest declaration of each place. */
const elsewhereOf = (sql: Sql): Promise<TreasuryView['elsewhere']> =>
  sql.query(
    `select distinct on (currency, reference) currency, reference, trim_scale(amount) as amount
       from treasury_change where kind = 'elsewhere' order by currency, reference, at desc, id desc`,
  );

const sweepsOf = (sql: Sql): Promise<TreasuryView['sweeps']> =>
  sql.query(
    `select distinct on (chain, currency) chain, currency, trim_scale(amount) as amount
       from treasury_change where kind = 'sweep' order by chain, currency, at desc, id desc`,
  );

async function movementsOf(sql: Sql): Promise<TreasuryView['movements']> {
  const rows = await sql.query<
    Omit<TreasuryView['movements'][number], 'amount'> & { readonly units: string; readonly decimals: number }
  >(
    `select m.id, m.chain, m.kind, m.currency, m.amount::text as units, t.decimals, m.target, m.state, m.waits, m.detail,
            x.txid, m.ordered_at,
            (select count(*)::int from chain_movement_source s where s.movement_id = m.id) as sources
       from chain_movement m join chain_token t on t.chain = m.chain and t.currency = m.currency
       left join chain_transaction x on x.id = m.transaction_id order by m.id desc limit 50`,
  );
  return rows.map(({ units, decimals, ...row }) => ({ ...row, amount: amountOf(units, decimals) }));
}

const setAsideOf = (sql: Sql): Promise<TreasuryView['set_aside']> =>
  sql.query(
    `select chain, currency, address, failures, detail, failed_at, until from chain_sweep_hold
      order by failed_at desc, address limit 1000`,
  );

/** All that staff see of the treasury. */
export async function treasuryView(sql: Sql): Promise<TreasuryView> {
  const [holdings, runs, differences, elsewhere, chains] = await Promise.all([
    holdingsOf(sql),
    runsOf(sql),
    differencesOf(sql),
    elsewhereOf(sql),
    listChains(sql),
  ]);
  const cold: TreasuryView['cold'] = [];
  for (const { name } of chains) {
    const address = await coldAddress(sql, name);
    if (address !== null) cold.push({ chain: name, address });
  }
  return {
    chains: runs.map((run) => ({
      ...run,
      holdings: holdings.filter(({ chain }) => chain === run.chain).map(({ chain: _, ...holding }) => holding),
    })),
    differences,
    assets: await assetsOf(sql, holdings, elsewhere),
    limits: await limitsOf(sql, holdings),
    cold,
    elsewhere,
    sweeps: await sweepsOf(sql),
    movements: await movementsOf(sql),
    set_aside: await setAsideOf(sql),
  };
}

/** Readings of metrics: differences by reason, and what lies outside of limits; counts. */
export async function countsOf(sql: Sql) {
  const differences = await sql.query<{ chain: string; reason: string; count: number }>(
    `select c.name as chain, r.reason, count(d.id)::int as count
       from chain c cross join unnest($1::text[]) as r (reason)
       left join treasury_difference d on d.chain = c.name and d.reason = r.reason and d.gone_at is null
      group by c.name, r.reason`,
    [
      [
        'missing',
        'unrecorded',
        'unknown_transactions',
        'not_in_ledger',
        'not_on_chain',
        'payout_not_in_ledger',
        'payout_failed',
        'movement_differs',
        'movement_unlisted',
      ],
    ],
  );
  return differences;
}

/** Blocks that the watcher read since a chain was reconciled. */
export const lagOf = (sql: Sql): Promise<{ chain: string; blocks: number }[]> =>
  sql.query(
    `select w.chain, (w.height - coalesce(r.height, 0))::float8 as blocks
       from chain_watch w join treasury_run r on r.chain = w.chain where w.height is not null`,
  );

/** Addresses whose sweep waits because it failed. */
export const heldCounts = (sql: Sql): Promise<{ chain: string; currency: string; count: number }[]> =>
  sql.query('select chain, currency, count(*)::int as count from chain_sweep_hold group by chain, currency');

/** Hot wallets outside of their limits. */
export async function outsideLimits(sql: Sql): Promise<{ chain: string; currency: string; to: string }[]> {
  const limits = await limitsOf(sql, await holdingsOf(sql));
  return limits.flatMap(({ chain, currency, move }) => (move ? [{ chain, currency, to: move.to }] : []));
}
