import type { Localised } from '@tessera/api/kit/localised';
import type { RulesVersion } from '@tessera/api/options/rules';
import type {
  Prize,
  RangesVersion,
  ReturnReason,
  RoundKind,
  RoundState,
  RoundVerdict,
  VoidReason,
} from '@tessera/api/quiz/rules';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { type Page, pageOf } from '../../platform/db/page.ts';

/* The tables of rounds and bets: no other file but `questions.ts` and `terms.ts` contains their SQL. */

/** A round as it is stored. Prices are whole price steps, which follow from `tick` and `rules`; times Unix ms. */
export type StoredRound = {
  readonly id: string;
  readonly kind: RoundKind;
  readonly series_id: number | null;
  readonly symbol: string | null;
  readonly currency: string;
  readonly scale: number;
  readonly outcomes: number;
  readonly min_stake: string;
  readonly max_stake: string;
  readonly user_cap: string;
  readonly pool_cap: string;
  readonly rake: string;
  readonly opens_at: number;
  readonly closes_at: number;
  readonly decides_at: number;
  readonly entry_at: number | null;
  readonly rules: RulesVersion;
  readonly ranges: RangesVersion;
  /** Of the instrument. */
  readonly tick: string | null;
  readonly symbol_id: number | null;
  readonly max_age: number | null;
  readonly offsets: readonly string[] | null;
  readonly strike_number: string | null;
  readonly strike_at: number | null;
  readonly strike: string | null;
  readonly staked: string;
  readonly users: number;
  readonly bets: number;
  readonly state: RoundState;
  readonly outcome: number | null;
  readonly reason: VoidReason | ReturnReason | null;
  readonly settlement_number: string | null;
  readonly settlement_times: readonly number[] | null;
  readonly settlement_prices: readonly string[] | null;
  readonly prize: string | null;
  readonly winning: string | null;
  readonly rake_paid: string | null;
  readonly left_over: number | null;
  readonly kept: boolean;
};

/** The same with the stakes on its outcomes, and its question. */
export type RoundWithPools = StoredRound & {
  readonly pools: readonly string[];
  /** Without those of the time in which they are hidden. */
  readonly shown_pools: readonly string[];
  readonly title: Localised | null;
  readonly labels: readonly Localised[] | null;
};

const COLUMNS = `r.id, r.kind, r.series_id, r.symbol, r.currency, r.scale, r.outcomes, r.min_stake, r.max_stake, r.user_cap,
  r.pool_cap, r.rake, r.opens_at, r.closes_at, r.decides_at, r.entry_at, r.rules, r.ranges, r.tick, r.symbol_id, r.max_age,
  r.offsets, r.strike_number, r.strike_at, r.strike, r.staked, r.users, r.bets, r.state, r.outcome, r.reason, r.settlement_number,
  r.settlement_times, r.settlement_prices, r.prize, r.winning, r.rake_paid, r.left_over, r.kept`;

/** Text, because inside an array numbers would lose their digits. */
const poolsOf = (column: 'staked' | 'shown') => `array(select trim_scale(coalesce(p.${column}, 0)::numeric)::text
                       from generate_series(1, r.outcomes) o left join quiz_pool p on p.round_id = r.id and p.outcome = o
                      order by o)`;
const POOLS = `${poolsOf('staked')} as pools, ${poolsOf('shown')} as shown_pools, q.title, q.labels`;
const QUESTION = 'left join quiz_question q on q.round_id = r.id';
const WITH_POOLS = `quiz_round r ${QUESTION}`;

/** Rounds that users see. */
const SHOWN = `r.state in ('open', 'paying', 'over', 'void')`;

export async function roundOf(sql: Sql, id: string): Promise<RoundWithPools | null> {
  const [row] = await sql.query<RoundWithPools>(
    `select ${COLUMNS}, ${POOLS} from ${WITH_POOLS} where r.id = $1 and ${SHOWN}`,
    [id],
  );
  return row ?? null;
}

