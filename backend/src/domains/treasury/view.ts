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
       from treasury_change where kind = 'limit' and state = 'approved'
      order by chain, currency, decided_at desc, id desc`,
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
async function assetsOf(sql: Sql, holdings: readonly Holding[]): Promise<Asset[]> {
  const [owed, elsewhere] = await Promise.all([
    sql.query<{ currency: string; amount: string }>(
      `select currency, trim_scale(sum(balance)) as amount from ledger_account where owner_kind = 'user'
        group by currency having sum(balance) <> 0`,
    ),
    // The newest declaration of a place counts.
    sql.query<{ currency: string; amount: string }>(
      `select currency, trim_scale(sum(amount)) as amount
         from (select distinct on (currency, reference) currency, amount from treasury_change
                where kind = 'elsewhere' and state = 'approved' order by currency, reference, decided_at desc, id desc) d
        group by currency`,
    ),
  ]);
  const amountIn = (rows: readonly { currency: string; amount: string }[], currency: string): string =>
    rows.find((row) => row.currency === currency)?.amount ?? '0';
  const currencies = new Set([...owed, ...elsewhere, ...holdings].map(({ currency }) => currency));
  return [...currencies].sort().map((currency) => {
    const held = (role: Role): string =>
      holdings
        .filter((each) => each.currency === currency && each.role === role)
        .reduce((total, each) => add(total, each.held), '0');
    const [hot, deposit, cold] = [held('hot'), held('deposit'), held('cold')];
    const [liabilities, other] = [amountIn(owed, currency), amountIn(elsewhere, currency)];
    const assets = [hot, deposit, cold, other].reduce(add);
    return { currency, liabilities, hot, deposit, cold, elsewhere: other, surplus: sub(assets, liabilities) };
  });
}

const openChanges = (sql: Sql): Promise<TreasuryView['changes']> =>
  sql.query(
    `select c.id, c.kind, c.chain, c.currency, c.address, trim_scale(c.low) as low, trim_scale(c.high) as high,
            trim_scale(c.amount) as amount, c.reference, c.reason, m.name as proposed_by, c.proposed_at
       from treasury_change c join staff_member m on m.id = c.proposed_by where c.state = 'proposed' order by c.id`,
  );

const sweepsOf = (sql: Sql): Promise<TreasuryView['sweeps']> =>
  sql.query(
    `select distinct on (chain, currency) chain, currency, trim_scale(amount) as amount
       from treasury_change where kind = 'sweep' and state = 'approved' order by chain, currency, decided_at desc, id desc`,
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
  const [holdings, runs, differences, changes, chains] = await Promise.all([
    holdingsOf(sql),
    runsOf(sql),
    differencesOf(sql),
    openChanges(sql),
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
    assets: await assetsOf(sql, holdings),
    limits: await limitsOf(sql, holdings),
    cold,
    sweeps: await sweepsOf(sql),
    movements: await movementsOf(sql),
    set_aside: await setAsideOf(sql),
    changes,
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
