import { api } from '@tessera/api';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, SegmentedControl, showToast } from '@tessera/ui';
import { TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useSessionOwner } from '../../session/owner.ts';
import { CodeField } from '../credentials/CodeField.tsx';
import styles from '../credentials/Credentials.module.css';
import { checkMethod, type Method, newPasswordChecks } from '../credentials/checks.ts';
import { NewPasswordFields } from '../credentials/NewPasswordFields.tsx';
import { useCode } from '../credentials/use-code.ts';
import { useCredentials } from '../credentials/use-credentials.ts';

export default function RegisterPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const [{ code: invitation = '' }] = useScreenParams('/pages/common/register', { code: 'string?' });
  const session = useSessionOwner();
  const code = useCode('register');
  const [method, setMethod] = useState<Method>('email');

  const form = useCredentials(
    { user_string: '', code: '', password: '', re_password: '', extension_code: invitation },
    {
      ...newPasswordChecks,
      user_string: ({ user_string }) => checkMethod(method, user_string.trim()),
      extension_code: () => null,
    },
    async ({ user_string, extension_code, ...values }) => {
      const invitation = extension_code.trim();
      session.begin(
        await api('POST /user/register', {
          loginActive: method,
          user_string: user_string.trim(),
          ...values,
          ...(invitation && { extension_code: invitation }),
        }),
      );
      showToast(t('register.welcome'), 'success');
      open(screenUrl('/'), { replace: true });
    },
  );
  const to = form.isRight('user_string') ? form.values.user_string.trim() : null;

  return (
    <Page title={t('register.title')} back>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <SegmentedControl
          label={t('credentials.method')}
          options={[
            { value: 'email', label: t('credentials.email') },
            { value: 'mobile', label: t('credentials.mobile') },
          ]}
          value={method}
          onChange={(value) => setMethod(value as Method)}
        />
        <TextInput
          label={t(method === 'email' ? 'credentials.emailAddress' : 'credentials.mobileNumber')}
          type={method === 'email' ? 'email' : 'tel'}
          inputMode={method === 'email' ? 'email' : 'tel'}
          autoComplete={method === 'email' ? 'email' : 'tel'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('user_string')}
        />
        <CodeField request={code} to={to} field={form.field('code')} />
        <NewPasswordFields form={form} label={t('credentials.password')} />
        <TextInput
          label={t('register.invitation')}
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('extension_code')}
        />
        <Button type="submit" size="l" block busy={form.busy}>
          {t('register.action')}
        </Button>
        <div className={styles.links}>
          <ScreenLink to={screenUrl('/pages/common/login')}>{t('register.haveAccount')}</ScreenLink>
        </div>
      </form>
    </Page>
  );
}
