import { isDecimalString } from '@tessera/money';
import type { Sql } from '../../platform/db/database.ts';
import { readSettingsOf } from '../site/index.ts';

/** Settings by keyword, with their first values. */
export const investSettings = {
  /** Most principal of open dual orders in one direction of an instrument, USDT. */
  invest_capacity: '2000000',
} as const;

export async function readCapacity(sql: Sql): Promise<string> {
  const value = (await readSettingsOf(sql, ['invest_capacity']))('invest_capacity');
  return isDecimalString(value) ? value : investSettings.invest_capacity;
}
