import { div, mul, quantize } from '@tessera/money';
import type { Transaction } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import type { LotChange } from '../../platform/ports.ts';
import { MOST_LOTS } from './read-events.ts';

/** Fraction digits of a lot in a message. */
const LOT_SCALE = 18;

/**
 * Counts copies in the new lots: what they hold is compared with what their source was closed by, which is in lots of now.
 * Rejects while one is on its way to the market, which was told its lots, and a lot of which copies would have too many.
 */
export async function changeLot(tx: Transaction, { symbol, before, after }: LotChange): Promise<void> {
  const [copies] = await tx.query<{ sent: boolean; most: number | null }>(
    `select coalesce(bool_or(status in ('planned', 'submitted')), false) as sent, max(greatest(lots, open_lots)) as most
       from (select status, lots, open_lots from copy_trade
              where symbol = $1 and status in ('planned', 'submitted', 'open') for update) c`,
    [symbol],
  );
  if (copies?.sent) throw new DomainError('orders_resting', { field: 'lot' });
  const most = mul(String(copies?.most ?? 0), before);
  const min = quantize(div(most, String(MOST_LOTS)), LOT_SCALE, 'up');
  if (Number(after) < Number(min)) throw new DomainError('field_too_small', { field: 'lot', params: { min } });
  await tx.query(
    `update copy_trade set lots = lots * $2::int, open_lots = open_lots * $2::int, target_lots = target_lots * $2::int,
                          exact_lots = exact_lots * $2::int
      where symbol = $1 and status = 'open'`,
    [symbol, Number(div(before, after))],
  );
}
