import type { Sql } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';

/** Symbols with drawings that a user keeps; beyond it the one that was drawn on longest ago is erased. */
const MOST_SYMBOLS = 100;

export async function drawingsOf(sql: Sql, userId: string, symbol: string): Promise<string[]> {
  const [row] = await execute(
    sql,
    db.selectFrom('chart_drawing').select('lines').where('user_id', '=', userId).where('symbol', '=', symbol),
  );
  return row?.lines ?? [];
}

/** Replaces the drawings of a symbol; none erases them. */
export async function keepDrawings(sql: Sql, userId: string, symbol: string, lines: string[], at: number) {
  const own = db.deleteFrom('chart_drawing').where('user_id', '=', userId);
  if (lines.length === 0) return void (await execute(sql, own.where('symbol', '=', symbol)));
  const updated_at = new Date(at);
  await execute(
    sql,
    db
      .insertInto('chart_drawing')
      .values({ user_id: userId, symbol, lines, updated_at })
      .onConflict((conflict) => conflict.columns(['user_id', 'symbol']).doUpdateSet({ lines, updated_at })),
  );
  const oldest = db
    .selectFrom('chart_drawing')
    .select('symbol')
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('symbol')
    .offset(MOST_SYMBOLS);
  await execute(sql, own.where('symbol', 'in', oldest));
}

export async function indicatorsOf(sql: Sql, userId: string): Promise<string[]> {
  const [row] = await execute(sql, db.selectFrom('chart_indicator').select('lines').where('user_id', '=', userId));
  return row?.lines ?? [];
}

export async function keepIndicators(sql: Sql, userId: string, lines: string[]): Promise<void> {
  if (lines.length === 0) {
    await execute(sql, db.deleteFrom('chart_indicator').where('user_id', '=', userId));
    return;
  }
  await execute(
    sql,
    db
      .insertInto('chart_indicator')
      .values({ user_id: userId, lines })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ lines })),
  );
}

export async function eraseAll(sql: Sql, userId: string): Promise<void> {
  await execute(sql, db.deleteFrom('chart_drawing').where('user_id', '=', userId));
  await execute(sql, db.deleteFrom('chart_indicator').where('user_id', '=', userId));
}
