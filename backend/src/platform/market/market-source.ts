import type { Database } from '../db/database.ts';
import { SettingError } from '../setting-values.ts';
import type { FeedSettings } from './feed-settings.ts';

/**
 * Throws SettingError where the market of this database has prices of another source. Otherwise a start without
 * FEED=live would trade real balances at simulated prices, and two nodes could follow different markets.
 */
export async function checkMarketSource(database: Database, source: FeedSettings['source']): Promise<void> {
  const [row] = await database.query<{ value: string }>(
    `insert into setting (keyword, value) values ('market_source', $1)
     on conflict (keyword) do update set value = setting.value
     returning value`,
    [source],
  );
  if (row?.value !== source) {
    throw new SettingError(
      `FEED=${source}: the market of this database is ${row?.value}, and its orders and history stay so. ` +
        'Another source needs a new database',
    );
  }
}
