import type { Sql } from '../../platform/db/database.ts';
import { countryOf, residenceOf } from '../identity/index.ts';

/**
 * The country of a user who wants to trade an instrument that residents of some countries may not trade. Null where it
 * is not known; reads nothing and returns null where the instrument is traded everywhere.
 */
export const countryOfTrader = async (
  sql: Sql,
  userId: string,
  countries: readonly string[],
): Promise<string | null> => (countries.length === 0 ? null : countryOf(await residenceOf(sql, userId)));

/** Whether a user lives in one of these countries. An unknown country is none of them. */
export async function livesIn(sql: Sql, userId: string, countries: readonly string[]): Promise<boolean> {
  const country = await countryOfTrader(sql, userId, countries);
  return country !== null && countries.includes(country);
}
