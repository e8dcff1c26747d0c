import type { Output, ReadInput } from '@tessera/api/contract';
import { add, cmp, sum } from '@tessera/money';
import type { Sql, Transaction } from '../../platform/db/database.ts';
import { pageOf } from '../../platform/db/page.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { shownName } from '../identity/index.ts';
import { freshIndex, markPrice, openResult, type Prices } from './prices.ts';
import { addResult, averageOf, openOf } from './read-events.ts';
import { lotsText } from './traders.ts';

type Copy = Output<'GET /follow/copies'>['list'][number];

type CopyRow = {
  readonly id: string;
  readonly trader_uid: string;
  readonly nickname: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly multiple: number;
  readonly source_price: string;
  readonly rate: string;
  readonly lots: number;
  readonly open_lots: number;
  readonly target_lots: number;
  readonly status: 'planned' | 'submitted' | 'open' | 'closed' | 'skipped' | 'self_held';
  readonly reason: Copy['reason'];
  readonly opened: string;
  readonly opened_exact: string;
  readonly closed: string;
  readonly closed_exact: string;
  readonly margin: string;
  readonly peak_margin: string;
  readonly profit: string;
  readonly created_at: number;
  readonly opened_at: number | null;
  readonly closed_at: number | null;
};

const COLUMNS = `c.id, u.uid as trader_uid, u.nickname, c.symbol, c.side, c.multiple, c.source_price, c.rate, c.lots,
  c.open_lots, c.target_lots, c.status, c.reason, c.opened, c.opened_exact, c.closed, c.closed_exact, c.margin,
  c.peak_margin, c.profit, c.created_at, c.opened_at, c.closed_at`;
const TRADER = 'join user_account u on u.id = c.trader_user_id';
const COPIES = `copy_trade c ${TRADER}`;

function statusOf({ status, target_lots, open_lots, opened }: CopyRow): Copy['status'] {
  if (status === 'planned' || status === 'submitted') return 'opening';
  if (status === 'open' && target_lots >= open_lots && cmp(opened, '0') === 0) return 'opening';
  return status === 'open' && target_lots < open_lots ? 'closing' : status;
}

/** Of what is open, at the price of the moment; null before it is filled and without a price. */
function openProfitAt(row: CopyRow, price: string | null): string | null {
  const openPrice = averageOf(row.opened_exact, row.opened);
  if (openPrice === null || price === null) return null;
  return openResult({ side: row.side, openPrice, quantity: openOf(row), rate: row.rate }, price);
}

function copyOf(prices: Prices, row: CopyRow): Copy {
  const live = row.status === 'open';
  const ended = row.status === 'closed' || row.status === 'self_held';
  const price = live ? markPrice(prices, row.symbol) : null;
  const open = openProfitAt(row, price);
  return {
    id: row.id,
    trader_user_id: row.trader_uid,
    nickname: shownName(row.nickname, row.trader_uid),
    symbol: row.symbol,
    type: row.side === 'long' ? 1 : 2,
    share: live ? String(row.open_lots) : ended ? lotsText(prices, row.symbol, row.opened) : String(row.lots),
    multiple: row.multiple,
    open_price: averageOf(row.opened_exact, row.opened) ?? row.source_price,
    current_price: price,
    close_price: averageOf(row.closed_exact, row.closed),
    profit: ended ? row.profit : live && open !== null ? sum([row.profit, open]) : null,
    status: statusOf(row),
    reason: row.reason,
    margin: ended ? row.peak_margin : row.margin,
    wanted: String(row.lots),
    filled: lotsText(prices, row.symbol, row.opened),
    source_price: row.source_price,
    opened_at: row.opened_at ?? row.created_at,
    closed_at: row.closed_at,
  };
}

const SHELVES: Readonly<Record<ReadInput<'GET /follow/copies'>['status'], readonly CopyRow['status'][]>> = {
  open: ['planned', 'submitted', 'open'],
  history: ['closed', 'self_held'],
  skipped: ['skipped'],
};

/** A user's copies, newest first. */
export async function listCopies(
  sql: Sql,
  prices: Prices,
  userId: string,
  { status, trader_user_id, page, limit }: ReadInput<'GET /follow/copies'>,
) {
  const { rows, total } = await pageOf<CopyRow>(sql, {
    select: COLUMNS,
    newest: {
      of: 'copy_trade',
      where: `user_id = $1 and status in (${SHELVES[status].map((each) => `'${each}'`).join(', ')})`,
      order: 'id desc',
      as: 'c',
      rest: `${TRADER} where $2::text is null or u.uid = $2`,
    },
    order: 'c.id desc',
    values: [userId, trader_user_id ?? null],
    page,
    limit,
  });
  return { list: rows.map((row) => copyOf(prices, row)), page, limit, total };
}

/**
 * Turns a copy into a position of the user's own. What it came to until now is a result of the copying, so that no user
 * escapes the profit share by taking over what did well.
 */
export async function selfHold(tx: Transaction, prices: Prices, userId: string, id: string): Promise<Copy> {
  const [row] = await tx.query<CopyRow & { follow_id: string; user_id: string; trader_user_id: string }>(
    `select ${COLUMNS}, c.follow_id, c.user_id, c.trader_user_id from ${COPIES} where c.id = $1 and c.user_id = $2 for update of c`,
    [id, userId],
  );
  // One that is being closed is no longer the user's to keep.
  if (row?.status !== 'open' || row.target_lots < row.open_lots) throw new DomainError('position_not_open');
  const open = freshIndex(prices, row.symbol) === null ? null : openProfitAt(row, markPrice(prices, row.symbol));
  if (open === null) throw new DomainError('stale_price');
  const at = prices.now();
  await tx.query(`update copy_trade set status = 'self_held', profit = $2, margin = 0, closed_at = $3 where id = $1`, [
    id,
    add(row.profit, open),
    new Date(at),
  ]);
  await addResult(tx, row, open);
  tx.notify(userId, { kind: 'order', id });
  return copyOf(prices, { ...row, status: 'self_held', profit: add(row.profit, open), closed_at: at });
}
