import { personRules } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { PasswordInput } from '@tessera/ui/forms';
import type { FormField } from './contract-form.ts';

type Props = {
  readonly label: string;
  readonly password: FormField;
  readonly repeated: FormField;
};

/** A new password, entered twice. */
export function NewPasswordFields({ label, password, repeated }: Props) {
  const t = useTexts('common');
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        helper={t('ui.newPassword.hint', personRules.password)}
        {...password}
      />
      <PasswordInput label={t('ui.newPassword.repeat')} autoComplete="new-password" {...repeated} />
    </>
  );
}
