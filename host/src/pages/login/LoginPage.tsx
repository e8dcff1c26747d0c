import { ApiError, api } from '@tessera/api';
import { checkCode } from '@tessera/api/rules';
import { useTexts } from '@tessera/i18n';
import { asScreenUrl, ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { Checkbox, CodeInput, PasswordInput, TextInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useSessionOwner } from '../../session/owner.ts';
import styles from '../credentials/Credentials.module.css';
import { checkEither } from '../credentials/checks.ts';
import { useCredentials } from '../credentials/use-credentials.ts';

export default function LoginPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const [{ from = '/' }] = useScreenParams('/pages/common/login', { from: 'string?' });
  const session = useSessionOwner();
  const [remember, setRemember] = useState(true);
  const [needsTotp, setNeedsTotp] = useState(false);

  const form = useCredentials(
    { user_string: '', password: '', totp: '' },
    {
      user_string: ({ user_string }) => checkEither(user_string.trim()),
      password: ({ password }) => (password === '' ? { code: 'field_required' } : null),
      totp: ({ totp }) => (needsTotp ? checkCode(totp) : null),
    },
    async ({ user_string, password, totp }) => {
      try {
        session.begin(
          await api('POST /user/login', {
            user_string: user_string.trim(),
            password,
            remember,
            ...(needsTotp && { totp }),
          }),
        );
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'totp_required')) throw error;
        setNeedsTotp(true);
        return;
      }
      showToast(t('login.done'), 'success');
      open(asScreenUrl(from) ?? screenUrl('/'), { replace: true });
    },
  );

  return (
    <Page title={t('login.title')} back>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <p className={styles.lead}>{t('login.lead')}</p>
        <TextInput
          label={t('credentials.either')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          {...form.field('user_string')}
        />
        <PasswordInput label={t('credentials.password')} autoComplete="current-password" {...form.field('password')} />
        {needsTotp && <CodeInput label={t('login.totp')} autoFocus {...form.field('totp')} />}
        <Checkbox checked={remember} onChange={setRemember}>
          {t('login.remember')}
        </Checkbox>
        <Button type="submit" size="l" block busy={form.busy}>
          {t('login.title')}
        </Button>
        <div className={styles.links}>
          <ScreenLink to={screenUrl('/pages/common/register')}>{t('login.noAccount')}</ScreenLink>
          <ScreenLink to={screenUrl('/pages/common/forget')}>{t('login.forgot')}</ScreenLink>
        </div>
      </form>
    </Page>
  );
}
