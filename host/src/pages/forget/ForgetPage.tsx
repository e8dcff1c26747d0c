import { useResetPassword } from '@tessera/api/identity';
import { resetPasswordInput } from '@tessera/api/identity/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { CodeAndPassword } from '../credentials/CodeAndPassword.tsx';
import { ContactInput } from '../credentials/ContactInput.tsx';
import styles from '../credentials/Credentials.module.css';

export default function ForgetPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const form = useContractForm(resetPasswordInput, {
    initial: { user_string: '', code: '', password: '', re_password: '' },
  });
  const reset = useResetPassword({
    onDone() {
      showToast(t('forget.done'), 'success');
      open(screenUrl('/pages/common/login'), { replace: true });
    },
    onRejected: form.reject,
  });
  return (
    <Page title={t('forget.title')} back>
      <form className={styles.form} onSubmit={form.submit(reset.run)} noValidate>
        <p className={styles.note}>{t('forget.lead')}</p>
        <ContactInput {...form.field('user_string')} />
        <CodeAndPassword scene="forget" passwordLabel={t('credentials.newPassword')} form={form} />
        <Button type="submit" size="l" block busy={reset.busy}>
          {t('forget.action')}
        </Button>
      </form>
    </Page>
  );
}
