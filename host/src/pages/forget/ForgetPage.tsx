import { api } from '@tessera/api';
import { useTexts } from '@tessera/i18n';
import { screenUrl, useOpenScreen } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { CodeField } from '../credentials/CodeField.tsx';
import styles from '../credentials/Credentials.module.css';
import { checkEither, newPasswordChecks } from '../credentials/checks.ts';
import { NewPasswordFields } from '../credentials/NewPasswordFields.tsx';
import { useCode } from '../credentials/use-code.ts';
import { useCredentials } from '../credentials/use-credentials.ts';

export default function ForgetPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const code = useCode('forget');
  const form = useCredentials(
    { user_string: '', code: '', password: '', re_password: '' },
    { ...newPasswordChecks, user_string: ({ user_string }) => checkEither(user_string.trim()) },
    async (values) => {
      await api('POST /user/forget', { ...values, user_string: values.user_string.trim() });
      showToast(t('forget.done'), 'success');
      open(screenUrl('/pages/common/login'), { replace: true });
    },
  );
  const to = form.isRight('user_string') ? form.values.user_string.trim() : null;
  return (
    <Page title={t('forget.title')} back>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p className={styles.note}>{t('forget.lead')}</p>
        <TextInput
          label={t('credentials.either')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          {...form.field('user_string')}
        />
        <CodeField request={code} to={to} field={form.field('code')} />
        <NewPasswordFields form={form} label={t('credentials.newPassword')} />
        <Button type="submit" size="l" block busy={form.busy}>
          {t('forget.action')}
        </Button>
      </form>
    </Page>
  );
}
