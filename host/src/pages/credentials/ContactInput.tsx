import type { FormField } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { TextInput } from '@tessera/ui/forms';

/** An e-mail address or a phone number, whichever the account was opened with. */
export function ContactInput(field: FormField) {
  const t = useTexts('host');
  return (
    <TextInput
      label={t('credentials.either')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      {...field}
    />
  );
}
