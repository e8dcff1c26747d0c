import type { Instrument } from '../../platform/catalogue/catalogue.ts';
import type { Sql } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/domain-error.ts';
import { countryOf, numbersOf } from '../identity/index.ts';

/**
 * Rejects with `country_restricted` where residents of the user's country may not trade the instrument. Reads nothing
 * for an instrument that is traded everywhere. `field` is what the input calls the instrument.
 */
export async function refuseCountry(
  sql: Sql,
  userId: string,
  { countries }: Pick<Instrument, 'countries'>,
  field: string,
): Promise<void> {
  if (countries.length === 0) return;
  const country = countryOf(await numbersOf(sql, userId));
  if (country !== null && countries.includes(country)) throw new DomainError('country_restricted', { field });
}
