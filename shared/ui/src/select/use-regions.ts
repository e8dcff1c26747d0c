import { useMemo } from 'react';
import { useLocale } from '../locale.ts';
import type { SelectOption } from './Select.tsx';

/** Countries (ISO 3166-1 alpha-2) by their names in the user's language, in its order. */
export function useRegions(codes: readonly string[]): readonly SelectOption<string>[] {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    const collator = new Intl.Collator(locale);
    return codes
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((one, other) => collator.compare(one.label, other.label));
  }, [codes, locale]);
}
