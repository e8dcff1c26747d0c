import { DOCUMENT_COUNTRIES } from '@tessera/api/kyc/rules';
import { useLocale } from '@tessera/ui';
import type { SelectOption } from '@tessera/ui/forms';
import { useMemo } from 'react';

/** Countries that issue documents by their names in the user's language, in its order. */
export function useCountries(): readonly SelectOption<string>[] {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return DOCUMENT_COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      a.label.localeCompare(b.label, locale),
    );
  }, [locale]);
}
