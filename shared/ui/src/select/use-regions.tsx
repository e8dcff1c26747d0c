import { deviceRegion, namesIn, orderIn } from '@tessera/device';
import { useMemo } from 'react';
import { Flag } from '../coin/Flag.tsx';
import { useLocale } from '../locale.ts';
import type { SelectOption } from './Select.tsx';

/**
 * Countries (ISO 3166-1 alpha-2) by their names in the user's language, in its order; the user's own stands first, that of
 * the browser's language unless given.
 */
export function useRegions(codes: readonly string[], own = deviceRegion()): readonly SelectOption<string>[] {
  const locale = useLocale();
  return useMemo(() => {
    const nameOf = namesIn(locale, 'region');
    const compare = orderIn(locale);
    return codes
      .map((value) => ({ value, label: nameOf(value), start: <Flag country={value} /> }))
      .sort((one, other) => Number(other.value === own) - Number(one.value === own) || compare(one.label, other.label));
  }, [codes, locale, own]);
}
