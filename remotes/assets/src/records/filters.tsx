import { recordKinds } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { FilterChip } from '@tessera/ui/forms';
import { useCurrencies } from './use-currencies.ts';

/** The choice that filters nothing out. */
export const ANY = 'all';

export type KindChoice = (typeof recordKinds)[number] | typeof ANY;

type Props<Value> = { readonly value: Value; readonly onChange: (value: Value) => void };

/** Records of one kind, or of all. */
export function KindFilter(props: Props<KindChoice>) {
  const t = useTexts('assets');
  return (
    <FilterChip
      {...props}
      any={ANY}
      searchable
      label={t('record.kind')}
      options={[
        { value: ANY, label: t('record.all') },
        ...recordKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
      ]}
    />
  );
}

/** Records in one currency, by its id, or in all. */
export function CurrencyFilter(props: Props<string>) {
  const t = useTexts('assets');
  const currencies = useCurrencies();
  return (
    <FilterChip
      {...props}
      any={ANY}
      searchable
      label={t('record.currency')}
      options={[
        { value: ANY, label: t('record.allCurrencies') },
        ...currencies.map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