export const listRounds = (
  sql: Sql,
  { kind, symbol, ...page }: Page & { readonly kind: RoundKind; readonly symbol: string | null },
) =>
  pageOf<RoundWithPools>(sql, {
    ...page,
    select: `${COLUMNS}, ${POOLS}`,
    newest: {
      of: 'quiz_round',
      where: `kind = $1 ${symbol === null ? '' : 'and symbol = $2'} and ${SHOWN.replace('r.', '')}`,
      order: 'opens_at desc, id desc',
      as: 'r',
      rest: `${QUESTION} where $2::text is null or r.symbol = $2`,
    },
    order: 'r.opens_at desc, r.id desc',
    values: [kind, symbol],
  });

/** Pools of the rounds of these kinds that take bets, or wait for their end, at a time in Unix ms. */
export const livePools = (
  sql: Sql,
  kinds: readonly string[],
  now: number,
): Promise<
  readonly Pick<RoundWithPools, 'id' | 'kind' | 'users' | 'pools' | 'shown_pools' | 'opens_at' | 'closes_at'>[]
> =>
  sql.query(
    `select r.id, r.kind, r.users, r.opens_at, r.closes_at, ${POOLS} from ${WITH_POOLS}
      where r.state = 'open' and r.kind = any ($1) and r.opens_at <= $2 and r.decides_at > $2 order by r.id`,
    [kinds, new Date(now)],
  );

/* Rounds of series */

export type NewRound = Pick<
  StoredRound,
  | 'currency'
  | 'scale'
  | 'outcomes'
  | 'min_stake'
  | 'max_stake'
  | 'user_cap'
  | 'pool_cap'
  | 'rake'
  | 'opens_at'
  | 'closes_at'
  | 'decides_at'
> & {
  readonly kind: 'realtime' | 'daily';
  readonly series_id: number;
  readonly symbol: string;
  readonly entry_at: number;
  readonly rules: RulesVersion;
  readonly ranges: RangesVersion;
  readonly tick: string;
  readonly symbol_id: number;
  readonly max_age: number;
  readonly offsets: readonly string[] | null;
};

/** Creates a round, once for its series and time. */
export const insertRound = (tx: Sql, round: NewRound): Promise<unknown> =>
  tx.query(
    `insert into quiz_round (kind, series_id, symbol, currency, scale, outcomes, min_stake, max_stake, user_cap, pool_cap, rake,
                             opens_at, closes_at, decides_at, entry_at, tick, symbol_id, max_age, offsets, rules, ranges)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     on conflict (series_id, closes_at) do nothing`,
    [
      round.kind,
      round.series_id,
      round.symbol,
      round.currency,
      round.scale,
      round.outcomes,
      round.min_stake,
      round.max_stake,
      round.user_cap,
      round.pool_cap,
      round.rake,
      new Date(round.opens_at),
      new Date(round.closes_at),
      new Date(round.decides_at),
      new Date(round.entry_at),
      round.tick,
      round.symbol_id,
      round.max_age,
      round.offsets,
      round.rules,
      round.ranges,
    ],
  );

/** Ends of guessing, Unix ms, of the rounds of series that end after a time: `<series>:<ms>`. */
export const scheduledAfter = async (sql: Sql, after: number): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await sql.query<{ series_id: number; closes_at: number }>(
        'select series_id, closes_at from quiz_round where series_id is not null and closes_at > $1',
        [new Date(after)],
      )
    ).map(({ series_id, closes_at }) => `${series_id}:${closes_at}`),
  );

