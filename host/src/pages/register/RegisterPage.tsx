import { useRegister } from '@tessera/api/identity';
import { registerInput } from '@tessera/api/identity/inputs';
import type { ContactKind } from '@tessera/api/rules';
import { useContractForm } from '@tessera/form';
import { useTexts } from '@tessera/i18n';
import { ScreenLink, screenUrl, useOpenScreen, useScreenParams } from '@tessera/router';
import { Button, Page, showToast } from '@tessera/ui';
import { SegmentedControl, TextInput } from '@tessera/ui/forms';
import { useSessionOwner } from '../../session/owner.ts';
import { CodeAndPassword } from '../credentials/CodeAndPassword.tsx';
import styles from '../credentials/Credentials.module.css';

export default function RegisterPage() {
  const t = useTexts('host');
  const open = useOpenScreen();
  const [{ code: invitation = '' }] = useScreenParams('/pages/common/register', { code: 'string?' });
  const session = useSessionOwner();

  const form = useContractForm(registerInput, {
    initial: {
      loginActive: 'email' as ContactKind,
      user_string: '',
      code: '',
      password: '',
      re_password: '',
      extension_code: invitation,
    },
  });
  const register = useRegister({
    onDone(signedIn) {
      session.begin(signedIn);
      showToast(t('register.welcome'), 'success');
      open(screenUrl('/'), { replace: true });
    },
    onRejected: form.reject,
  });
  const byEmail = form.values.loginActive === 'email';

  return (
    <Page title={t('register.title')} back>
      <form className={styles.form} onSubmit={form.submit(register.run)} noValidate>
        <SegmentedControl
          label={t('credentials.method')}
          options={[
            { value: 'email', label: t('credentials.email') },
            { value: 'mobile', label: t('credentials.mobile') },
          ]}
          value={form.values.loginActive}
          onChange={(kind) => form.set('loginActive', kind as ContactKind)}
        />
        <TextInput
          label={t(byEmail ? 'credentials.emailAddress' : 'credentials.mobileNumber')}
          type={byEmail ? 'email' : 'tel'}
          inputMode={byEmail ? 'email' : 'tel'}
          autoComplete={byEmail ? 'email' : 'tel'}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('user_string')}
        />
        <CodeAndPassword scene="register" passwordLabel={t('credentials.password')} form={form} />
        <TextInput
          label={t('register.invitation')}
          autoComplete="off"
          autoCapitalize="characters"
          {...form.field('extension_code')}
        />
        <Button type="submit" size="l" block busy={register.busy}>
          {t('register.action')}
        </Button>
        <div className={styles.links}>
          <ScreenLink to={screenUrl('/pages/common/login')}>{t('register.haveAccount')}</ScreenLink>
        </div>
      </form>
    </Page>
  );
}
