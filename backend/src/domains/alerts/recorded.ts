import { mul } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { stepsSince } from '../../platform/market/steps.ts';
import { isHalted } from '../../platform/market/tick-record.ts';
import type { Seen } from './judge.ts';

/**
 * The recorded ticks of these symbols in `(from, until]`, Unix ms, oldest first. Steps are kept for an hour: what was
 * before that is judged by no alert.
 */
export async function recordedTicks(
  sql: Sql,
  /** With their ticks of price. */
  symbols: ReadonlyMap<string, string>,
  from: number,
  until: number,
): Promise<ReadonlyMap<string, readonly Seen[]>> {
  const rows = await sql.query<{ id: number; symbol: string }>(
    'select id, symbol from market_symbol where symbol = any($1)',
    [[...symbols.keys()]],
  );
  const known = new Map(rows.map(({ id, symbol }) => [Number(id), { symbol, tick: symbols.get(symbol) ?? '1' }]));
  const found = new Map<string, Seen[]>();
  for (const step of await stepsSince(sql, from, Number.MAX_SAFE_INTEGER)) {
    if (step.at > until) break;
    for (const { id, number, tick } of step.ticks) {
      const symbol = known.get(id);
      // Of one that staff have halted there is no price that it traded at.
      if (!symbol || isHalted(tick)) continue;
      const seen = found.get(symbol.symbol) ?? [];
      found.set(symbol.symbol, seen);
      seen.push({ number, at: tick.at, last: mul(String(tick.last), symbol.tick) });
    }
  }
  return found;
}
