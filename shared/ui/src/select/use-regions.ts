import { namesIn, orderIn } from '@tessera/device';
import { useMemo } from 'react';
import { useLocale } from '../locale.ts';
import type { SelectOption } from './Select.tsx';

/** Countries (ISO 3166-1 alpha-2) by their names in the user's language, in its order. */
export function useRegions(codes: readonly string[]): readonly SelectOption<string>[] {
  const locale = useLocale();
  return useMemo(() => {
    const nameOf = namesIn(locale, 'region');
    const compare = orderIn(locale);
    return codes
      .map((value) => ({ value, label: nameOf(value) }))
      .sort((one, other) => compare(one.label, other.label));
  }, [codes, locale]);
}
