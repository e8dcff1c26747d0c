import type { FormField } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { TextInput } from '@tessera/ui/forms';
import { PhoneInput } from '@tessera/ui/places';

type Name = 'real_name' | 'card_number' | 'bank_name' | 'province_city' | 'branch' | 'phone';

type Props = { readonly field: (name: Name) => FormField; readonly numberLabel: string };

/** What cards of both kinds have. */
export function CardFields({ field, numberLabel }: Props) {
  const t = useTexts('assets');
  return (
    <>
      <TextInput label={t('payout.realName')} autoComplete="cc-name" {...field('real_name')} />
      <TextInput label={numberLabel} autoComplete="off" spellCheck={false} {...field('card_number')} />
      <TextInput label={t('payout.bankName')} autoComplete="off" {...field('bank_name')} />
      <TextInput label={t('payout.provinceCity')} autoComplete="off" {...field('province_city')} />
      <TextInput label={t('payout.branch')} autoComplete="off" {...field('branch')} />
      <PhoneInput label={t('payout.phone')} {...field('phone')} />
    </>
  );
}