/** Deletes rounds that ended before a time and have no bets; at most so many. Returns how many. */
export async function deleteEmpty(tx: Sql, before: number, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from quiz_round where id in (
       select id from quiz_round where bets = 0 and kind <> 'question' and state in ('over', 'void') and decides_at < $1
        order by decides_at limit $2) returning id`,
    [new Date(before), limit],
  );
  return rows.length;
}

/* Bets */

export type StoredBet = {
  readonly id: string;
  readonly round_id: string;
  readonly user_id: string;
  readonly place: number;
  readonly outcome: number;
  readonly stake: string;
  readonly price: string;
  readonly accepted_at: number;
  readonly status: 'open' | 'won' | 'lost' | 'returned';
  readonly payout: string | null;
};

const BET = 'b.id, b.round_id, b.user_id, b.place, b.outcome, b.stake, b.price, b.accepted_at, b.status, b.payout';

/** An id for the next bet. */
export async function nextBetId(tx: Transaction): Promise<string> {
  const [row] = await tx.query<{ id: string }>(`select nextval(pg_get_serial_sequence('quiz_bet', 'id')) as id`);
  return row?.id as string;
}

/** Open bets of a user. */
export async function openBetsOf(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ open: number }>(
    `select count(*)::int as open from quiz_bet where user_id = $1 and status = 'open'`,
    [userId],
  );
  return row?.open ?? 0;
}

/** What was staked when a bet came to a round, without it. */
export type Before = { readonly staked: string; readonly own: string; readonly place: number };

/**
 * Adds a stake to a round while it takes bets, and keeps the round until the end of the transaction: its settlement waits
 * for all bets that were accepted. Null where the round is not open.
 */
export async function addStake(
  tx: Transaction,
  { round_id, user_id, outcome, stake }: Pick<StoredBet, 'round_id' | 'user_id' | 'outcome' | 'stake'>,
  { isShown }: { readonly isShown: boolean },
): Promise<Before | null> {
  const [locked] = await tx.query<{ staked: string; bets: number }>(
    `select staked, bets from quiz_round where id = $1 and state = 'open' for no key update`,
    [round_id],
  );
  if (!locked) return null;
  const [own] = await tx.query<{ staked: string }>(
    `insert into quiz_stake as s (round_id, user_id, staked) values ($1, $2, $3)
     on conflict (round_id, user_id) do update set staked = s.staked + excluded.staked returning staked - $3::amount as staked`,
    [round_id, user_id, stake],
  );
  await tx.query(
    `insert into quiz_pool as p (round_id, outcome, staked, shown) values ($1, $2, $3, $4)
     on conflict (round_id, outcome) do update set staked = p.staked + excluded.staked, shown = p.shown + excluded.shown`,
    [round_id, outcome, stake, isShown ? stake : '0'],
  );
  await tx.query(`update quiz_round set staked = staked + $2, bets = bets + 1, users = users + $3 where id = $1`, [
    round_id,
    stake,
    Number(own?.staked ?? '0') === 0 ? 1 : 0,
  ]);
  return { staked: locked.staked, own: own?.staked ?? '0', place: locked.bets + 1 };
}

export const insertBet = (tx: Transaction, bet: Omit<StoredBet, 'status' | 'payout'>): Promise<unknown> =>
  tx.query(
    `insert into quiz_bet (id, round_id, user_id, place, outcome, stake, price, accepted_at)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [bet.id, bet.round_id, bet.user_id, bet.place, bet.outcome, bet.stake, bet.price, new Date(bet.accepted_at)],
  );

export type BetWithRound = StoredBet & { readonly round: RoundWithPools };

type JoinedBet = StoredBet & { readonly of: string };

async function withRounds(sql: Sql, bets: readonly JoinedBet[]): Promise<BetWithRound[]> {
  const ids = [...new Set(bets.map(({ of }) => of))];
  const rounds = new Map(
    (
      await sql.query<RoundWithPools>(`select ${COLUMNS}, ${POOLS} from ${WITH_POOLS} where r.id = any ($1)`, [ids])
    ).map((round) => [round.id, round]),
  );
  return bets.map(({ of, ...bet }) => ({ ...bet, round: rounds.get(of) as RoundWithPools }));
}

