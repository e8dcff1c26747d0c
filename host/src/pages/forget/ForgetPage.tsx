import { useResetPassword, useSendCode } from '@tessera/api/identity';
import { resetPasswordInput } from '@tessera/api/identity/inputs';
import { NewPasswordFields, useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { CodeField } from '@tessera/ui/forms';
import { ContactInput } from '../credentials/ContactInput.tsx';
import styles from '../credentials/Credentials.module.css';

export default function ForgetPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const form = useContractForm(resetPasswordInput, {
    initial: { user_string: '', code: '', password: '', re_password: '' },
  });
  const code = useSendCode({ onRejected: form.reject });
  const reset = useResetPassword({
    onDone() {
      showToast(t('forget.done'), 'success');
      open(screenUrl('/pages/common/login'), { replace: true });
    },
    onRejected: form.reject,
  });
  const sendCode = () => code.run({ user_string: form.values.user_string.trim(), scene: 'forget' });
  return (
    <Page title={t('forget.title')} back>
      <form className={styles.form} onSubmit={form.submit(reset.run)} noValidate>
        <p className={styles.note}>{t('forget.lead')}</p>
        <ContactInput {...form.field('user_string')} />
        <CodeField
          {...form.field('code')}
          sent={code.output}
          sending={code.busy}
          onSend={form.isValid('user_string') ? sendCode : undefined}
        />
        <NewPasswordFields
          label={t('credentials.newPassword')}
          password={form.field('password')}
          repeated={form.field('re_password')}
        />
        <Button type="submit" size="l" block busy={reset.busy}>
          {t('forget.action')}
        </Button>
      </form>
    </Page>
  );
}
