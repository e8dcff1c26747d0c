import type { Sql } from '../../platform/db/database.ts';
import { db, execute } from '../../platform/db/kysely.ts';

/** Keys of the menu that a user chose for the home page, in the user's order; null while they are as at first. */
export async function shortcutsOf(sql: Sql, userId: string): Promise<string[] | null> {
  const [row] = await execute(sql, db.selectFrom('menu_shortcut').select('keys').where('user_id', '=', userId));
  return row?.keys ?? null;
}

/** Replaces the choice; none takes it back. */
export async function keepShortcuts(tx: Sql, userId: string, keys: string[]): Promise<void> {
  if (keys.length === 0) {
    await execute(tx, db.deleteFrom('menu_shortcut').where('user_id', '=', userId));
    return;
  }
  await execute(
    tx,
    db
      .insertInto('menu_shortcut')
      .values({ user_id: userId, keys })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ keys })),
  );
}
