import { ApiError } from '@tessera/api';
import { useLogIn } from '@tessera/api/identity';
import { logInInput } from '@tessera/api/identity/inputs';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { asScreenUrl, ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { Checkbox, CodeInput, PasswordInput } from '@tessera/ui/forms';
import { useState } from 'react';
import { useSessionOwner } from '../../session/owner.ts';
import { ContactInput } from '../credentials/ContactInput.tsx';
import styles from '../credentials/Credentials.module.css';

const asksForTotp = (error: unknown): boolean => error instanceof ApiError && error.code === 'totp_required';

export default function LoginPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const [{ from = '/' }] = useScreenParams('/pages/common/login', { from: 'string?' });
  const session = useSessionOwner();
  /** Whether the account has an authenticator is known to the server only: it requests the code after the password. */
  const [needsTotp, setNeedsTotp] = useState(false);

  const form = useContractForm(logInInput, {
    initial: { user_string: '', password: '', totp: '', remember: true as boolean },
    required: needsTotp ? ['totp'] : [],
  });
  const logIn = useLogIn({
    onDone(signedIn) {
      session.begin(signedIn);
      showToast(t('login.done'), 'success');
      open(asScreenUrl(from) ?? screenUrl('/'), { replace: true });
    },
    onRejected(error) {
      if (asksForTotp(error)) setNeedsTotp(true);
      else form.reject(error);
    },
  });

  return (
    <Page title={t('login.title')} back>
      <form className={styles.form} onSubmit={form.submit(logIn.run)} noValidate>
        <p className={styles.lead}>{t('login.lead')}</p>
        <ContactInput {...form.field('user_string')} />
        <PasswordInput label={t('credentials.password')} autoComplete="current-password" {...form.field('password')} />
        {needsTotp && <CodeInput label={t('login.totp')} autoFocus {...form.field('totp')} />}
        <Checkbox checked={form.values.remember} onChange={(remember) => form.set('remember', remember)}>
          {t('login.remember')}
        </Checkbox>
        <Button type="submit" size="l" block busy={logIn.busy}>
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
