import { randomBytes } from 'node:crypto';
import { followLimits, type Side } from '@tessera/api/copytrading/rules';
import { div, quantize } from '@tessera/money';
import type { Database, Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { RecurringJob } from '../../platform/jobs/job.ts';
import { houseAccount, postJournal, userAccount } from '../../platform/ledger/index.ts';
import { createUser, hashSecret } from '../identity/index.ts';
import { makeTrader } from './applications.ts';
import type { Positions } from './positions.ts';
import { freshIndex, type Prices } from './prices.ts';
import { CURRENCY } from './read-events.ts';
import { BARS_NEEDED, type Strategy, sideAfter } from './strategies.ts';

/*
 * Demonstration traders: accounts of the exchange that trade the simulated market by published rules, with money of
 * their own and at a loss where the rule loses. Their figures are made from their positions like those of all traders.
 */

type Demonstration = {
  readonly strategy: Strategy;
  readonly nickname: string;
  readonly signature: string;
  readonly symbol: string;
};

const DEMONSTRATIONS: readonly Demonstration[] = [
  { strategy: 'trend', nickname: 'Trend', signature: 'Demo: BTC by two means', symbol: 'BTC/USDT-PERP' },
  { strategy: 'reversion', nickname: 'Reversion', signature: 'Demo: ETH back to its mean', symbol: 'ETH/USDT-PERP' },
  { strategy: 'breakout', nickname: 'Breakout', signature: 'Demo: SOL at new highs and lows', symbol: 'SOL/USDT-PERP' },
  { strategy: 'momentum', nickname: 'Momentum', signature: 'Demo: XRP after strong hours', symbol: 'XRP/USDT-PERP' },
];

/** What each begins with, and the size of its positions, in USDT. */
const GRANT = '10000';
const NOTIONAL = '1000';
const MULTIPLE = 5;

const BAR = 300_000;
const EVERY = 30_000;

const emailOf = (strategy: Strategy): string => `${strategy}@demonstration.tessera.example`;

/** Sees to it that the demonstration traders are there and were funded, once. Their passwords are random and not kept. */
export async function seedDemonstrationTraders(database: Database, now: number): Promise<void> {
  for (const { strategy, nickname, signature } of DEMONSTRATIONS) {
    const value = emailOf(strategy);
    const [known] = await database.query('select 1 as one from user_account where lower(email) = $1', [value]);
    if (known) continue;
    const passwordHash = await hashSecret(randomBytes(32).toString('base64'));
    await database.transaction(async (tx) => {
      const userId = await createUser(tx, {
        contact: { kind: 'email', value },
        passwordHash,
        invitedBy: null,
        language: 'en',
        now,
      });
      await tx.query('update user_account set nickname = $2, signature = $3, verification_level = 1 where id = $1', [
        userId,
        nickname,
        signature,
      ]);
      // The house takes no share of those who copy it.
      await makeTrader(tx, userId, { at: now, strategy, share: '0' });
      await postJournal(tx, {
        ref: `demonstration-trader:${userId}:grant`,
        kind: 'reward',
        at: now,
        entries: [
          { account: houseAccount('grants'), currency: CURRENCY, amount: `-${GRANT}` },
          { account: userAccount(userId, 'lever'), currency: CURRENCY, amount: GRANT },
        ],
      });
    });
  }
}

/** Ids of the accounts of these traders. */
export const demonstrationTraders = async (sql: Sql): Promise<string[]> =>
  (await sql.query<{ user_id: string }>('select user_id from copy_trader where strategy is not null')).map(
    ({ user_id }) => user_id,
  );

type Open = {
  readonly position_id: string;
  readonly side: Side;
  readonly quantity: string;
  readonly opened_at: number;
};

type Trading = Prices & { readonly database: Database; readonly positions: Positions };

/** Complete bars, oldest first, and when the last of them ended. */
async function barsOf({ feed, now }: Prices, symbol: string) {
  const rows = await feed.bars(symbol, '5m', { limit: BARS_NEEDED + 10 });
  const complete = rows.filter(([at]) => at + BAR <= now());
  const bars = complete.map(([, , high, low, close]) => ({
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }));
  return { bars, ended: (complete.at(-1)?.[0] ?? 0) + BAR };
}

const openOf = async (sql: Sql, userId: string, symbol: string): Promise<Open | null> => {
  const [row] = await sql.query<Open>(
    `select position_id, side, opened - closed as quantity, opened_at from copy_source
      where trader_user_id = $1 and symbol = $2 and closed_at is null order by position_id desc limit 1`,
    [userId, symbol],
  );
  return row ?? null;
};

/** Brings one account to the side that its rule holds after the latest bar, once a bar. */
async function trade(trading: Trading, userId: string, { strategy, symbol }: Demonstration): Promise<void> {
  const { database, positions, catalogue } = trading;
  const lot = catalogue.current().instrument(symbol)?.lot;
  const price = freshIndex(trading, symbol);
  if (lot === undefined || price === null) return;
  const { bars, ended } = await barsOf(trading, symbol);
  const open = await openOf(database, userId, symbol);
  const held = open && { side: open.side, bars: Math.max(0, Math.floor((ended - open.opened_at) / BAR)) };
  const wanted = sideAfter(strategy, bars, held);
  if (wanted === (held?.side ?? null)) return;
  const lotsOf = (quantity: string): number => Number(quantize(div(quantity, lot), 0, 'down'));
  const key = `demo:${userId}:${ended}`;
  if (open) {
    const lots = lotsOf(open.quantity);
    await positions.reduce(
      { userId, positionId: open.position_id, keep: 0 },
      `${key}:close:${open.position_id}:${lots}`,
    );
  }
  if (wanted === null) return;
  const lots = lotsOf(div(NOTIONAL, price));
  if (lots === 0) return;
  const slippage = followLimits.slippage.default;
  const order = { userId, symbol, side: wanted, lots, multiple: MULTIPLE, worstPrice: null, slippage, sourceId: null };
  await positions.open(order, `${key}:open`);
}

/** What keeps an account from trading is met again at the next turn. */
export const demonstrationJob = (trading: Trading): RecurringJob => ({
  name: 'demonstration-traders',
  every: EVERY,
  exclusive: true,
  whole: 'accounts and terms of the demonstration',
  async run({ signal }) {
    const accounts = await trading.database.query<{ user_id: string; strategy: Strategy }>(
      'select user_id, strategy from copy_trader where strategy is not null order by user_id',
    );
    for (const { user_id, strategy } of accounts) {
      const demonstration = DEMONSTRATIONS.find((each) => each.strategy === strategy);
      if (!demonstration || signal.aborted) continue;
      try {
        await trade(trading, user_id, demonstration);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }
  },
});
