import { useChangePassword } from '@tessera/api/security';
import { changePasswordInput } from '@tessera/api/security/inputs';
import { NewPasswordFields, useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { formatDayTime } from '@tessera/money';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast, useLocale } from '@tessera/ui';
import { PasswordInput } from '@tessera/ui/forms';
import { OwnCodeField } from '../../code/OwnCodeField.tsx';
import styles from '../../form/Form.module.css';

export default function PasswordPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const open = useOpenScreen();
  const form = useContractForm(changePasswordInput, {
    initial: { old_password: '', password: '', re_password: '', code: '' },
  });
  const change = useChangePassword({
    onDone({ withdrawals_blocked_until }) {
      showToast(t('password.done', { time: formatDayTime(withdrawals_blocked_until, locale) }), 'success');
      open(screenUrl('/pages/setting/security'), { replace: true });
    },
    onRejected: form.reject,
  });
  return (
    <Page title={t('routes.setting.password')} back>
      <form className={styles.form} onSubmit={form.submit(change.run)} noValidate>
        <p className={styles.note}>{t('password.note')}</p>
        <PasswordInput label={t('password.old')} autoComplete="current-password" {...form.field('old_password')} />
        <NewPasswordFields
          label={t('password.new')}
          password={form.field('password')}
          repeated={form.field('re_password')}
        />
        <OwnCodeField scene="change_password" {...form.field('code')} />
        <Button type="submit" size="l" block busy={change.busy}>
          {t('routes.setting.password')}
        </Button>
      </form>
    </Page>
  );
}
