import { personRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { PasswordInput } from '@tessera/ui/forms';
import type { Credentials } from './use-credentials.ts';

/** The new password, twice. */
export function NewPasswordFields<F extends string>({
  form,
  label,
}: {
  readonly form: Credentials<F | 'password' | 're_password'>;
  readonly label: string;
}) {
  const t = useTexts('host');
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        helper={t('credentials.passwordHint', personRules.password)}
        {...form.field('password')}
      />
      <PasswordInput label={t('credentials.repeat')} autoComplete="new-password" {...form.field('re_password')} />
    </>
  );
}
