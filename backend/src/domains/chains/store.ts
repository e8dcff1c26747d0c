import type { Sql } from '../../platform/db/database.ts';

export type ChainName = 'bitcoin' | 'ethereum' | 'tron';

/** A chain as staff set it up. */
export type Chain = {
  readonly name: ChainName;
  readonly kind: 'bitcoin' | 'evm' | 'tron';
  /** Chain id in decimal digits; of Bitcoin `main`, `test` or `regtest`. */
  readonly identity: string;
  readonly finality: 'confirmations' | 'finalized';
  readonly depositsHalted: boolean;
  readonly withdrawalsHalted: boolean;
  /** Most that a payment bids: wei for a unit of gas, satoshi for a virtual byte, sun for a transaction. */
  readonly feeCeiling: bigint;
  /** By how much a replacement bids more, percent. */
  readonly feeBump: number;
};

/** What a currency is on a chain. */
export type Token = {
  readonly chain: ChainName;
  readonly currency: string;
  /** Null for the chain's own coin. */
  readonly contract: string | null;
  readonly decimals: number;
};

/** Why a chain is not watched on. */
export type PauseReason =
  | 'unreachable'
  | 'wrong_chain'
  | 'behind'
  | 'blocks_missing'
  | 'inconsistent'
  | 'finality_broken'
  | 'too_deep'
  | 'failed';

/** How far a chain is watched; heights are blocks, times Unix ms. */
export type Watch = {
  readonly chain: ChainName;
  readonly height: number | null;
  readonly head: number | null;
  readonly finalized: number | null;
  readonly paused: PauseReason | null;
  readonly detail: string | null;
  readonly since: number;
  readonly reachedAt: number | null;
};

type Row = {
  readonly name: ChainName;
  readonly kind: Chain['kind'];
  readonly identity: string;
  readonly finality: Chain['finality'];
  readonly deposits_halted: boolean;
  readonly withdrawals_halted: boolean;
  readonly fee_ceiling: string;
  readonly fee_bump: number;
};

const fromRow = (row: Row): Chain => ({
  name: row.name,
  kind: row.kind,
  identity: row.identity,
  finality: row.finality,
  depositsHalted: row.deposits_halted,
  withdrawalsHalted: row.withdrawals_halted,
  feeCeiling: BigInt(row.fee_ceiling),
  feeBump: row.fee_bump,
});

const COLUMNS = 'name, kind, identity, finality, deposits_halted, withdrawals_halted, fee_ceiling, fee_bump';

export const listChains = async (sql: Sql): Promise<Chain[]> =>
  (await sql.query<Row>(`select ${COLUMNS} from chain order by name`)).map(fromRow);

/** A chain as it is set up now: payments and credits read it anew each time. */
export async function chainOf(sql: Sql, name: ChainName): Promise<Chain> {
  const [row] = await sql.query<Row>(`select ${COLUMNS} from chain where name = $1`, [name]);
  if (!row) throw new Error(`there is no chain ${name}`);
  return fromRow(row);
}

export const listTokens = (sql: Sql, chain: ChainName | null = null): Promise<Token[]> =>
  sql.query<Token>(
    `select chain, currency, contract, decimals from chain_token where $1::text is null or chain = $1
      order by chain, contract nulls first, currency`,
    [chain],
  );

export async function tokenOf(sql: Sql, chain: ChainName, currency: string): Promise<Token | null> {
  return (await listTokens(sql, chain)).find((token) => token.currency === currency) ?? null;
}

/** The currency whose contract an address is, or was; null for none. */
export async function currencyOfContract(sql: Sql, chain: string, address: string): Promise<string | null> {
  const [row] = await sql.query<{ currency: string }>(
    `select currency from chain_token_history where chain = $1 and lower(contract) = lower($2) limit 1`,
    [chain, address],
  );
  return row?.currency ?? null;
}

/** Whether the currency had this contract before with other places: what is on the chain and in the ledger was counted by them. */
export const hadOtherDecimals = async (sql: Sql, { chain, currency, contract, decimals }: Token): Promise<boolean> =>
  (
    await sql.query(
      `select from chain_token_history
        where chain = $1 and currency = $2 and contract is not distinct from $3 and decimals <> $4 limit 1`,
      [chain, currency, contract, decimals],
    )
  ).length > 0;

type WatchRow = {
  readonly chain: ChainName;
  readonly height: string | null;
  readonly head: string | null;
  readonly finalized: string | null;
  readonly paused: PauseReason | null;
  readonly detail: string | null;
  readonly since: number;
  readonly reached_at: number | null;
};

const heightOf = (text: string | null): number | null => (text === null ? null : Number(text));

export const listWatches = async (sql: Sql): Promise<Watch[]> =>
  (
    await sql.query<WatchRow>(
      'select chain, height, head, finalized, paused, detail, since, reached_at from chain_watch',
    )
  ).map(({ height, head, finalized, reached_at, ...rest }) => ({
    ...rest,
    height: heightOf(height),
    head: heightOf(head),
    finalized: heightOf(finalized),
    reachedAt: reached_at,
  }));

export async function watchOf(sql: Sql, chain: ChainName): Promise<Watch | null> {
  return (await listWatches(sql)).find((watch) => watch.chain === chain) ?? null;
}

/** Notes that a turn did not get on; `since` stays while the reason does. */
export const notePause = (
  sql: Sql,
  { chain, reason, detail, at }: { chain: ChainName; reason: PauseReason; detail: string; at: number },
): Promise<unknown> =>
  sql.query(
    `insert into chain_watch as w (chain, paused, detail, since) values ($1, $2, $3, $4)
     on conflict (chain) do update
        set paused = $2, detail = $3, since = case when w.paused = $2 then w.since else $4 end
      where w.paused is distinct from $2 or w.detail is distinct from $3`,
    [chain, reason, detail.slice(0, 300), new Date(at)],
  );

/** Notes how far a chain was read, and that it goes on. */
export const noteProgress = (
  sql: Sql,
  { chain, height, head, finalized, at }: Pick<Watch, 'chain' | 'height' | 'head' | 'finalized'> & { at: number },
): Promise<unknown> =>
  sql.query(
    `insert into chain_watch as w (chain, height, head, finalized, since, reached_at) values ($1, $2, $3, $4, $5, $5)
     on conflict (chain) do update
        set height = $2, head = $3, finalized = $4, paused = null, detail = null, reached_at = $5,
            since = case when w.paused is null then w.since else $5 end`,
    [chain, height, head, finalized, new Date(at)],
  );