export async function listBets(
  sql: Sql,
  { userId, open, ...page }: Page & { readonly userId: string; readonly open: boolean | null },
): Promise<{ readonly rows: BetWithRound[]; readonly total: number }> {
  const { rows, total } = await pageOf<JoinedBet>(sql, {
    ...page,
    select: `${BET}, b.round_id as of`,
    newest: {
      of: 'quiz_bet',
      where: `user_id = $1 ${open === true ? `and status = 'open'` : ''}`,
      order: 'id desc',
      as: 'b',
      rest: `where $2::boolean is null or (b.status = 'open') = $2`,
    },
    order: 'b.id desc',
    values: [userId, open],
  });
  return { rows: await withRounds(sql, rows), total };
}

export async function betOf(sql: Sql, userId: string, id: string): Promise<BetWithRound | null> {
  const rows = await sql.query<JoinedBet>(
    `select ${BET}, b.round_id as of from quiz_bet b where b.id = $1 and b.user_id = $2`,
    [id, userId],
  );
  return (await withRounds(sql, rows))[0] ?? null;
}

/** Bets of a round in the order in which they were accepted. */
export const betsOfRound = (sql: Sql, roundId: string, limit: number): Promise<StoredBet[]> =>
  sql.query<StoredBet>(`select ${BET} from quiz_bet b where b.round_id = $1 order by b.place limit $2`, [
    roundId,
    limit,
  ]);

/** A part of the stakes on an outcome, in the order of their places, after one of them. */
export const stakesOn = (
  sql: Sql,
  roundId: string,
  outcome: number,
  after: number,
  limit: number,
): Promise<{ readonly place: number; readonly stake: string }[]> =>
  sql.query(
    `select place, stake from quiz_bet where round_id = $1 and outcome = $2 and place > $3 order by place limit $4`,
    [roundId, outcome, after, limit],
  );

/* Settlement */

/** Open rounds without a strike whose entry is over at this time, Unix ms, oldest first. */
export const unstruck = (sql: Sql, until: number, limit: number): Promise<StoredRound[]> =>
  sql.query<StoredRound>(
    `select ${COLUMNS} from quiz_round r
      where r.state = 'open' and r.strike_number is null and r.entry_at <= $1
      order by r.entry_at, r.id limit $2`,
    [new Date(until), limit],
  );

/** Open rounds on prices that ended before this time, Unix ms, oldest first. */
export const ended = (sql: Sql, before: number, limit: number): Promise<StoredRound[]> =>
  sql.query<StoredRound>(
    `select ${COLUMNS} from quiz_round r
      where r.state = 'open' and r.symbol is not null and r.decides_at < $1 order by r.decides_at, r.id limit $2`,
    [new Date(before), limit],
  );

export const setStrike = (
  tx: Sql,
  id: string,
  { number, at, index }: { readonly number: number; readonly at: number; readonly index: number },
): Promise<unknown> =>
  tx.query(
    `update quiz_round set strike_number = $2, strike_at = $3, strike = $4
      where id = $1 and state = 'open' and strike_number is null`,
    [id, number, new Date(at), index],
  );

/** Waits for the bets that are being accepted, and keeps others out. Null where the round is not open any more. */
export async function lockRound(tx: Transaction, id: string): Promise<RoundWithPools | null> {
  await tx.query(`select id from quiz_round where id = $1 and state = 'open' for update`, [id]);
  const [row] = await tx.query<RoundWithPools>(
    `select ${COLUMNS}, ${POOLS} from ${WITH_POOLS} where r.id = $1 and r.state = 'open'`,
    [id],
  );
  return row ?? null;
}

export type Decision = {
  readonly outcome: number | null;
  readonly reason: StoredRound['reason'];
  /** Null where there is no outcome. */
  readonly prize: Prize | null;
  readonly leftOver: number | null;
  /** The prices that decided it. */
  readonly ticks: RoundVerdict['ticks'];
};

