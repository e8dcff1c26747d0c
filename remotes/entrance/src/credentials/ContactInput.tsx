import type { FormField } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { PhoneInput } from '@tessera/ui/places';

/** An e-mail address or a phone number, whichever the account was opened with. */
export function ContactInput(field: FormField) {
  const t = useTexts('entrance');
  return <PhoneInput orEmail label={t('credentials.either')} autoComplete="username" {...field} />;
}
