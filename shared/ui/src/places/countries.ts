import { deviceRegion, namesIn } from '@tessera/device';
import { anyText, storedValue } from '@tessera/storage';
import { useMemo } from 'react';
import type { SelectOption } from '../select/Select.tsx';
import { useRegions } from '../select/use-regions.tsx';
import { COUNTRIES, callingCode } from './calling-codes.ts';

/** Where forms of this device begin: ISO 3166-1 alpha-2; null until it is chosen. */
export const chosenCountry = storedValue<string | null>({
  name: 'place.country',
  initial: null,
  accept: (stored) => {
    const country = anyText(stored);
    return country !== undefined && callingCode(country) !== undefined ? country : undefined;
  },
  format: 'text',
});

/** The chosen country; before that, the one of the browser's language. */
export const homeCountry = (): string => {
  const region = chosenCountry.read() ?? deviceRegion();
  return region !== undefined && callingCode(region) !== undefined ? region : 'US';
};

/** Name of a country in a language; its code where the language has none. */
export const countryName = (country: string, locale: string): string => namesIn(locale, 'region')(country);

/** Countries with their calling codes, in the order of the language. A search also finds them by their English name. */
export function useCountries(countries: readonly string[] = COUNTRIES): readonly SelectOption<string>[] {
  const regions = useRegions(countries, homeCountry());
  return useMemo(() => {
    const english = namesIn('en', 'region');
    return regions.map((region) => ({
      ...region,
      note: `+${callingCode(region.value) ?? ''}`,
      words: english(region.value),
    }));
  }, [regions]);
}