/** Writes how a round ends; from then on it only is paid out. */
export const decideRound = (
  tx: Transaction,
  id: string,
  { outcome, reason, prize, leftOver, ticks }: Decision,
  at: number,
): Promise<unknown> =>
  tx.query(
    `update quiz_round
        set state = 'paying', outcome = $2, reason = $3, prize = $4, winning = $5, rake_paid = $6, left_over = $7,
            settlement_number = $8, settlement_times = $9, settlement_prices = $10, decided_at = $11
      where id = $1`,
    [
      id,
      outcome,
      reason,
      prize?.prize ?? null,
      prize?.winning ?? null,
      prize?.rake ?? null,
      leftOver,
      ticks.at(-1)?.number ?? null,
      ticks.length > 0 ? ticks.map((tick) => new Date(tick.at)) : null,
      ticks.length > 0 ? ticks.map(({ index }) => index) : null,
      new Date(at),
    ],
  );

/** Rounds that are being paid out, oldest first. */
export const paying = (sql: Sql): Promise<StoredRound[]> =>
  sql.query<StoredRound>(`select ${COLUMNS} from quiz_round r where r.state = 'paying' order by r.id limit 100`);

/**
 * Open bets of a round to pay out: the losing ones first, so that its pool is there before it is paid, then the others in
 * the order of their places. Locks the round: another run waits.
 */
export async function lockUnpaid(
  tx: Transaction,
  roundId: string,
  winning: number | null,
  limit: number,
  aside: readonly string[],
): Promise<{ readonly bets: StoredBet[]; readonly paid: number } | null> {
  const [round] = await tx.query(`select id from quiz_round where id = $1 and state = 'paying' for update`, [roundId]);
  if (!round) return null;
  const bets = await tx.query<StoredBet>(
    `select ${BET} from quiz_bet b where b.round_id = $1 and b.status = 'open' and b.id <> all($4)
      order by b.outcome = $2, b.place limit $3`,
    [roundId, winning, limit, aside],
  );
  const [row] = await tx.query<{ paid: number }>(
    `select count(*)::int as paid from quiz_bet where round_id = $1 and status = 'won'`,
    [roundId],
  );
  return { bets, paid: row?.paid ?? 0 };
}

export const hasOpenBets = async (tx: Sql, roundId: string): Promise<boolean> =>
  (await tx.query(`select from quiz_bet where round_id = $1 and status = 'open' limit 1`, [roundId])).length > 0;

export type EndedBet = {
  readonly bet: StoredBet;
  readonly status: 'won' | 'lost' | 'returned';
  readonly payout: string;
};

/** Ends bets, each once. Returns the ids of those that were open. */
export async function endBets(tx: Transaction, some: readonly EndedBet[], at: number): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `update quiz_bet b set status = e.status, payout = e.payout, settled_at = $2
       from jsonb_to_recordset($1) as e (id bigint, status text, payout amount)
      where b.id = e.id and b.status = 'open' returning b.id`,
    [JSON.stringify(some.map(({ bet: { id }, status, payout }) => ({ id, status, payout }))), new Date(at)],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A round of which every bet is paid is over. */
export const closeRound = (tx: Transaction, id: string, at: number): Promise<unknown> =>
  tx.query(
    `update quiz_round set state = case when outcome is null then 'void' else 'over' end, settled_at = $2
      where id = $1 and state = 'paying' and not exists (select from quiz_bet where round_id = $1 and status = 'open')`,
    [id, new Date(at)],
  );

/** Rounds that are over and whose ticks are not kept yet, as far as these are signed; oldest first. */
export const unkept = (sql: Sql, limit: number, aside: readonly string[]): Promise<StoredRound[]> =>
  sql.query<StoredRound>(
    `select ${COLUMNS} from quiz_round r
      where r.symbol is not null and r.state in ('over', 'void') and not r.kept and r.bets > 0
        and r.decides_at < (select max(at) from market_head where signature is not null) and r.id <> all($2)
      order by r.decides_at, r.id limit $1`,
    [limit, aside],
  );

export const markKept = (tx: Transaction, ids: readonly string[]): Promise<unknown> =>
  tx.query('update quiz_round set kept = true where id = any ($1)', [ids]);
